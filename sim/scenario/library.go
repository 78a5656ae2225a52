package scenario

import (
	"io/fs"
	"slices"
	"strings"

	"lockstep/sim/strictyaml"
)

// Library is the scenarios of a folder.
type Library struct {
	scenarios []*Scenario // by name
}

// Open reads every scenarios/*.yaml of fsys.
func Open(fsys fs.FS) (*Library, error) {
	files, err := fs.Glob(fsys, "scenarios/*.yaml")
	if err != nil {
		return nil, err
	}
	l := &Library{}
	for _, file := range files {
		top, err := strictyaml.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		s, err := read(file, top)
		if err != nil {
			return nil, err
		}
		l.scenarios = append(l.scenarios, s)
	}
	// The files are in order, their names may not be: - sorts before the dot.
	slices.SortFunc(l.scenarios, func(a, b *Scenario) int { return strings.Compare(a.Name, b.Name) })
	return l, nil
}

// Names returns the names of the scenarios, in order.
func (l *Library) Names() []string {
	names := make([]string, len(l.scenarios))
	for i, s := range l.scenarios {
		names[i] = s.Name
	}
	return names
}

// Get returns the scenario of that name.
func (l *Library) Get(name string) (*Scenario, bool) {
	for _, s := range l.scenarios {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}
