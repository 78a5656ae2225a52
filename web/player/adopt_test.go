package player

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/web/wall"
)

// other is a run that has n events in common with the given one.
func other(events []trace.Event, n int, late trace.Duration) []trace.Event {
	o := append([]trace.Event(nil), events...)
	for i := n; i < len(o); i++ {
		o[i].T += trace.Time(late)
	}
	return o
}

// A player that adopts another's beginning is as one that was given the whole run,
// stays where the other is, and leaves that alone.
func TestAdopt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		p.SetSpeed(250)
		p.SetStill(rapid.Bool().Draw(t, "still"))
		n := rapid.IntRange(0, len(events)).Draw(t, "common")
		changed := other(events, n, trace.Duration(rapid.SampledFrom([]int64{0, 1, 5_000_000}).Draw(t, "late")))
		p.Seek(wall.Span(rapid.Int64Range(0, int64(p.Length())).Draw(t, "at")))
		p.State()
		at, happened := p.Time(), p.Happened()

		q := Adopt(p, n)
		q.Add(changed[n:], true)
		fresh := New(0, 0)
		fresh.Add(changed, true)
		if !reflect.DeepEqual(q.steps.steps, fresh.steps.steps) || !reflect.DeepEqual(q.places, fresh.places) || !reflect.DeepEqual(q.marks, fresh.marks) {
			t.Fatal("other steps, places or marks than with the whole run")
		}
		if !q.Ready() || q.Waiting() || q.Speed() != 250 || q.still != p.still || q.Playing() {
			t.Fatal("another speed, stillness or wait")
		}
		if happened <= n && (q.Time() != at || at < events[len(events)-1].T && q.Happened() < happened) {
			t.Fatalf("at %d after %d events, was at %d after %d", q.Time(), q.Happened(), at, happened)
		}
		if !reflect.DeepEqual(q.State(), folded(changed, q.Happened())) {
			t.Fatalf("after %d events there is another state", q.Happened())
		}
		if q.End(); !reflect.DeepEqual(q.State(), folded(changed, len(changed))) {
			t.Fatal("another end")
		}
		if p.Time() != at || p.Happened() != happened || !reflect.DeepEqual(p.State(), folded(events, happened)) {
			t.Fatal("the adopted one is another")
		}
		if p.End(); !reflect.DeepEqual(p.State(), folded(events, len(events))) {
			t.Fatal("the adopted one has another end")
		}
	})
}

// The place stays also between two steps, of which the second is another now.
func TestAdoptBetweenTwoSteps(t *testing.T) {
	events := []trace.Event{{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 1000}, {Kind: trace.Phase, Seq: 2, T: 90_000_000}, {Kind: trace.End, Seq: 3, T: 90_000_000}}
	p := New(0, 0)
	p.Add(events, true)
	p.SeekTo(33_333_333, 2)
	q := Adopt(p, 2)
	if !q.Waiting() {
		t.Error("does not wait for the step after that instant")
	}
	q.Add([]trace.Event{{Kind: trace.Fault, Seq: 2, T: 33_333_334}, {Kind: trace.End, Seq: 3, T: 33_333_334}}, true)
	if q.Time() != 33_333_333 || q.Happened() != 2 || q.Waiting() {
		t.Errorf("at %d after %d events", q.Time(), q.Happened())
	}
	if !q.Step() || q.Happened() != 3 {
		t.Errorf("the next step is that after %d events", q.Happened())
	}
}

// Of what another run has, only what it has in common with the adopted one counts as
// seen.
func TestAdoptSeesWhatWasSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		n := rapid.IntRange(1, len(events)).Draw(t, "common")
		p.End()
		p.Home()
		q := Adopt(p, n)
		q.Add(other(events, n, 7)[n:], true)
		if q.Furthest() >= 0 && q.steps.steps[q.Furthest()].End > max(n, q.Happened()) {
			t.Fatalf("step %d counts as seen, though only %d events are in common", q.Furthest(), n)
		}
		if next := q.Furthest() + 1; next < q.Steps() && q.steps.steps[next].End < n {
			t.Fatalf("step %d was seen", next)
		}
	})
}

// A player that plays, or waits for its goal, has a follower that does.
func TestAdoptGoesOn(t *testing.T) {
	events := []trace.Event{{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 10}, {Kind: trace.Phase, Seq: 2, T: 20}, {Kind: trace.End, Seq: 3, T: 30}}
	p := New(0, 0)
	p.Add(events[:2], false)
	p.End()
	q := Adopt(p, 2)
	q.Add(events[2:], true)
	if !q.AtEnd() || !p.Waiting() {
		t.Error("the end that was waited for is forgotten")
	}
	p.Home()
	p.Play()
	q = Adopt(p, 2)
	q.Add(events[2:], true)
	for ticks := 0; q.Tick(frame) && ticks < 1000; ticks++ {
	}
	if !q.AtEnd() {
		t.Errorf("stands still after %d events", q.Happened())
	}
}

// A step that ended with what the two runs have in common may go on in the new one.
func TestAdoptLetsTheLastStepGoOn(t *testing.T) {
	events := []trace.Event{
		{Kind: trace.Start},
		{Kind: trace.Deliver, Seq: 1, T: 10, Msg: "A/1/set>n1", Who: "n1"},
		{Kind: trace.Exec, Seq: 2, T: 10, Msg: "A/1/set>n1", Node: "n1"},
		{Kind: trace.Send, Seq: 3, T: 15, Msg: "A/1/set<n1", From: "n1", Reply: "OK"},
	}
	p := New(0, 0)
	p.Add(events, true)
	q := Adopt(p, 3)
	reply := events[3]
	reply.T = 10
	q.Add([]trace.Event{reply}, true)
	if want := []Step{{0, 1}, {1, 4}}; !reflect.DeepEqual(q.steps.steps, want) {
		t.Errorf("steps %v, want %v", q.steps.steps, want)
	}
}
