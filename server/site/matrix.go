package site

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/server/cells"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Matrix is what the page of the matrix shows.
type Matrix interface {
	// Cells plays every cell. It is asked once, when somebody first wants the page.
	Cells() ([]*matrix.Cell, error)

	// Of returns the cell whose run that is, if it is one's.
	Of(r *run.Run, events []trace.Event) (*matrix.Cell, bool)
}

// matrixView is the matrix for its template.
type matrixView struct {
	Variants []heading
	Outcomes []outcome
	Rows     []row
}

// heading is a variant or a scenario.
type heading struct{ ID, Title string }

// outcome is one of the words for what comes of a cell, with its shape.
type outcome struct{ Class, Sign, Word, Means string }

// row is a scenario with its cells.
type row struct {
	heading
	Summary string
	Cells   []cellView
}

// cellView is a cell, told.
type cellView struct {
	outcome
	Variant heading
	Label   string // for who does not see the table
	Run     string // its address; empty if there is none
	Reason  string
	More    []string
}

// signs are the shapes of the outcomes, so that none is told by its colour alone.
var signs = map[string]string{"broken": "!", "guarded": "◐", "stuck": "‖", "ok": "✓", matrix.NotApplicable: "–"}

// renderMatrix renders the page in every language.
func (s *Site) renderMatrix() (playedPages, error) {
	all, err := s.config.Matrix.Cells()
	if err != nil {
		return playedPages{}, err
	}
	pages, err := s.renderEach("matrix", func(v *view) { v.Matrix = v.matrix(all) })
	return playedPages{pages, true}, err
}

// matrix puts cells, row by row, into words.
func (v *view) matrix(all []*matrix.Cell) *matrixView {
	m := &matrixView{}
	for _, o := range matrix.Outcomes {
		m.Outcomes = append(m.Outcomes, v.outcome(o))
	}
	for _, c := range all {
		if len(m.Rows) == 0 || m.Rows[len(m.Rows)-1].ID != c.Scenario.ID {
			m.Rows = append(m.Rows, row{heading: heading{c.Scenario.ID, c.Scenario.Title.In(v.Lang)}, Summary: c.Scenario.Summary.In(v.Lang)})
		}
		r := &m.Rows[len(m.Rows)-1]
		r.Cells = append(r.Cells, v.cell(c))
		if len(m.Rows) == 1 {
			m.Variants = append(m.Variants, r.Cells[len(r.Cells)-1].Variant)
		}
	}
	return m
}

func (v *view) outcome(o string) outcome {
	return outcome{
		Class: strings.ReplaceAll(o, "/", "-"), Sign: signs[o],
		Word: cells.Outcome(v.phrases, o), Means: cells.Meaning(v.phrases, o),
	}
}

func (v *view) cell(c *matrix.Cell) cellView {
	x := cellView{
		outcome: v.outcome(c.Outcome),
		Variant: heading{c.Variant.ID, c.Variant.Title.In(v.Lang)},
		Reason:  cells.Reason(v.phrases, c),
		More:    v.more(c),
	}
	x.Label = v.Say("site.matrix.cell", "scenario", c.Scenario.ID, "variant", c.Variant.ID, "outcome", x.Word)
	if c.Lacks == "" {
		x.Run = v.runPath(&c.Run)
	}
	return x
}

// more is what is to be said of a cell besides its reason: what it had promised, what is
// set, what is assumed.
func (v *view) more(c *matrix.Cell) []string {
	all := []string{cells.Promise(v.phrases, c), cells.Options(v.phrases, c), cells.Assumed(v.phrases, c, v.Lang)}
	return slices.DeleteFunc(all, func(text string) bool { return text == "" })
}

// Counted is how many there are of something, for a phrase.
func (m *matrixView) Counted() []string {
	return []string{"scenarios", strconv.Itoa(len(m.Rows)), "variants", strconv.Itoa(len(m.Variants))}
}

// Lede is the page's first sentence.
func (v *view) Lede() string { return v.Say("site.matrix.lede", v.Matrix.Counted()...) }
