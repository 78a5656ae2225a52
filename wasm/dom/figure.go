//go:build js

package dom

import (
	"math"
	"slices"
	"syscall/js"

	"lockstep/sim/trace"
	"lockstep/wasm/viewer"
	"lockstep/web/phrase"
	"lockstep/web/running"
	"lockstep/web/scene"
)

// figure is one figure.player of the page: a viewer.View.
type figure struct {
	page   *page
	root   js.Value
	driven *viewer.Figure
	host   js.Value // of its picture
	board  *board   // what is around it, where it is a stage; nil for none

	parts   [viewer.Parts]element
	stage   topology
	tall    int // how high the picture is, as the page knows
	speeds  []int
	sources []source
	follow  element // the line of the client that is followed
}

// source is a panel that shows a file of an algorithm.
type source struct {
	file   string
	first  int // the number of its first line
	lines  element
	count  int
	marked []mark  // the lines that are lit
	spare  []mark  // memory for the next
	follow element // the one to keep in sight
}

// mark is a line that is lit.
type mark struct {
	at  int    // its place in the panel
	who string // runs it, as the page has it
}

var selectors = [viewer.Parts]string{
	viewer.Clock:         "clock",
	viewer.ScrubTime:     "scrub-time",
	viewer.Scrubber:      "scrubber",
	viewer.Speed:         "speed",
	viewer.Now:           "now",
	viewer.Said:          "said",
	viewer.StatusLine:    "status",
	viewer.Hash:          "hash",
	viewer.PlayButton:    `[data-do="play"]`,
	viewer.PlayIcon:      `[data-do="play"] path`,
	viewer.PlayLabel:     `[data-do="play"] [data-part="label"]`,
	viewer.RestartButton: `[data-do="restart"]`,
	viewer.BackButton:    `[data-do="back"]`,
	viewer.StepButton:    `[data-do="step"]`,
	viewer.NextButton:    `[data-do="next"]`,
	viewer.Legend:        "legend",
}

// selected completes a selector that is the bare name of a part of the page. Parts of
// pictures have names too, and are not meant.
func selected(name string) string {
	if name[0] == '[' {
		return name
	}
	return `[data-part="` + name + `"]:not(svg *)`
}

func newFigure(p *page, root js.Value, say phrase.Catalog) *figure {
	f := &figure{page: p, root: root, follow: noElement}
	f.addLiveRegion()
	f.addScrubTime()
	f.parts[viewer.Whole] = p.host.keep(root)
	for part, selector := range selectors {
		if selector != "" {
			f.parts[part] = p.host.first(root, selected(selector))
		}
	}
	if f.host = root.Call("querySelector", selected("stage")); f.host.IsNull() {
		f.stage.el = noElement
	} else {
		f.stage.el = p.host.keep(f.host)
	}
	f.stage.options = scene.Options{
		Words: say,
		Lang:  root.Get("dataset").Get("lang").String(),
		ID:    root.Get("id").String(),
	}
	f.readSpeeds()
	f.readSources()
	return f
}

// addLiveRegion puts into the figure what is read out. The sentence that is seen
// changes with every event, which no voice could follow.
func (f *figure) addLiveRegion() {
	now := f.root.Call("querySelector", selected(selectors[viewer.Now]))
	if now.IsNull() {
		return
	}
	now.Call("setAttribute", "aria-live", "off")
	said := f.page.document.Call("createElement", "p")
	said.Set("className", "hidden")
	said.Call("setAttribute", "aria-live", "polite")
	said.Call("setAttribute", "data-part", "said")
	now.Call("after", said)
}

// addScrubTime puts the time beside the scrubber's thumb. Assistive technology
// has it from the scrubber itself.
func (f *figure) addScrubTime() {
	scrubber := f.root.Call("querySelector", selected(selectors[viewer.Scrubber]))
	if scrubber.IsNull() {
		return
	}
	time := f.page.document.Call("createElement", "span")
	time.Set("className", "scrub-time num")
	time.Call("setAttribute", "aria-hidden", "true")
	time.Call("setAttribute", "data-part", "scrub-time")
	scrubber.Call("after", time)
}

// readSpeeds reads the speeds on offer: the select's values are factors.
func (f *figure) readSpeeds() {
	options := f.root.Call("querySelectorAll", selected(selectors[viewer.Speed])+" option")
	for i := range options.Length() {
		if percent, ok := viewer.ParseSpeed(options.Index(i).Get("value").String()); ok {
			f.speeds = append(f.speeds, percent)
		}
	}
}

func (f *figure) readSources() {
	panels := f.root.Call("querySelectorAll", "[data-source]")
	for i := range panels.Length() {
		panel := panels.Index(i)
		s := source{file: panel.Call("getAttribute", "data-source").String()}
		s.lines, s.count = f.page.host.all(panel, "li[data-line]")
		if s.count > 0 {
			s.first = lineNumber(panel.Call("querySelector", "li[data-line]"))
			lit := panel.Call("querySelectorAll", "li.now") // by the server
			for i := range lit.Length() {
				at := lineNumber(lit.Index(i)) - s.first
				s.marked = append(s.marked, mark{at: at})
				if lit.Index(i).Get("classList").Call("contains", "followed").Bool() {
					f.follow = s.lines + element(at)
				}
			}
			f.sources = append(f.sources, s)
		}
	}
}

func lineNumber(li js.Value) int { return number(li.Call("getAttribute", "data-line")) }

// scene reads what the page says of the figure.
func (f *figure) scene() viewer.Scene {
	data := f.root.Get("dataset")
	return viewer.Scene{
		Run:    data.Get("run").String(),
		Seed:   data.Get("seed").String(),
		Lang:   data.Get("lang").String(),
		Start:  trace.Time(number(data.Get("start"))),
		Until:  trace.Time(number(data.Get("until"))),
		Speeds: f.speeds,
	}
}

// data reads an attribute of an element whose name begins with data; nothing if it has
// none.
func data(el js.Value, name string) string {
	v := el.Get("dataset").Get(name)
	if v.Type() != js.TypeString {
		return ""
	}
	return v.String()
}

// number reads a whole number; what is none is 0.
func number(v js.Value) int {
	if v.Type() != js.TypeString {
		return 0
	}
	n, _ := trace.ParseWhole(v.String(), math.MaxInt)
	return int(n)
}

// The rest is viewer.View.

func (f *figure) SetText(p viewer.Part, text string) { f.page.changes.text(f.parts[p], text) }

func (f *figure) SetAttr(p viewer.Part, name, value string) {
	f.page.changes.attr(f.parts[p], name, value)
}

func (f *figure) DropAttr(p viewer.Part, name string) { f.page.changes.drop(f.parts[p], name) }

func (f *figure) SetSlider(value, most int) {
	f.page.changes.slider(f.parts[viewer.Scrubber], value, most)
	f.page.changes.place(f.parts[viewer.ScrubTime], value, most)
}

func (f *figure) SetSpeed(percent int) {
	f.page.changes.value(f.parts[viewer.Speed], viewer.FormatSpeed(percent))
}

func (f *figure) Draw(s *trace.State, t trace.Time, passing bool) {
	f.stage.options.Passing = passing
	f.stage.draw(&f.page.changes, s, t)
	if high := f.stage.screen.Picture().Height; high != f.tall {
		f.tall = high
		f.page.changes.tall(f.parts[viewer.Whole], high)
	}
}

func (f *figure) Unfold(p viewer.Part) { f.page.changes.unfold(f.parts[p]) }

func (f *figure) Mark(lines []running.Line, follow string) {
	c := &f.page.changes
	for i := range f.sources {
		f.sources[i].light(c, lines, follow)
	}
	followed := f.followed(lines, follow)
	if followed != f.follow {
		c.class(f.follow, "followed", false)
		c.class(followed, "followed", true)
		f.follow = followed
	}
	// Once all lines are lit, for how much room a panel has depends on the others.
	for i := range f.sources {
		c.show(f.sources[i].follow)
	}
}

// light lights the lines that are running, and says who runs each. What is lit as it should
// be is left alone: a page looks long at what may have changed.
func (s *source) light(c *list, lines []running.Line, follow string) {
	was := s.marked
	s.marked, s.spare, s.follow = s.spare[:0], was, noElement
	for _, line := range lines {
		at, ok := s.place(line)
		if !ok {
			continue
		}
		li := s.lines + element(at)
		if s.follow == noElement || line.By(follow) {
			s.follow = li
		}
		s.marked = append(s.marked, mark{at, line.Who})
	}
	for _, m := range was {
		if !lit(s.marked, m.at) {
			li := s.lines + element(m.at)
			c.class(li, "now", false)
			c.drop(li, "aria-current")
			c.drop(li, "data-who")
		}
	}
	for _, m := range s.marked {
		li := s.lines + element(m.at)
		if !lit(was, m.at) {
			c.class(li, "now", true)
			c.attr(li, "aria-current", "true")
		}
		if !slices.Contains(was, m) {
			c.attr(li, "data-who", m.who)
		}
	}
}

func lit(marks []mark, at int) bool {
	return slices.ContainsFunc(marks, func(m mark) bool { return m.at == at })
}

// place returns which of the panel's lines that is, if it is one.
func (s *source) place(line running.Line) (at int, ok bool) {
	at = line.Line - s.first
	return at, line.File == s.file && at >= 0 && at < s.count
}

// followed is the first line of the client to follow, wherever it is shown.
func (f *figure) followed(lines []running.Line, follow string) element {
	for _, line := range lines {
		if !line.By(follow) {
			continue
		}
		for i := range f.sources {
			if at, ok := f.sources[i].place(line); ok {
				return f.sources[i].lines + element(at)
			}
		}
	}
	return noElement
}
