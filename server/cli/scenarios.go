package cli

import (
	"fmt"
	"strings"

	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
)

type scenariosCommand struct {
	dataFlag `embed:""`
}

// Run lists the scenarios.
func (c *scenariosCommand) Run(env *environment) error {
	library, err := c.library()
	if err != nil {
		return err
	}
	for i, name := range library.Names() {
		s, _ := library.Get(name)
		if i > 0 {
			fmt.Fprintln(env.stdout)
		}
		fmt.Fprintf(env.stdout, "%s\n    %s\n    %s\n", visible(s.Name), visible(s.Title), visible(s.Summary))
	}
	return nil
}

func (d dataFlag) library() (*scenario.Library, error) {
	tree, err := d.tree()
	if err != nil {
		return nil, err
	}
	library, err := scenario.Open(tree)
	return library, d.blame(err)
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
	if near := strictyaml.Nearest(name, names); near != "" {
		perhaps = fmt.Sprintf(" Did you mean %s?", visible(near))
	}
	return nil, usagef("SCENARIO: there is no scenario %q.%s There are: %s.", name, perhaps, visible(strings.Join(names, ", ")))
}
