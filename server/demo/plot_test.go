package demo_test

import (
	"slices"
	"testing"

	"lockstep/server/demo"
	"lockstep/sim/trace"
)

// Whatever makes another story of a trace shows in its plot, and what does not, does
// not.
func TestPlot(t *testing.T) {
	t.Parallel()
	events, err := story(t).Simulated()
	if err != nil {
		t.Fatal(err)
	}
	plot := demo.Plot(events)
	find := func(k trace.Kind, who string) int {
		i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Kind == k && e.Who == who })
		if i < 0 {
			t.Fatalf("there is no %v of %s", k, who)
		}
		return i
	}
	without := func(k trace.Kind, who string) []trace.Event {
		i := find(k, who)
		return slices.Delete(slices.Clone(events), i, i+1)
	}
	with := func(k trace.Kind, who string, change func(*trace.Event)) []trace.Event {
		list := slices.Clone(events)
		change(&list[find(k, who)])
		return list
	}
	for _, c := range []struct {
		name   string
		events []trace.Event
		same   bool
	}{
		{"as it was", events, true},
		{"B never gets the lock", without(trace.Hold, "B"), false},
		{"A never enters", without(trace.Enter, "A"), false},
		{"nobody crashes", without(trace.Fault, "n1"), false},
		{"the link is not cut", without(trace.Fault, ""), false},
		{"nobody is promoted", without(trace.Promote, "s2"), false},
		{"two clients inside go unnoticed", without(trace.Violation, "B"), false},
		{"B sells another item", with(trace.Write, "B", func(e *trace.Event) { e.Value = "7" }), false},
		{"A's write is refused", with(trace.Write, "A", func(e *trace.Event) { e.OK = false }), false},
		{"another verdict", with(trace.End, "", func(e *trace.Event) { e.Verdict = trace.VerdictOK }), false},
		{"B's lock comes before n1's crash", func() []trace.Event {
			list := without(trace.Fault, "n1")
			return slices.Insert(list, len(list)-1, events[find(trace.Fault, "n1")])
		}(), false},
		{"another token", with(trace.Hold, "B", func(e *trace.Event) { e.Token = "another" }), true},
		{"later", with(trace.Hold, "B", func(e *trace.Event) { e.T++ }), true},
		{"another sentinel is the first", without(trace.SDown, "s3"), true},
		{"a sentinel takes n2 for down for a while", slices.Insert(slices.Clone(events), find(trace.Hold, "B"), trace.Event{Kind: trace.SDown, Who: "s1", Node: "n2"}), true},
	} {
		if got := demo.Plot(c.events); slices.Equal(got, plot) != c.same {
			t.Errorf("%s: is the plot the same? %t, want %t", c.name, !c.same, c.same)
		}
	}
}

func TestTenures(t *testing.T) {
	t.Parallel()
	events, err := story(t).Simulated()
	if err != nil {
		t.Fatal(err)
	}
	all := demo.Tenures(events)
	if len(all) != 2 || all[0].Who != "A" || all[1].Who != "B" || all[0].Key != "lock:stock-7" {
		t.Fatalf("the tenures are %+v", all)
	}
	if got := all[0].Until.Sub(all[0].From); got != 30*trace.Second {
		t.Errorf("A believes for %v", got)
	}
	if from, to, ok := demo.Together(all); !ok || from != all[1].From || to != all[1].To {
		t.Errorf("together from %v to %v, %t: want all of B's time, %+v", from, to, ok, all[1])
	}
	if _, _, ok := demo.Together(all[:1]); ok {
		t.Error("A alone is beside somebody")
	}
}

// Of whom no hold is told, as in a part of a trace, no tenure is known.
func TestTenuresOfAPart(t *testing.T) {
	t.Parallel()
	part := []trace.Event{
		{Kind: trace.Extend, Who: "A", Until: 9},
		{Kind: trace.Hold, Who: "B", T: 1, Until: 5},
		{Kind: trace.Release, Who: "A", T: 2},
		{Kind: trace.Lost, Who: "A", T: 3},
		{Kind: trace.Release, Who: "B", T: 4},
	}
	if got, want := demo.Tenures(part), []demo.Tenure{{Who: "B", From: 1, To: 4, Until: 6}}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
