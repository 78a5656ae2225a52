//go:build js

package dom

import (
	"syscall/js"

	"lockstep/sim/trace"
	"lockstep/wasm/stage"
	"lockstep/web/draw"
	"lockstep/web/phrase"
	"lockstep/web/scene"
	"lockstep/web/spacetime"
	"lockstep/web/thing"
)

// board is what a stage has around its figure: a stage.View.
type board struct {
	figure *figure
	driven *stage.Stage
	parts  [stage.Parts]element
	hosts  [stage.Parts]js.Value // the same; undefined for none
	widths [stage.Parts]int      // of those whose width matters, in pixels

	tools element // the first of the buttons that the page came with
	count int     // how many they are

	other topology
	space diagram
}

var boardSelectors = [stage.Parts]string{
	stage.Verdict:          `[data-part="verdict"]`,
	stage.VerdictHeadline:  `[data-part="verdict-headline"]`,
	stage.VerdictWhy:       `[data-part="verdict-why"]`,
	stage.VerdictPromise:   `[data-part="verdict-promise"]`,
	stage.VerdictChange:    `[data-part="verdict-change"]`,
	stage.VerdictButton:    `[data-do="verdict"]`,
	stage.VerdictGo:        `[data-part="verdict-go"]`,
	stage.Compare:          `[data-part="compare"]`,
	stage.NameThis:         `[data-part="compare-name-this"]`,
	stage.NameThat:         `[data-part="compare-name-that"]`,
	stage.VerdictThis:      `[data-part="compare-verdict-this"]`,
	stage.VerdictThat:      `[data-part="compare-verdict-that"]`,
	stage.Changed:          `[data-part="compare-changed"]`,
	stage.Difference:       `[data-part="compare-difference"]`,
	stage.DifferenceButton: `[data-do="difference"]`,
	stage.Space:            `[data-part="space"]`,
	stage.FoldButton:       `[data-do="fold"]`,
	stage.Events:           `[data-part="events"]`,
	stage.TabTopology:      `[data-do="tab"][data-arg="topology"]`,
	stage.TabTime:          `[data-do="tab"][data-arg="time"]`,
	stage.TabEvents:        `[data-do="tab"][data-arg="events"]`,
	stage.TabCode:          `[data-do="tab"][data-arg="code"]`,
	stage.Branches:         `[data-part="branches"]`,
	stage.UndoButton:       `[data-do="undo"]`,
	stage.RedoButton:       `[data-do="redo"]`,
	stage.CompareButton:    `[data-do="compare"]`,
	stage.Seed:             `[data-part="seed"]`,
	stage.Lanes:            `[data-part="lanes"]`,
	stage.Menu:             `[data-part="menu"]`,
	stage.MenuTitle:        `[data-part="menu-title"]`,
	stage.MenuList:         `[data-part="menu-list"]`,
	stage.Amount:           `[data-part="amount"]`,
	stage.AmountTitle:      `[data-part="amount-title"]`,
	stage.AmountLabel:      `[data-part="amount-label"]`,
	stage.AmountHint:       `[data-part="amount-hint"]`,
	stage.AmountValue:      `[data-form="amount"] [name="amount"]`,
	stage.Console:          `[data-part="console"]`,
	stage.ConsoleTitle:     `[data-part="console-title"]`,
	stage.ConsoleLog:       `[data-part="console-log"]`,
	stage.ConsoleLine:      `[data-form="console"] [name="line"]`,
	stage.Share:            `[data-part="share"]`,
	stage.ShareAddress:     `[data-part="share-address"]`,
	stage.ShareCopied:      `[data-part="share-copied"]`,
	stage.Name:             `[data-part="name"]`,
	stage.NameValue:        `[data-form="name"] [name="name"]`,
	stage.Params:           `[data-part="params"]`,
	stage.ParamsForm:       `[data-form="params"]`,
	stage.ParamsProblem:    `[data-part="params-problem"]`,
	stage.KeysList:         `dialog[data-part="keys"]`,
	stage.Other:            `[data-part="stage-other"]`,
}

func newBoard(f *figure, say phrase.Catalog) *board {
	b := &board{figure: f}
	for part, selector := range boardSelectors {
		b.parts[part] = noElement
		if selector == "" {
			continue
		}
		if el := f.root.Call("querySelector", selector); !el.IsNull() {
			b.parts[part], b.hosts[part] = f.page.host.keep(el), el
		}
	}
	b.parts[stage.Whole], b.hosts[stage.Whole] = f.parts[0], f.root
	b.tools, b.count = f.page.host.all(f.root, "button[data-do]")
	b.measure()
	f.stage.options.Hands = true
	f.stage.options.Layout = layoutFor(b.widths[stage.Whole])
	b.other.el, b.other.options = b.parts[stage.Other], f.stage.options
	b.other.options.ID += "-other"
	b.other.options.Hands = false
	b.space.el = b.parts[stage.Space]
	b.space.options = spacetime.Options{Words: say, Lang: f.stage.options.Lang, ID: f.stage.options.ID + "-space", Hands: true}
	return b
}

// least is how many pixels the wide picture takes.
const leastWide = 720

func layoutFor(width int) scene.Layout {
	if width < leastWide {
		return scene.Narrow
	}
	return scene.Stage
}

// measure reads how wide the parts are that are drawn by their width.
func (b *board) measure() {
	width := func(el js.Value) int {
		if el.IsUndefined() {
			return 0
		}
		return el.Get("clientWidth").Int()
	}
	b.widths[stage.Space] = width(b.hosts[stage.Space])
	b.widths[stage.Other] = width(b.hosts[stage.Other])
	b.widths[stage.Whole] = width(b.figure.host)
}

// resized draws anew what goes by its width.
func (b *board) resized() {
	b.measure()
	if w := b.widths[stage.Whole]; w > 0 { // a view that is not shown keeps its layout
		b.figure.stage.options.Layout = layoutFor(w)
		b.other.options.Layout = layoutFor(b.widths[stage.Other])
	}
	b.driven.Redraw()
}

// The rest is stage.View.

func (b *board) changes() *list { return &b.figure.page.changes }

func (b *board) Has(p stage.Part) bool { return b.parts[p] != noElement }

// Enable leaves those alone that are not always of use: the stage sees to them.
func (b *board) Enable() {
	for i := range b.count {
		b.changes().drop(b.tools+element(i), "disabled")
	}
}

func (b *board) SetText(p stage.Part, text string) { b.changes().text(b.parts[p], text) }

func (b *board) SetAttr(p stage.Part, name, value string) { b.changes().attr(b.parts[p], name, value) }

func (b *board) DropAttr(p stage.Part, name string) { b.changes().drop(b.parts[p], name) }

func (b *board) SetValue(p stage.Part, value string) { b.changes().value(b.parts[p], value) }

func (b *board) SetHTML(p stage.Part, markup []byte) { b.changes().html(b.parts[p], markup) }

func (b *board) Insert(p stage.Part, place int, markup []byte) {
	b.changes().child(b.parts[p], draw.Insert, place, markup)
}

func (b *board) Replace(p stage.Part, place int, markup []byte) {
	b.changes().child(b.parts[p], draw.Replace, place, markup)
}

func (b *board) Remove(p stage.Part, place int) {
	b.changes().child(b.parts[p], draw.Remove, place, nil)
}

func (b *board) Show(p stage.Part, place int) { b.changes().within(b.parts[p], place) }

func (b *board) Open(p stage.Part) { b.changes().open(b.parts[p]) }

func (b *board) Close(p stage.Part) { b.changes().close(b.parts[p]) }

func (b *board) Focus(p stage.Part) { b.changes().focus(b.parts[p]) }

func (b *board) Step(p stage.Part, next bool) { b.changes().step(b.parts[p], next) }

func (b *board) Fill(p stage.Part, values []stage.Field) { b.changes().fill(b.parts[p], values) }

func (b *board) Hold(t thing.Thing) { b.figure.stage.options.Held = t }

func (b *board) DrawOther(s *trace.State, t trace.Time) {
	if s == nil {
		b.other.clear(b.changes())
		return
	}
	b.other.draw(b.changes(), s, t)
}

func (b *board) DrawSpace(story *spacetime.Story, happened int, t trace.Time, v spacetime.View) {
	b.space.draw(b.changes(), story, happened, t, v)
}

func (b *board) Width(p stage.Part) int { return b.widths[p] }
