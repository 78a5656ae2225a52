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

	tools element // the first of the buttons that the page came with
	count int     // how many they are

	other topology
	space diagram
}

var boardSelectors = [stage.Parts]string{
	stage.Verdict:          "verdict",
	stage.VerdictHeadline:  "verdict-headline",
	stage.VerdictWhy:       "verdict-why",
	stage.VerdictPromise:   "verdict-promise",
	stage.VerdictChange:    "verdict-change",
	stage.VerdictButton:    `[data-do="verdict"]`,
	stage.VerdictGo:        "verdict-go",
	stage.Compare:          "compare",
	stage.NameThis:         "compare-name-this",
	stage.NameThat:         "compare-name-that",
	stage.PictureThis:      "picture-name-this",
	stage.PictureThat:      "picture-name-that",
	stage.VerdictThis:      "compare-verdict-this",
	stage.VerdictThat:      "compare-verdict-that",
	stage.Changed:          "compare-changed",
	stage.Difference:       "compare-difference",
	stage.DifferenceButton: `[data-do="difference"]`,
	stage.Space:            "space",
	stage.FoldButton:       `[data-do="fold"]`,
	stage.Events:           "events",
	stage.TabTopology:      `[data-do="tab"][data-arg="topology"]`,
	stage.TabTime:          `[data-do="tab"][data-arg="time"]`,
	stage.TabEvents:        `[data-do="tab"][data-arg="events"]`,
	stage.TabCode:          `[data-do="tab"][data-arg="code"]`,
	stage.Branches:         "branches",
	stage.UndoButton:       `[data-do="undo"]`,
	stage.RedoButton:       `[data-do="redo"]`,
	stage.CompareButton:    `[data-do="compare"]`,
	stage.Seed:             "seed",
	stage.Lanes:            "lanes",
	stage.Seen:             `[data-part="seen"]`,
	stage.Menu:             "menu",
	stage.MenuTitle:        "menu-title",
	stage.MenuList:         "menu-list",
	stage.Amount:           "amount",
	stage.AmountTitle:      "amount-title",
	stage.AmountLabel:      "amount-label",
	stage.AmountHint:       "amount-hint",
	stage.AmountValue:      `[data-form="amount"] [name="amount"]`,
	stage.Console:          "console",
	stage.ConsoleTitle:     "console-title",
	stage.ConsoleLog:       "console-log",
	stage.ConsoleLine:      `[data-form="console"] [name="line"]`,
	stage.ConsoleWait:      "console-wait",
	stage.Share:            "share",
	stage.ShareAddress:     "share-address",
	stage.ShareCopied:      "share-copied",
	stage.Name:             "name",
	stage.NameValue:        `[data-form="name"] [name="name"]`,
	stage.Params:           "params",
	stage.ParamsForm:       `[data-form="params"]`,
	stage.ParamsProblem:    "params-problem",
	stage.KeysList:         "keys",
	stage.Attempt:          "attempt",
	stage.AttemptSaid:      "attempt-said",
	stage.Other:            "stage-other",
}

func newBoard(f *figure, say phrase.Catalog) *board {
	b := &board{figure: f}
	for part, selector := range boardSelectors {
		b.parts[part] = noElement
		if selector == "" {
			continue
		}
		if el := f.root.Call("querySelector", selected(selector)); !el.IsNull() {
			b.parts[part], b.hosts[part] = f.page.host.keep(el), el
		}
	}
	b.parts[stage.Whole], b.hosts[stage.Whole] = f.parts[0], f.root
	b.tools, b.count = f.page.host.all(f.root, "button[data-do]")
	b.measure()
	f.stage.options.Hands = true
	f.stage.options.Layout = b.layout(f.host)
	b.other.el, b.other.options = b.parts[stage.Other], f.stage.options
	b.other.options.ID += "-other"
	b.other.options.Hands = false
	b.space.el = b.parts[stage.Space]
	b.space.options = spacetime.Options{Words: say, Lang: f.stage.options.Lang, ID: f.stage.options.ID + "-space", Hands: true}
	return b
}

// How many pixels a layout takes, lest its texts be smaller than they may be.
const (
	leastWide   = 848
	leastFigure = 400
)

// layout is the layout that can be read in a host. Of two that stand side by side each has
// little height.
func (b *board) layout(host js.Value) scene.Layout {
	switch w := width(host); {
	case w >= leastWide:
		return scene.Stage
	case w >= leastFigure && width(b.hosts[stage.Other]) > 0:
		return scene.Figure
	}
	return scene.Narrow
}

// width is how wide an element is, in pixels; nothing while it is not shown.
func width(el js.Value) int {
	if el.IsUndefined() {
		return 0
	}
	return el.Get("clientWidth").Int()
}

// measure reads how wide the diagram may be.
func (b *board) measure() {
	b.space.width = width(b.hosts[stage.Space])
}

// resized draws anew what goes by its size. A view that is not shown keeps its layout.
func (b *board) resized() {
	b.measure()
	if host := b.figure.host; width(host) > 0 {
		b.figure.stage.options.Layout = b.layout(host)
	}
	if host := b.hosts[stage.Other]; width(host) > 0 {
		b.other.options.Layout = b.layout(host)
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

func (b *board) FocusField(p stage.Part, name string) { b.changes().field(b.parts[p], name) }

func (b *board) Limits(p stage.Part, name string) (least, most string) {
	field := b.hosts[p].Get("elements").Call("namedItem", name)
	if !field.Truthy() || !field.Get("dataset").Get("least").Truthy() {
		return "", ""
	}
	return field.Get("dataset").Get("least").String(), field.Get("dataset").Get("most").String()
}

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

func (b *board) SpaceWidth() int { return b.space.width }
