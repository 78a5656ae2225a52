package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lockstep/lessons"
	"lockstep/sim/matrix"
)

// dataFlag is the option that names the folder of the user's own files.
type dataFlag struct {
	Data string `placeholder:"DIR" help:"Folder of your own files: those in DIR/lessons take the place of the built-in ones."`
}

// tree returns the lessons' files: the built-in ones, and the user's over them.
func (d dataFlag) tree() (fs.FS, error) {
	if d.Data == "" {
		return lessons.FS, nil
	}
	info, err := os.Stat(d.Data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("--data: there is no folder %s", visible(d.Data))
	case err != nil:
		return nil, fmt.Errorf("--data: %s", visible(err.Error()))
	case !info.IsDir():
		return nil, usagef("--data: %s is a file; it must be a folder", visible(d.Data))
	}
	mine, builtIn := plainFiles{os.DirFS(d.lessons())}, fs.FS(lessons.FS)
	if _, err := fs.Stat(mine, matrix.VariantsFile); err == nil {
		builtIn = without{builtIn, matrix.Folder} // its scenarios are of other variants
	}
	return overlay{mine, builtIn}, nil
}

func (d dataFlag) lessons() string { return filepath.Join(d.Data, "lessons") }

// create makes the folder if it is missing.
func (d dataFlag) create() error {
	if d.Data == "" {
		return nil
	}
	if info, err := os.Stat(d.Data); err == nil && !info.IsDir() {
		return nil // tree says so
	}
	if err := os.MkdirAll(d.Data, 0o755); err != nil {
		return fmt.Errorf("--data: cannot make the folder: %s", visible(err.Error()))
	}
	return nil
}

// blame turns an error about the lessons' files into one of the user's, with the
// user's paths, if it is about the user's files. Errors begin with file and line;
// several stand on lines of their own.
func (d dataFlag) blame(err error) error {
	if err == nil || d.Data == "" {
		return err
	}
	users := false
	lines := strings.Split(err.Error(), "\n")
	for i, line := range lines {
		file, _, _ := strings.Cut(line, ":")
		path := filepath.Join(d.lessons(), filepath.FromSlash(file))
		if _, statErr := os.Stat(path); fs.ValidPath(file) && statErr == nil {
			lines[i] = strings.Replace(line, file, visible(path), 1)
			users = true
		}
	}
	if users {
		return &usageError{strings.Join(lines, "\n")}
	}
	return fmt.Errorf("%w (with the files of %s in place)", err, visible(d.lessons()))
}
