package cli

import (
	"fmt"
	"strings"

	"lockstep/sim/scenario"
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
		fmt.Fprintf(env.stdout, "%s\n    %s\n    %s\n", s.Name, s.Title, s.Summary)
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
	if near := nearest(name, names); near != "" {
		perhaps = fmt.Sprintf(" Did you mean %s?", near)
	}
	return nil, usagef("SCENARIO: there is no scenario %q.%s There are: %s.", name, perhaps, strings.Join(names, ", "))
}

// nearest returns the name that differs least from what was given, or nothing if
// more than a third of it is different.
func nearest(given string, names []string) string {
	best, least := "", len(given)/3+1
	for _, name := range names {
		if d := distance(given, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance counts the bytes to change, insert or leave out to make b of a:
// Levenshtein's distance.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
