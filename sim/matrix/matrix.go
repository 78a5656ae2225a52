package matrix

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
)

// Matrix is all scenarios by all variants.
type Matrix struct {
	Variants  []*Variant
	Scenarios []*Scenario

	cells   map[string]*Cell // by name, not played; none for those that lack what they need
	library *scenario.Library
}

const (
	// Folder is where the files are.
	Folder = "matrix"

	// VariantsFile is the one that is no scenario's.
	VariantsFile = Folder + "/variants.yaml"
)

// Load reads the folder matrix of fsys, composes every cell and makes each a
// scenario of the library. Whatever is wrong with a file is a [strictyaml.Error].
func Load(fsys fs.FS, library *scenario.Library) (*Matrix, error) {
	file, err := strictyaml.ReadFile(fsys, VariantsFile)
	if err != nil {
		return nil, err
	}
	m := &Matrix{library: library, cells: make(map[string]*Cell)}
	if m.Variants, err = readVariants(file); err != nil {
		return nil, err
	}
	if m.Scenarios, err = readScenarios(fsys, m.Variants); err != nil {
		return nil, err
	}
	if len(m.Scenarios) == 0 {
		return nil, file.Errorf("there is no scenario beside it; want one, such as matrix/S1.yaml")
	}
	for _, s := range m.Scenarios {
		for _, v := range m.Variants {
			if err := m.add(s, v); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// readScenarios reads every file but the variants', in the order of their numbers:
// S2 before S10.
func readScenarios(fsys fs.FS, variants []*Variant) (all []*Scenario, err error) {
	files, err := fs.Glob(fsys, Folder+"/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if file == VariantsFile {
			continue
		}
		top, err := strictyaml.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		s, err := readScenario(file, top, variants)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b *Scenario) int { return number(a.ID) - number(b.ID) })
	return all, nil
}

// number is the number at the end of a scenario's name; 0 if there is none.
func number(id string) int {
	n, _ := strconv.Atoi(strings.TrimLeft(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	return n
}

// Name is what the cell's scenario is called in the library.
func Name(s *Scenario, v *Variant) string { return s.ID + "." + v.ID }

// add composes one cell, unless the variant lacks what the scenario needs.
func (m *Matrix) add(s *Scenario, v *Variant) error {
	if _, lacks := s.lacks(v); lacks {
		return nil
	}
	var title Text
	for i := range title {
		title[i] = fmt.Sprintf(titles[i], s.Title[i], v.Title[i])
	}
	composed, err := v.compose(Name(s, v), title, s.Summary, s.over(v))
	if err != nil {
		return in(Name(s, v), err)
	}
	m.cells[composed.ID] = newCell(s, v)
	return m.library.Add(composed)
}

// in says of an error in which cell it came up: the file alone may be right.
func in(cell string, err error) error {
	if bad, ok := errors.AsType[*strictyaml.Error](err); ok {
		return &strictyaml.Error{File: bad.File, Line: bad.Line, Text: bad.Text + " (in " + cell + ")"}
	}
	return err
}

// titles are the titles of cells, of the scenario and the variant.
var titles = Text{"%s: %s", "%s: %s", "%s：%s"}
