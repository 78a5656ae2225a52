package link

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/web/wire"
)

// network is a server that knows some runs, and a connection that fails at random.
type network struct {
	t     *rapid.T
	port  *fakePort
	link  *Link
	open  bool
	runs  map[string][]trace.Event
	feeds map[string]*followed

	compared map[string]int // how often the comparison of that name was told
}

func newNetwork(t *rapid.T, runs map[string][]trace.Event) *network {
	p := &fakePort{random: func(below int64) int64 { return rapid.Int64Range(0, below-1).Draw(t, "jitter") }}
	return &network{t: t, port: p, link: New(p), runs: runs, feeds: make(map[string]*followed), compared: make(map[string]int)}
}

func (n *network) follow(name string) {
	f := &followed{}
	n.feeds[name] = f
	n.link.FollowJudged(name, n.judged(name, f), f.take)
}

// judged wants the verdict of a run, which must be that run's, after its end and once.
func (n *network) judged(name string, f *followed) Judged {
	return Judged{"zh", "", func(o *wire.Verdict) {
		if f.verdict != "" || !f.whole || o.Headline != name {
			n.t.Fatalf("the verdict of %s is told, and of %s was %q; whole: %t", o.Headline, name, f.verdict, f.whole)
		}
		f.verdict = o.Headline
	}}
}

// compare wants two runs compared.
func (n *network) compare(a, b string) {
	name := a + b
	n.compared[name] = 0
	n.link.Compare(wire.Compare{A: a, B: b, Lang: "zh"}, func(c *wire.Comparison) {
		if n.compared[name]++; n.compared[name] > 1 || c.Changed != name {
			n.t.Fatalf("the comparison %s is told as that of %s, for the %d. time", c.Changed, name, n.compared[name])
		}
	})
}

// followFrom follows a run of which the page has what has come of another.
func (n *network) followFrom(name, base string) {
	f, had := &followed{}, slices.Clone(n.feeds[base].events)
	adopted := false
	adopt := func(same int) {
		if adopted || same > len(had) {
			n.t.Fatalf("%d events are to be adopted; adopted before: %t; there are %d", same, adopted, len(had))
		}
		adopted, f.events = true, had[:same:same]
	}
	n.feeds[name] = f
	n.link.FollowFrom(name, Base{base, len(had), adopt}, n.judged(name, f), func(events []trace.Event, whole bool) {
		if !adopted {
			n.t.Fatal("events came before it was said where they go on from")
		}
		f.take(events, whole)
	})
}

// answer answers a question: one for a run from some event on that the whole answer
// has, up to some other, and if told so with its verdict alone.
func (n *network) answer(q wire.Question, from, to func(least, most int) int, verdict bool) {
	ask, ok := q.(*wire.Ask)
	if !ok {
		c := q.(*wire.Compare)
		n.link.Received(wire.AppendComparison(nil, wire.Comparison{ID: c.ID, Changed: c.A + c.B}))
		return
	}
	if verdict && ask.Lang != "" {
		n.link.Received(wire.AppendVerdict(nil, wire.Verdict{ID: ask.ID, Outcome: wire.Outcome{Headline: ask.Run}}))
		return
	}
	events := n.runs[ask.Run]
	first, x := ask.From, wire.Batch{ID: ask.ID}
	if ask.Have > 0 {
		same := 0
		for same < min(ask.Have, len(events)-1) && reflect.DeepEqual(n.runs[ask.Base][same], events[same]) {
			same++
		}
		first += same
	}
	begin := from(first, len(events))
	end := to(begin, len(events))
	if begin == first {
		x.Same = first - ask.From
	}
	x.Events, x.More = events[begin:end], end < len(events)
	n.link.Received(wire.AppendBatch(nil, x))
}

// trouble lets one thing happen that can.
func (n *network) trouble() {
	draw := func(least, most int) int { return rapid.IntRange(least, most).Draw(n.t, "event") }
	switch rapid.SampledFrom([]string{"open", "close", "wake", "answer", "lose", "refuse"}).Draw(n.t, "trouble") {
	case "open":
		if n.link.dialed && !n.open {
			n.open = true
			n.link.Opened()
		}
	case "close":
		if n.link.dialed {
			n.open = false
			n.link.Closed(1006)
		}
	case "wake":
		if n.port.wake > 0 {
			n.port.wake = 0
			n.link.Woken()
		}
	case "answer", "lose":
		// Any question so far, answered from anywhere at or after what it asked.
		if len(n.port.asked) > 0 && n.open {
			n.answer(rapid.SampledFrom(n.port.asked).Draw(n.t, "question"), draw, draw, rapid.Bool().Draw(n.t, "verdict"))
		}
	case "refuse":
		if len(n.port.asked) > 0 && n.open {
			q := rapid.SampledFrom(n.port.asked).Draw(n.t, "question")
			n.link.Received(wire.AppendProblem(nil, wire.Problem{ID: q.Number(), Reason: wire.ReasonBusy, Text: "Busy."}))
		}
	}
}

// recover makes the network well again: everything asked is answered.
func (n *network) recover() {
	if n.open {
		n.open = false
		n.link.Closed(1006) // what was refused is asked for again with a new connection
	}
	if !n.link.dialed {
		n.link.Woken()
	}
	n.link.Opened()
	lacking := func() bool {
		for _, f := range n.feeds {
			if !f.whole || f.verdict == "" {
				return true
			}
		}
		for _, times := range n.compared {
			if times == 0 {
				return true
			}
		}
		return false
	}
	for i := 0; lacking(); i++ {
		if i > 200 {
			n.t.Fatalf("never whole: %+v", n.port.last())
		}
		if n.link.asking == nil {
			n.t.Fatal("nothing is asked, and something is missing")
		}
		q, first, last := n.port.asked[len(n.port.asked)-1], func(n, _ int) int { return n }, func(_, n int) int { return n }
		n.answer(q, first, last, false)
		n.answer(q, first, last, true)
	}
}

// Whatever the network does, each event comes once and in order, then the run's own
// verdict, and each comparison is told once; and in the end all have come.
func TestEveryEventOnceWhateverTheNetworkDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := newNetwork(t, map[string][]trace.Event{"a": run(rapid.IntRange(1, 40).Draw(t, "events")), "b": run(5)})
		n.follow("a")
		n.compare("a", "b")
		n.follow("b")
		n.link.Connect()
		for range rapid.IntRange(0, 60).Draw(t, "troubles") {
			n.trouble()
		}
		n.recover()
		for name, f := range n.feeds {
			f.check(t, len(n.runs[name]))
		}
	})
}

// So it is for a run that grew from another, of which some events have come: what
// the two have in common, and what is the run's own, make the run.
func TestAGrownRunIsPutTogetherWhateverTheNetworkDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := map[string][]trace.Event{"old": run(rapid.IntRange(1, 30).Draw(t, "old")), "new": run(rapid.IntRange(1, 30).Draw(t, "new"))}
		for i := rapid.IntRange(0, 30).Draw(t, "fork"); i < len(runs["new"]); i++ {
			runs["new"][i].T += 1000
		}
		n := newNetwork(t, runs)
		n.follow("old")
		n.link.Connect()
		for range rapid.IntRange(0, 30).Draw(t, "troubles before") {
			n.trouble()
		}
		n.followFrom("new", "old")
		n.compare("old", "new")
		for range rapid.IntRange(0, 60).Draw(t, "troubles after") {
			n.trouble()
		}
		n.recover()
		for name, f := range n.feeds {
			if !reflect.DeepEqual(f.events, runs[name]) {
				t.Fatalf("%s came as %+v, want %+v", name, f.events, runs[name])
			}
		}
	})
}
