// Package profile holds the habits of lock libraries that people use, as the
// options of package lock that amount to them: the defaults that a release has, and
// what it does where the algorithm it claims to be says otherwise.
//
// A profile is a file named for its library:
//
//	id: redsync                    # as scenarios name it: lock: {profile: redsync}
//	name: redsync                  # as its users do
//	language: Go
//	releases: v4.18.1              # that were read
//	claims: redlock                # the kind of lock by whose promise it is judged
//	stands_in: [node_timeout]      # options that only come near to what it does
//	lock: {kind: redlock, …}       # in the words of a scenario's lock
//
// An option stands in where a lock cannot be told what the library does: to be woken by
// a message, for example. A comment in the file says what that is, and what is done here;
// readers of the page of libraries are told the former, by a phrase for each:
// site.libraries.actual.redsync.node_timeout.
//
// A scenario's own options go on top of a profile's: package scenario reads both.
// Whoever adds a library adds a file. A profile says nothing of good and bad: which
// promise an option keeps or breaks, package check finds out from a run.
package profile

import (
	"embed"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

//go:embed *.yaml
var files embed.FS

// Profile is one library.
type Profile struct {
	ID       string
	Name     string
	Language string
	Releases string // that were read, in its own way of counting
	Claims   string // the kind of lock that it says it is: one of trace.Locks

	// StandsIn names those of its options whose values are put in place of something that
	// no option says. They are no default of the library's.
	StandsIn []string

	Lock strictyaml.Value // its options, as a scenario's lock
}

// all are the embedded files. What is wrong with one is our own mistake.
var all = func() []Profile {
	list, err := read(files)
	if err != nil {
		panic("profile: " + err.Error())
	}
	return list
}()

// All lists the profiles by their ids.
func All() []Profile { return slices.Clone(all) }

// Find returns the profile of that id. If there is none, the error says which there
// are.
func Find(id string) (Profile, error) {
	var ids []string
	for _, p := range all {
		if p.ID == id {
			return p, nil
		}
		ids = append(ids, p.ID)
	}
	return Profile{}, errors.New("there is no profile of a library called so; " + strictyaml.Others(id, ids))
}

// read reads every profile of a folder, and puts them in the order of their ids.
func read(fsys fs.FS) ([]Profile, error) {
	names, err := fs.Glob(fsys, "*.yaml")
	if err != nil {
		return nil, err
	}
	var list []Profile
	for _, name := range names {
		p, err := readFile(fsys, name)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Profile) int { return strings.Compare(a.ID, b.ID) })
	return list, nil
}

func readFile(fsys fs.FS, name string) (p Profile, err error) {
	tree, err := strictyaml.ReadFile(fsys, name)
	if err != nil {
		return p, err
	}
	var standsIn strictyaml.Value
	err = tree.Fields(map[string]strictyaml.Reader{
		"id": strictyaml.Into(&p.ID, func(id string) (string, error) {
			if id != strings.TrimSuffix(path.Base(name), ".yaml") {
				return "", errors.New("a profile is called as its file is")
			}
			return id, nil
		}),
		"name":     strictyaml.IntoText(&p.Name),
		"language": strictyaml.IntoText(&p.Language),
		"releases": strictyaml.IntoText(&p.Releases),
		"claims": strictyaml.Into(&p.Claims, func(kind string) (string, error) {
			if !slices.Contains(trace.Locks[:], kind) {
				return "", errors.New("there is no such kind of lock; " + strictyaml.Others(kind, trace.Locks[:]))
			}
			return kind, nil
		}),
		"stands_in": func(v strictyaml.Value) error { standsIn = v; return nil },
		"lock":      func(v strictyaml.Value) error { p.Lock = v; return nil },
	}, "id", "name", "language", "releases", "claims", "lock")
	if err != nil || standsIn.IsZero() {
		return p, err
	}
	return p, p.readStandsIn(standsIn)
}

func (p *Profile) readStandsIn(v strictyaml.Value) error {
	return v.Each("[retry_delay]", strictyaml.Set(func(option string) error {
		if _, ok := p.Lock.Get(option); !ok {
			return errors.New("the lock has no such option")
		}
		p.StandsIn = append(p.StandsIn, option)
		return nil
	}))
}
