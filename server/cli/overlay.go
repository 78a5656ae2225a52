package cli

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"lockstep/sim/strictyaml"
)

// plainFiles is a tree of which only files and folders are opened, and what links
// to them: to open a named pipe can take for ever, and to read a device, too.
type plainFiles struct{ fs.FS }

// Open opens a file or a folder. That it is neither is a [strictyaml.Error].
func (p plainFiles) Open(name string) (fs.File, error) {
	if info, err := fs.Stat(p.FS, name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &strictyaml.Error{File: name, Text: "this is " + kindOf(info.Mode()) + ", and only files are read"}
	}
	return p.FS.Open(name)
}

func kindOf(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "no file"
}

// overlay is two trees as one: a file of the upper hides one of the same name in
// the lower, and a folder holds what either has in it.
type overlay struct{ upper, lower fs.FS }

// without is a tree that lacks a folder.
type without struct {
	fs.FS
	folder string
}

// Open opens a file or a folder of what is left.
func (w without) Open(name string) (fs.File, error) {
	if name == w.folder || strings.HasPrefix(name, w.folder+"/") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return w.FS.Open(name)
}

// Open opens a file, or a folder of one of the trees.
func (o overlay) Open(name string) (fs.File, error) {
	f, err := o.upper.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.lower.Open(name)
	}
	return f, err
}

// ReadDir lists a folder of both trees.
func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	list, upperErr := fs.ReadDir(o.upper, name)
	if upperErr != nil && !errors.Is(upperErr, fs.ErrNotExist) {
		return nil, upperErr
	}
	below, lowerErr := fs.ReadDir(o.lower, name)
	if lowerErr != nil && (upperErr != nil || !errors.Is(lowerErr, fs.ErrNotExist)) {
		return nil, lowerErr
	}
	for _, entry := range below {
		if !slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == entry.Name() }) {
			list = append(list, entry)
		}
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}
