package playground

import (
	"errors"
	"io/fs"
	"slices"

	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
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
// names are a group of their own, the last. Whatever is wrong with the file is a
// [strictyaml.Error].
func Groups(fsys fs.FS, library *scenario.Library) ([]Group, error) {
	top, err := strictyaml.ReadFile(fsys, File)
	if err != nil {
		return nil, err
	}
	var list []Group
	named := make(map[string]bool)
	err = top.Fields(map[string]strictyaml.Reader{
		"groups": func(v strictyaml.Value) error {
			return v.Each("[{id: redlock, title: {…}, scenarios: [redlock]}]", func(v strictyaml.Value) error {
				g, err := readGroup(v, library, named)
				list = append(list, g)
				return err
			})
		},
	}, "groups")
	if err != nil {
		return nil, err
	}
	var rest Group
	for _, name := range library.Names() {
		if s, ok := library.Get(name); ok && !named[name] {
			rest.Scenarios = append(rest.Scenarios, s)
		}
	}
	if len(rest.Scenarios) > 0 {
		list = append(list, rest)
	}
	return list, nil
}

// readGroup reads one group, and notes which scenarios it names.
func readGroup(v strictyaml.Value, library *scenario.Library, named map[string]bool) (Group, error) {
	var g Group
	err := v.Fields(map[string]strictyaml.Reader{
		"id":    strictyaml.IntoText(&g.ID),
		"title": g.Title.read,
		"about": g.About.read,
		"scenarios": func(v strictyaml.Value) error {
			return v.Each("[redlock]", strictyaml.Set(func(name string) error {
				s, ok := library.Get(name)
				switch {
				case !ok:
					return errors.New("there is no such scenario; " + strictyaml.Others(name, library.Names()))
				case named[name]:
					return errors.New("it is listed already")
				}
				named[name] = true
				g.Scenarios = append(g.Scenarios, s)
				return nil
			}))
		},
	}, "id", "title", "about", "scenarios")
	return g, err
}

// languages are those that a text is given in.
var languages = []string{"en", "ms", "zh"}

func (t *Text) read(v strictyaml.Value) error {
	*t = make(Text)
	known := make(map[string]strictyaml.Reader)
	for _, lang := range languages {
		known[lang] = strictyaml.Set(func(text string) error { (*t)[lang] = text; return nil })
	}
	return v.Fields(known, languages...)
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
