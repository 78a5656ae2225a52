package scenario

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"lockstep/sim/strictyaml"
)

// Library is scenarios by name. The zero Library is empty.
type Library struct {
	scenarios map[string]*Scenario
	files     []string // the names of those that are files of the library, in order
}

// Open reads every scenarios/*.yaml of fsys. Each is called as its file is.
func Open(fsys fs.FS) (*Library, error) {
	files, err := fs.Glob(fsys, "scenarios/*.yaml")
	if err != nil {
		return nil, err
	}
	l := &Library{}
	for _, file := range files {
		s, err := ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		if name := strings.TrimSuffix(path.Base(file), ".yaml"); s.ID != name {
			id, _ := s.tree.Get("id")
			return nil, id.Errorf("%q: the file is called %s.yaml, so the id must be %s", s.ID, name, name)
		}
		if err := l.Add(s); err != nil {
			return nil, err
		}
		l.files = append(l.files, s.ID)
	}
	// The files are in order, their names may not be: - sorts before the dot.
	slices.Sort(l.files)
	return l, nil
}

// Add makes a scenario one that Get finds and runs can name, as long as no other is
// called so. Names does not list it.
func (l *Library) Add(s *Scenario) error {
	if _, ok := l.scenarios[s.ID]; ok {
		return s.tree.Errorf("there is a scenario %q already", s.ID)
	}
	if l.scenarios == nil {
		l.scenarios = make(map[string]*Scenario)
	}
	l.scenarios[s.ID] = s
	return nil
}

// Names returns the names of the library's files, in order.
func (l *Library) Names() []string { return slices.Clone(l.files) }

// Get returns the scenario of that name.
func (l *Library) Get(name string) (*Scenario, bool) {
	s, ok := l.scenarios[name]
	return s, ok
}

// ErrUnknown is the error of a run whose scenario the library does not have. It is an
// [InputError], too.
var ErrUnknown = errors.New("scenario: there is none of that name")

// ErrOutdated is the error of a run of another engine, or of another edition of its
// scenario. It is an [InputError], too.
var ErrOutdated = errors.New("scenario: the run would look different here")

// sorted is an InputError of a sort that callers tell apart.
type sorted struct{ sort, input error }

func (l *Library) unknown(name string) error {
	if len(l.files) == 0 {
		return sorted{ErrUnknown, inputf("there is no scenario %q", name)}
	}
	return sorted{ErrUnknown, inputf("there is no scenario %q; %s", name, strictyaml.Others(name, l.files))}
}

func (e sorted) Error() string   { return e.input.Error() }
func (e sorted) Unwrap() []error { return []error{e.sort, e.input} }
