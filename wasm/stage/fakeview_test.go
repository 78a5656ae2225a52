package stage

import (
	"slices"
	"strings"

	"lockstep/sim/trace"
	"lockstep/wasm/viewer"
	"lockstep/web/running"
	"lockstep/web/spacetime"
	"lockstep/web/thing"
)

// fakeFigure is the figure's own part of the page.
type fakeFigure struct {
	text  [viewer.Parts]string
	mode  string
	state *trace.State
	time  trace.Time
}

func (f *fakeFigure) SetText(p viewer.Part, text string) { f.text[p] = text }
func (f *fakeFigure) SetAttr(_ viewer.Part, name, value string) {
	if name == "data-mode" {
		f.mode = value
	}
}

func (f *fakeFigure) DropAttr(viewer.Part, string)              {}
func (f *fakeFigure) SetSlider(int, int)                        {}
func (f *fakeFigure) SetSpeed(int)                              {}
func (f *fakeFigure) Draw(s *trace.State, t trace.Time, _ bool) { f.state, f.time = s, t }
func (f *fakeFigure) Unfold(viewer.Part)                        {}
func (f *fakeFigure) Mark(lines []running.Line, _ string)       {}

// fakeView remembers what was written on the stage's part of the page.
type fakeView struct {
	rig     *rig
	text    map[Part]string
	attr    map[Part]map[string]string
	html    map[Part]string
	value   map[Part]string
	events  []string // items of the list
	filled  []Field
	open    Part
	focus   Part
	limits  map[string][2]string // of fields
	closing []Part               // of which the browser has still to say that they are closed
	field   string               // the one focused by its name
	held    thing.Thing
	shown   int
	width   int
	other   *trace.State
	otherAt trace.Time
	space   struct {
		story    *spacetime.Story
		happened int
		t        trace.Time
		view     spacetime.View
		draws    int
	}
	wholes int // how often the list of events was written anew
}

func newFakeView() *fakeView {
	return &fakeView{text: map[Part]string{}, attr: map[Part]map[string]string{}, html: map[Part]string{}, value: map[Part]string{}, width: 900}
}

func (v *fakeView) Has(Part) bool                  { return true }
func (v *fakeView) Enable()                        {}
func (v *fakeView) SetText(p Part, text string)    { v.text[p] = text }
func (v *fakeView) SetValue(p Part, value string)  { v.value[p] = value }
func (v *fakeView) Focus(p Part)                   { v.focus = p }
func (v *fakeView) FocusField(_ Part, name string) { v.field = name }
func (v *fakeView) Limits(_ Part, name string) (least, most string) {
	return v.limits[name][0], v.limits[name][1]
}
func (v *fakeView) Step(Part, bool)                        {}
func (v *fakeView) Fill(_ Part, values []Field)            { v.filled = values }
func (v *fakeView) Hold(t thing.Thing)                     { v.held = t }
func (v *fakeView) DrawOther(s *trace.State, t trace.Time) { v.other, v.otherAt = s, t }
func (v *fakeView) SpaceWidth() int                        { return v.width }

func (v *fakeView) SetAttr(p Part, name, value string) {
	if v.attr[p] == nil {
		v.attr[p] = map[string]string{}
	}
	v.attr[p][name] = value
}

func (v *fakeView) DropAttr(p Part, name string) { delete(v.attr[p], name) }

func (v *fakeView) has(p Part, name string) bool {
	_, ok := v.attr[p][name]
	return ok
}

func (v *fakeView) SetHTML(p Part, markup []byte) {
	v.html[p] = string(markup)
	if p == Events {
		v.wholes++
		v.events = nil
		for _, item := range strings.SplitAfter(string(markup), "</li>") {
			if item != "" {
				v.events = append(v.events, item)
			}
		}
	}
}

func (v *fakeView) Insert(_ Part, place int, markup []byte) {
	v.events = slices.Insert(v.events, place, string(markup))
}

func (v *fakeView) Replace(_ Part, place int, markup []byte) { v.events[place] = string(markup) }
func (v *fakeView) Remove(_ Part, place int)                 { v.events = slices.Delete(v.events, place, place+1) }

func (v *fakeView) Show(p Part, place int) {
	if p == Events {
		v.shown = place
	}
}

func (v *fakeView) Open(p Part) { v.open = p }

// Close puts the dialog away. The browser says so later.
func (v *fakeView) Close(p Part) {
	if v.open == p {
		v.open = Whole
	}
	v.closing = append(v.closing, p)
}

func (v *fakeView) DrawSpace(story *spacetime.Story, happened int, t trace.Time, view spacetime.View) {
	v.space.story, v.space.happened, v.space.t, v.space.view = story, happened, t, view
	v.space.draws++
}
