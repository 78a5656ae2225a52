package scene_test

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/scene"
	"lockstep/web/thing"
)

var (
	arrow = regexp.MustCompile(`class="(thing msg [^"]*)">(?:<(?:line|polyline) [^>]*/>)*<g data-slot="move" transform="translate\((\S+) (\S+)\)"><g class="ink" aria-hidden="true"><path class="body" d="M(\S+) (\S+) `)
	alike = regexp.MustCompile(`<g class="(thing msg [^"]*)"><path class="body" d="([^"]*)"/></g>`)
	tip   = regexp.MustCompile(`M(\S+) (\S+) `)
)

// A crowd seen in passing has an arrow where each message is, of its client's colour, and
// the one whose menu is open is whole.
func TestACrowdInPassingIsWhereItIs(t *testing.T) {
	c := caseNamed(t, "multitude")
	at := c.at
	st := trace.Fold(c.story().events, at)
	o := scene.Options{Words: words(t, "en"), Layout: scene.Stage, Hands: true}

	type seen struct {
		class string
		x, y  int // of its tip, in hundredths of a pixel
	}
	want, got := make(map[seen]int), make(map[seen]int)
	sum := func(all ...string) int {
		var of float64
		for _, s := range all {
			of += number(t, s)
		}
		return int(math.Round(100 * of))
	}
	whole := string(scene.Draw(st, at, o).SVG())
	for _, m := range arrow.FindAllStringSubmatch(whole, -1) {
		want[seen{m[1], sum(m[2], m[4]), sum(m[3], m[5])}]++
	}
	if len(want) < 20 {
		t.Fatalf("%d messages are under way, no crowd", len(want))
	}

	o.Passing = true
	passing := scene.Draw(st, at, o).SVG()
	checkMarkup(t, passing)
	for _, m := range alike.FindAllStringSubmatch(string(passing), -1) {
		for _, p := range tip.FindAllStringSubmatch(m[2], -1) {
			got[seen{m[1], sum(p[1]), sum(p[2])}]++
		}
	}
	for s, n := range want {
		if got[s] != n {
			t.Errorf("%d of %d arrows %v", got[s], n, s)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d arrows, of %d messages", len(got), len(want))
	}

	held := thing.Thing{Kind: thing.Msg, Name: st.Messages[0].Name}
	o.Held = held
	svg := string(scene.Draw(st, at, o).SVG())
	if n := strings.Count(svg, `data-thing="msg`); n != 1 || targets(t, []byte(svg))[held] == "" {
		t.Errorf("in passing %d messages can be taken hold of, wanted the one whose menu is open", n)
	}
}

// Where there is no crowd all is shown in passing, too.
func TestFewAreWholeInPassing(t *testing.T) {
	for _, c := range allCases() {
		if c.name == "multitude" || c.name == "everything" {
			continue // there are crowds
		}
		st := trace.Fold(c.story().events, c.at)
		o := scene.Options{Words: words(t, "en"), Layout: scene.Stage, Hands: true}
		want := string(scene.Draw(st, c.at, o).SVG())
		o.Passing = true
		if got := string(scene.Draw(st, c.at, o).SVG()); got != want {
			t.Errorf("%s is another picture", c.name)
		}
	}
}

// No slot moves what is seen in passing: at another instant it is drawn anew.
func TestWhatIsSeenInPassingIsDrawnAnew(t *testing.T) {
	c := caseNamed(t, "multitude")
	st := trace.Fold(c.story().events, c.at)
	o := scene.Options{Words: words(t, "en"), Layout: scene.Stage, Hands: true, Passing: true}
	var s draw.Screen
	draws := 0
	for i := range 3 {
		at := c.at + trace.Time(i)
		s.Show(i > 0, at, func(p *draw.Picture) { draws++; scene.Redraw(p, st, at, o) })
	}
	if draws != 3 {
		t.Errorf("at 3 instants it was drawn %d times", draws)
	}
}
