package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lockstep/sim/matrix"
	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
)

type scenariosCommand struct {
	Lang string `placeholder:"en|ms|zh" default:"en" help:"Language of the titles."`

	dataFlag `embed:""`
}

// Run lists the scenarios.
func (c *scenariosCommand) Run(env *environment) error {
	if err := checkLang(c.Lang); err != nil {
		return err
	}
	library, err := c.library()
	if err != nil {
		return err
	}
	for i, name := range library.Names() {
		s, _ := library.Get(name)
		if i > 0 {
			fmt.Fprintln(env.stdout)
		}
		fmt.Fprintln(env.stdout, visible(s.ID))
		for _, line := range []string{s.Title(c.Lang), s.Summary(c.Lang)} {
			if line != "" {
				fmt.Fprintf(env.stdout, "    %s\n", visible(line))
			}
		}
	}
	return nil
}

// library returns the scenarios that runs can name: those of the files, and the
// matrix's cells.
func (d dataFlag) library() (*scenario.Library, error) {
	library, _, err := d.scenarios()
	return library, err
}

// scenarios returns the library, and the matrix whose cells are in it.
func (d dataFlag) scenarios() (*scenario.Library, *matrix.Matrix, error) {
	tree, err := d.tree()
	if err != nil {
		return nil, nil, err
	}
	library, err := scenario.Open(tree)
	if err != nil {
		return nil, nil, d.blame(err)
	}
	m, err := matrix.Load(tree, library)
	return library, m, d.blame(err)
}

// find returns the scenario of that name, or an error that says which there are
// and which was perhaps meant.
func find(library *scenario.Library, name string) (*scenario.Scenario, error) {
	s, ok := library.Get(name)
	if ok {
		return s, nil
	}
	names := library.Names()
	perhaps := ""
	if near := strictyaml.Nearest(strings.ToLower(name), names); near != "" {
		perhaps = fmt.Sprintf(" Did you mean %s?", visible(near))
	}
	return nil, usagef("SCENARIO: there is no scenario %q.%s There are: %s; or a cell of the matrix, such as S12.G.", name, perhaps, visible(strings.Join(names, ", ")))
}

// readScenario reads a file that is the user's own.
func readScenario(file string) (*scenario.Scenario, error) {
	f, err := (plainFiles{os.DirFS(filepath.Dir(file))}).Open(filepath.Base(file))
	if err != nil {
		return nil, noFile(file, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, usagef("SCENARIO: %s is a folder; it must be a file", visible(file))
	}
	text, err := io.ReadAll(io.LimitReader(f, strictyaml.MaxSize+1))
	if err != nil {
		return nil, noFile(file, err)
	}
	return scenario.Parse(file, text)
}

// noFile says why a file cannot be read.
func noFile(file string, err error) error {
	var input *strictyaml.Error
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usagef("SCENARIO: there is no file %s", visible(file))
	case errors.As(err, &input):
		return usagef("SCENARIO: %s: %s", visible(file), input.Text)
	case errors.As(err, &path):
		return usagef("SCENARIO: %s: %v", visible(file), path.Err)
	}
	return usagef("SCENARIO: %s: %v", visible(file), err)
}
