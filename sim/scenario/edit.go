package scenario

import (
	"errors"
	"slices"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/world"
)

// Compile returns the world that the scenario makes with these parameters. Each
// edits the document by its path, the last of one path counts, and the whole is
// read as strictly as a file. What is wrong is an [InputError] that names the
// parameter. The world must not be changed: runs share it.
func (s *Scenario) Compile(params []run.Param) (*world.Config, error) {
	if len(params) == 0 {
		c := s.config
		return &c, nil
	}
	tree := s.tree
	for _, p := range params {
		x, err := strictyaml.ParseGiven("parameter "+p.Name, p.Value)
		if err != nil {
			return nil, err
		}
		if why := unknownPath(tree, p.Name); why != nil {
			return nil, x.Refuse(why)
		}
		if tree, err = tree.Set(p.Name, x); err != nil {
			return nil, err
		}
	}
	c, err := new(Scenario).read(tree)
	var input *InputError
	if errors.As(err, &input) && input.File != "" {
		// The file by itself is right: what is wrong with it came of the parameters.
		e := *input
		e.With = namesOf(params)
		e.File, e.Line, e.Text = "", 0, "with "+called(e.With)+": "+input.Error()
		return nil, &e
	}
	return c, err
}

// unknownPath says why no run can change what stands at a path; or nil. What the reader
// will say of a name that it does not know is left to it.
func unknownPath(tree strictyaml.Value, path string) *strictyaml.Wrong {
	first, rest, deeper := strings.Cut(path, ".")
	if !within(path) {
		text := "nothing that a run may change is called so; "
		var t told
		if _, option := t.fields(&lock.Options{})[first]; option && !deeper {
			text += "did you mean lock." + first + "? There is " + strings.Join(sections, ", ")
		} else {
			text += strictyaml.Others(first, sections)
		}
		return wrong("unknown", text, "names", strings.Join(sections, ", "))
	}
	// A resource may be called anything, so one misspelt would be one more.
	name, _, within := strings.Cut(rest, ".")
	if first != "resources" || !within {
		return nil
	}
	resources, _ := tree.Get(first)
	if _, ok := resources.Get(name); ok {
		return nil
	}
	var names []string
	resources.Entries("", func(name string, _ strictyaml.Value) error {
		names = append(names, name)
		return nil
	})
	return wrong("nobody", "there is no resource "+`"`+name+`"; `+strictyaml.Others(name, names), "name", name, "names", strings.Join(names, ", "))
}

// namesOf lists parameters, each once.
func namesOf(params []run.Param) []string {
	var names []string
	for _, p := range params {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}

func called(names []string) string {
	if len(names) == 1 {
		return "parameter " + names[0]
	}
	return "parameters " + strings.Join(names, ", ")
}

// clash is the error of parameters that do not go together, about those of them that
// clash: without any of these the scenario can be read, or is wrong elsewhere.
func (s *Scenario) clash(params []run.Param, err error) error {
	var input *InputError
	if !errors.As(err, &input) || len(input.With) < 2 {
		return err
	}
	about := input
	for _, name := range input.With {
		fewer := slices.DeleteFunc(slices.Clone(params), func(p run.Param) bool { return p.Name == name })
		_, err := s.Compile(fewer)
		var still *InputError
		if errors.As(err, &still) && len(still.With) > 0 && still.Way == about.Way {
			params, about = fewer, still
		}
	}
	return about
}
