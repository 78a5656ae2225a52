package cli

import (
	"regexp"
	"slices"
	"strings"

	"lockstep/lessons"
	"lockstep/server/cells"
	"lockstep/sim/matrix"
	"lockstep/sim/strictyaml"
)

// cellLike matches what looks like a cell's name: S12.G.
var cellLike = regexp.MustCompile(`^[A-Za-z]+[0-9]+\..+$`)

// noCell says why a name that looks like a cell's, and is in no library, cannot be
// run: the cell is n/a, or there is no such column, or no such row. It is nil for
// other names.
func (d dataFlag) noCell(m *matrix.Matrix, name string) error {
	if !cellLike.MatchString(name) {
		return nil
	}
	row, column, _ := strings.Cut(name, ".")
	s := slices.IndexFunc(m.Scenarios, func(s *matrix.Scenario) bool { return s.ID == row })
	if s < 0 {
		first, last := m.Scenarios[0], m.Scenarios[len(m.Scenarios)-1]
		return usagef("SCENARIO: there is no cell %q: the matrix's scenarios go from %s to %s", name, visible(first.ID), visible(last.ID))
	}
	v := slices.IndexFunc(m.Variants, func(v *matrix.Variant) bool { return v.ID == column })
	if v < 0 {
		var ids []string
		for _, v := range m.Variants {
			ids = append(ids, v.ID)
		}
		return usagef("SCENARIO: there is no cell %q: no kind of lock is called %q; %s", name, column, visible(strictyaml.Others(column, ids)))
	}
	return d.notApplicable(m, m.Scenarios[s], m.Variants[v])
}

// notApplicable says what the lock of a cell lacks.
func (d dataFlag) notApplicable(m *matrix.Matrix, s *matrix.Scenario, v *matrix.Variant) error {
	tree, err := d.tree()
	if err != nil {
		return err
	}
	words, err := lessons.Phrases(tree, "en") // as are all complaints
	if err != nil {
		return d.blame(err)
	}
	cell, err := m.Run(nil, s, v) // it would be in the library if there were anything to play
	if err != nil {
		return err
	}
	return usagef("SCENARIO: the cell %s is n/a and has no run. %s lockstep matrix says which cells have one.",
		visible(matrix.Name(s, v)), visible(cells.Reason(words, cell)))
}
