package lint

import (
	"errors"
	"io/fs"

	"lockstep/server/habits"
	"lockstep/server/playground"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
)

// checkScenarios reads the scenarios and the matrix's cells, and plays what says how it
// comes out.
func (c *checker) checkScenarios() {
	c.library = &scenario.Library{}
	c.insist(func(tree fs.FS) error {
		library, err := scenario.Open(tree)
		if err == nil {
			c.library = library
		}
		return err
	})
	c.Scenarios = len(c.library.Names())
	for _, name := range c.library.Names() {
		s, _ := c.library.Get(name)
		events, err := c.library.Play(c.engine, &run.Run{Scenario: name}, 0)
		switch miss := s.Expect.Miss(events); {
		case err != nil:
			c.addf(fileOf(name), 1, "it cannot be played: %v", err)
		case miss != "":
			c.addf(fileOf(name), 1, "it comes out otherwise than it says under expect: %s", miss)
		}
	}
}

// fileOf is the file of a scenario.
func fileOf(scenario string) string { return "scenarios/" + scenario + ".yaml" }

// checkLists reads what names scenarios: the matrix, the habits and the playground.
func (c *checker) checkLists() {
	m, err := matrix.Load(c.tree, c.library)
	c.matrix, c.spoiled["matrix"] = m, err != nil
	c.addAll(err)
	c.insist(func(tree fs.FS) error {
		list, err := habits.Load(tree, c.library)
		if err == nil {
			c.habits = list
		}
		return err
	})
	if _, err := playground.Groups(c.tree, c.library); !errors.Is(err, fs.ErrNotExist) {
		c.addAll(err)
	}
}
