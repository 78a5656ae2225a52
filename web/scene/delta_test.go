package scene_test

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/scene"
	"lockstep/web/thing"
)

// screen does to a list of elements what the browser does to the children of the
// svg element.
type screen struct{ children []string }

func show(p *draw.Picture) *screen { return &screen{split(p.AppendParts(nil))} }

// split parts the markup within an svg element into its children.
func split(markup []byte) []string {
	var children []string
	depth, from := 0, 0
	for i := 0; i < len(markup); i++ {
		if markup[i] != '<' {
			continue
		}
		end := i + bytes.IndexByte(markup[i:], '>')
		switch {
		case markup[i+1] == '/':
			depth--
		case markup[end-1] != '/':
			depth++
		}
		if depth == 0 {
			children = append(children, string(markup[from:end+1]))
			from = end + 1
		}
		i = end
	}
	return children
}

func (s *screen) apply(t *testing.T, d *draw.Delta) {
	t.Helper()
	for _, c := range d.Changes {
		switch c.Op {
		case draw.Insert:
			s.children = append(s.children[:c.At:c.At], append([]string{string(c.Markup)}, s.children[c.At:]...)...)
		case draw.Replace:
			s.children[c.At] = string(c.Markup)
		case draw.Remove:
			s.children = append(s.children[:c.At:c.At], s.children[c.At+1:]...)
		}
		if n := len(split(c.Markup)); c.Op != draw.Remove && n != 1 {
			t.Fatalf("a change's markup has %d elements: %s", n, c.Markup)
		}
	}
	if len(d.Numbers) > 0 {
		all := strings.Join(s.children, "\x00")
		for _, n := range d.Numbers {
			all = setSlot(t, all, n)
		}
		s.children = strings.Split(all, "\x00")
	}
}

// setSlot sets the slot of that number: the n-th element with data-slot.
func setSlot(t *testing.T, all string, n draw.Number) string {
	t.Helper()
	const mark = `data-slot="`
	at := 0
	for range n.Slot {
		at += strings.Index(all[at:], mark) + len(mark)
	}
	at += strings.Index(all[at:], mark)
	if kind := n.Kind.String(); !strings.HasPrefix(all[at+len(mark):], kind+`"`) {
		t.Fatalf("slot %d is no %s: %.40s", n.Slot, kind, all[at:])
	}
	begin := at
	end := at + strings.IndexByte(all[at:], '>')
	put := func(name, value string) {
		i := begin + strings.Index(all[begin:], " "+name+`="`) + len(name) + 3
		j := i + strings.IndexByte(all[i:], '"')
		all = all[:i] + value + all[j:]
	}
	pixels := func(v int32) string { return strconv.FormatFloat(float64(v)/100, 'f', -1, 64) }
	text := func(scale float64, places int) {
		j := end + strings.IndexByte(all[end:], '<')
		all = all[:end+1] + strconv.FormatFloat(float64(n.A)/scale, 'f', places, 64) + all[j:]
	}
	switch n.Kind {
	case draw.Move:
		put("transform", "translate("+pixels(n.A)+" "+pixels(n.B)+")")
	case draw.Width:
		put("width", pixels(n.A))
	case draw.End:
		put("x2", pixels(n.A))
		put("y2", pixels(n.B))
	case draw.Hundredths:
		text(100, 2)
	case draw.Thousandths:
		text(1000, 3)
	}
	return all
}

// Whatever two instants of a run a reader goes between, what the screen shows
// after the changes is the picture itself.
func TestDeltaLeadsToThePicture(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	inserted, numbers := 0, 0
	for i, name := range []string{"asking", "refused", "releasing", "broken", "crowd", "electing", "split", "fenced", "partitioned", "stalled", "rooms", "multitude"} {
		o := scene.Options{Words: words(t, "en"), Layout: scene.Layout(i % 3), Hands: i%2 == 0}
		c := caseNamed(t, name)
		events := c.story().events
		var d draw.Delta
		from, to := new(draw.Picture), new(draw.Picture)
		scene.Redraw(from, trace.Fold(events, 0), 0, o)
		s := show(from)
		at := trace.Time(0)
		for range 300 {
			if rng.IntN(2) == 0 {
				at = trace.Time(rng.Int64N(int64(c.at) + 1))
			} else {
				at = min(at+trace.Time(rng.Int64N(2000)), c.at)
			}
			o.Held = thing.Thing{}
			if rng.IntN(3) == 0 {
				o.Held = thing.Thing{Kind: thing.Node, Name: "n1"}
			}
			scene.Redraw(to, trace.Fold(events, at), at, o)
			d.Between(from, to)
			if d.Whole {
				t.Fatalf("%s: the whole picture is to be drawn anew within one run", name)
			}
			inserted += len(d.Changes)
			numbers += len(d.Numbers)
			s.apply(t, &d)
			if got, want := strings.Join(s.children, "\n"), strings.Join(show(to).children, "\n"); got != want {
				t.Fatalf("%s at %d us: %s", name, at, firstDifference([]byte(got), []byte(want)))
			}
			from, to = to, from
		}
	}
	if inserted == 0 || numbers == 0 {
		t.Errorf("%d changes and %d numbers: the test went nowhere", inserted, numbers)
	}
}

func TestBetweenEventsOnlyNumbersChange(t *testing.T) {
	c := caseNamed(t, "asking")
	st := trace.Fold(c.story().events, c.at)
	o := scene.Options{Words: words(t, "en")}
	from, to := scene.Draw(st, c.at, o), scene.Draw(st, c.at+2*ms, o)
	var d draw.Delta
	d.Between(from, to)
	if d.Whole || len(d.Changes) != 0 {
		t.Errorf("parts change with bare time: %v", d.Changes)
	}
	if len(d.Numbers) == 0 {
		t.Errorf("nothing moves while messages are under way")
	}
}

func TestAnotherCastIsDrawnAnew(t *testing.T) {
	o := scene.Options{Words: words(t, "en")}
	a := scene.Draw(trace.Fold(begin(5, 2).events, 0), 0, o)
	b := scene.Draw(trace.Fold(begin(9, 6).events, 0), 0, o)
	var d draw.Delta
	if d.Between(a, b); !d.Whole {
		t.Error("pictures of different size are to be drawn anew")
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The most that a frame can ask for: nine nodes, 24 clients and 200 messages.
func BenchmarkFrame(b *testing.B) {
	s := begin(9, 24)
	for i := range 200 {
		who := string(rune('A' + i%24))
		s.ask(10*ms, who, 1+i/216, "set", 1+(i/24)%9, 60*ms)
	}
	st := trace.Fold(s.events, 11*ms)
	if len(st.Messages) != 200 {
		b.Fatalf("%d messages", len(st.Messages))
	}
	for name, o := range map[string]scene.Options{
		"figure": {}, "stage with hands": {Layout: scene.Stage, Hands: true}, "narrow with hands": {Layout: scene.Narrow, Hands: true},
	} {
		o.Words = words(b, "en")
		b.Run(name, func(b *testing.B) {
			from, to := scene.Draw(st, 11*ms, o), new(draw.Picture)
			var d draw.Delta
			at := 11 * ms
			b.ReportAllocs()
			for b.Loop() {
				at = 11*ms + (at+1)%(40*ms)
				scene.Redraw(to, st, at, o)
				d.Between(from, to)
				from, to = to, from
			}
		})
	}
}
