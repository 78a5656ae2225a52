package playground

import (
	"errors"
	"io/fs"
	"slices"

	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
	"lockstep/sim/unseen"
	"lockstep/web/phrase"
)

// File is where the groups are written down.
const File = "playground.yaml"

// Group is scenarios that belong together.
type Group struct {
	ID        string // an anchor; empty for those that no group names
	Title     Text
	About     Text
	Scenarios []*scenario.Scenario
}

// Text is a text by language.
type Text map[string]string

// Groups reads the file of fsys. Scenarios of the library's files that no group of it
// names are a group of their own, the last. Where something is wrong with the file, the
// rest of it counts: a group that cannot be read is left out, and so is a name in a group
// that is none. Then an error comes beside the groups, the first of those in the file: a
// [strictyaml.Error], if there is a file that can be read.
func Groups(fsys fs.FS, library *scenario.Library) ([]Group, error) {
	r := reader{library: library, named: make(map[string]bool)}
	top, err := strictyaml.ReadFile(fsys, File)
	if err == nil {
		err = top.Fields(map[string]strictyaml.Reader{"groups": r.readGroups}, "groups")
	}
	if r.amiss == nil {
		r.amiss = err
	}
	var rest Group
	for _, name := range library.Names() {
		if s, ok := library.Get(name); ok && !r.named[name] {
			rest.Scenarios = append(rest.Scenarios, s)
		}
	}
	if len(rest.Scenarios) > 0 {
		r.groups = append(r.groups, rest)
	}
	return r.groups, r.amiss
}

// reader reads the groups that can be read.
type reader struct {
	library *scenario.Library
	groups  []Group
	named   map[string]bool // scenarios that a group lists
	amiss   error           // the first
}

func (r *reader) readGroups(v strictyaml.Value) error {
	return v.Each("[{id: redlock, title: {…}, scenarios: [redlock]}]", func(v strictyaml.Value) error {
		g, err := r.readGroup(v)
		if err != nil {
			r.note(err)
			return nil
		}
		for _, s := range g.Scenarios {
			r.named[s.ID] = true
		}
		if len(g.Scenarios) > 0 {
			r.groups = append(r.groups, g)
		}
		return nil
	})
}

func (r *reader) note(err error) {
	if r.amiss == nil {
		r.amiss = err
	}
}

// readGroup reads one group. Names in it that are none are noted.
func (r *reader) readGroup(v strictyaml.Value) (Group, error) {
	var g Group
	err := v.Fields(map[string]strictyaml.Reader{
		"id":    strictyaml.IntoText(&g.ID),
		"title": g.Title.read,
		"about": g.About.read,
		"scenarios": func(v strictyaml.Value) error {
			return v.Each("[redlock]", func(v strictyaml.Value) error {
				name, err := v.Text()
				if err != nil {
					return err
				}
				s, ok := r.library.Get(name)
				switch {
				case !ok:
					r.note(v.Errorf("%q: there is no such scenario; %s", name, strictyaml.Others(name, r.library.Names())))
				case r.named[name] || slices.Contains(g.Scenarios, s):
					r.note(v.Errorf("%q: it is listed already", name))
				default:
					g.Scenarios = append(g.Scenarios, s)
				}
				return nil
			})
		},
	}, "id", "title", "about", "scenarios")
	return g, err
}

func (t *Text) read(v strictyaml.Value) error {
	*t = make(Text)
	known := make(map[string]strictyaml.Reader)
	for _, lang := range phrase.Languages {
		known[lang] = strictyaml.Set(func(text string) error {
			if hidden := unseen.First(text); hidden != "" {
				return errors.New(hidden + " stands in it, which no reader sees; leave it out")
			}
			(*t)[lang] = text
			return nil
		})
	}
	return v.Fields(known, phrase.Languages[:]...)
}

// Of returns the group that lists a scenario.
func Of(groups []Group, id string) (Group, bool) {
	i := slices.IndexFunc(groups, func(g Group) bool {
		return slices.ContainsFunc(g.Scenarios, func(s *scenario.Scenario) bool { return s.ID == id })
	})
	if i < 0 {
		return Group{}, false
	}
	return groups[i], true
}
