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
}

func newNetwork(t *rapid.T, runs map[string][]trace.Event) *network {
	p := &fakePort{random: func(below int64) int64 { return rapid.Int64Range(0, below-1).Draw(t, "jitter") }}
	return &network{t: t, port: p, link: New(p), runs: runs, feeds: make(map[string]*followed)}
}

func (n *network) follow(name string) {
	n.feeds[name] = &followed{}
	n.link.Follow(name, n.feeds[name].take)
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
	n.link.FollowFrom(name, base, len(had), adopt, func(events []trace.Event, whole bool) {
		if !adopted {
			n.t.Fatal("events came before it was said where they go on from")
		}
		f.take(events, whole)
	})
}

// answer answers a question from some event on that the whole answer has, up to
// some other.
func (n *network) answer(ask wire.Ask, from, to func(least, most int) int) {
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
	switch rapid.SampledFrom([]string{"open", "close", "wake", "answer", "lose"}).Draw(n.t, "trouble") {
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
		if len(n.port.asks) > 0 && n.open {
			n.answer(rapid.SampledFrom(n.port.asks).Draw(n.t, "ask"), draw, draw)
		}
	}
}

// recover makes the network well again: everything asked is answered.
func (n *network) recover() {
	if !n.open {
		if !n.link.dialed {
			n.link.Woken()
		}
		n.link.Opened()
	}
	lacking := func() bool {
		for _, f := range n.feeds {
			if !f.whole {
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
		n.answer(n.port.last(), func(first, _ int) int { return first }, func(_, last int) int { return last })
	}
}

// Whatever the network does, each event comes once and in order, and in the end
// all have come.
func TestEveryEventOnceWhateverTheNetworkDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := newNetwork(t, map[string][]trace.Event{"a": run(rapid.IntRange(1, 40).Draw(t, "events")), "b": run(5)})
		n.follow("a")
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
