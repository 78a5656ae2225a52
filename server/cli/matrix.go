package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"lockstep/lessons"
	"lockstep/server/cells"
	"lockstep/sim/matrix"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

type matrixCommand struct {
	Format string `placeholder:"text|json" default:"text" help:"A table with the reason of each cell, or a list of all cells as JSON."`
	Lang   string `placeholder:"en|ms|zh" default:"en" help:"Language of the titles and reasons."`

	dataFlag `embed:""`
}

// Run plays every cell and tells what came of them.
func (c *matrixCommand) Run(env *environment) error {
	if c.Format != "text" && c.Format != "json" {
		return usagef("--format: %q is no format; there is text and json", c.Format)
	}
	if err := checkLang(c.Lang); err != nil {
		return err
	}
	_, m, err := c.scenarios()
	if err != nil {
		return err
	}
	tree, err := c.tree()
	if err != nil {
		return err
	}
	words, err := lessons.Phrases(tree, c.Lang)
	if err != nil {
		return c.blame(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	all, err := m.All(engine)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return writeCells(env.stdout, all)
	}
	t := table{out: env.stdout, m: m, cells: all, words: words, lang: c.Lang}
	for _, cell := range all {
		t.links = max(t.links, len(link(cell))+2)
	}
	t.write()
	return nil
}

// jsonCell is a cell as JSON has it.
type jsonCell struct {
	Scenario string            `json:"scenario"`
	Variant  string            `json:"variant"`
	Outcome  string            `json:"outcome"`
	Run      string            `json:"run"` // its link form; empty where nothing was run
	Rules    []string          `json:"rules"`
	Promised bool              `json:"promised"`
	Options  map[string]string `json:"options"`
}

// link is the link form of the cell's run; empty if nothing was run.
func link(cell *matrix.Cell) string {
	if cell.Lacks != "" {
		return ""
	}
	return cell.Run.Link()
}

// writeCells writes a list, one cell a line.
func writeCells(w io.Writer, all []*matrix.Cell) error {
	for i, cell := range all {
		j := jsonCell{
			Scenario: cell.Scenario.ID, Variant: cell.Variant.ID, Outcome: cell.Outcome, Run: link(cell),
			Rules: append([]string{}, cell.Rules...), Promised: cell.Promised, Options: make(map[string]string),
		}
		for _, o := range cell.Options {
			j.Options[o.Name] = o.Value
		}
		b, err := json.Marshal(j)
		if err != nil {
			return err
		}
		before, after := " ", ","
		if i == 0 {
			before = "["
		}
		if i == len(all)-1 {
			after = "]"
		}
		if _, err := fmt.Fprintf(w, "%s%s%s\n", before, b, after); err != nil {
			return err
		}
	}
	return nil
}

// table is the matrix as text.
type table struct {
	out   io.Writer
	m     *matrix.Matrix
	cells []*matrix.Cell // row by row
	words phrase.Catalog
	lang  string
	links int // width of the column of the cells' runs
}

// width is that of a column. The words of all languages fit, as terminals count.
const width = 11

func (t *table) write() {
	t.grid()
	fmt.Fprintln(t.out)
	for _, v := range t.m.Variants {
		fmt.Fprintf(t.out, "%-4s%s\n", visible(v.ID), visible(v.Title.In(t.lang)))
	}
	fmt.Fprintln(t.out)
	for _, o := range matrix.Outcomes {
		fmt.Fprintf(t.out, "%s: %s\n", cells.Outcome(t.words, o), cells.Meaning(t.words, o))
	}
	fmt.Fprintf(t.out, "\n%s\n", t.words.Say("site.matrix.play", "command", "lockstep run "+t.example()))
	for i, s := range t.m.Scenarios {
		fmt.Fprintf(t.out, "\n%s  %s\n%s\n", visible(s.ID), visible(s.Title.In(t.lang)), visible(s.Summary.In(t.lang)))
		n := len(t.m.Variants)
		t.row(t.cells[i*n : (i+1)*n])
	}
}

// grid writes the outcomes alone.
func (t *table) grid() {
	line := padded("", 5)
	for _, v := range t.m.Variants {
		line += padded(visible(v.ID), width)
	}
	fmt.Fprintln(t.out, trimmed(line))
	for i, s := range t.m.Scenarios {
		line := padded(visible(s.ID), 5)
		for j := range t.m.Variants {
			line += padded(cells.Outcome(t.words, t.cells[i*len(t.m.Variants)+j].Outcome), width)
		}
		fmt.Fprintln(t.out, trimmed(line))
	}
}

// row tells of a scenario's cells, one a line: outcome, run, reason.
func (t *table) row(row []*matrix.Cell) {
	for _, cell := range row {
		more := ""
		for _, text := range []string{
			cells.Promise(t.words, cell), cells.Options(t.words, cell), cells.Assumed(t.words, cell, t.lang),
		} {
			if text != "" {
				more += " " + text
			}
		}
		fmt.Fprintf(t.out, "  %s%s%s%s%s\n", padded(visible(cell.Variant.ID), 4), padded(cells.Outcome(t.words, cell.Outcome), width),
			padded(link(cell), t.links), visible(cells.Reason(t.words, cell)), visible(more))
	}
}

// example names a cell that was run.
func (t *table) example() string {
	for _, cell := range t.cells {
		if cell.Outcome == trace.VerdictBroken {
			return matrix.Name(cell.Scenario, cell.Variant)
		}
	}
	return "S1.A"
}

// padded fills a text up to a column, as terminals count: a Chinese letter is two
// wide.
func padded(text string, width int) string {
	for _, r := range text {
		width--
		if r >= 0x2e80 {
			width--
		}
	}
	for ; width > 0; width-- {
		text += " "
	}
	return text
}

func trimmed(line string) string {
	for len(line) > 0 && line[len(line)-1] == ' ' {
		line = line[:len(line)-1]
	}
	return line
}
