package replay

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// The comparison notices a trace that is a little wrong, and where.
func TestCanary(t *testing.T) {
	s := newStage(t)
	for _, c := range []struct {
		name     string
		scenario string
		doctor   func(events []trace.Event) []trace.Event
		want     string
	}{
		{"nothing is wrong", "clock-jump", func(events []trace.Event) []trace.Event { return events }, ""},
		{"a reply", "clock-jump", func(events []trace.Event) []trace.Event {
			find(events, trace.Exec, "n1").Reply = "(nil)"
			return events
		}, "the reply is OK, and was (nil)"},
		{"a value", "clock-jump", func(events []trace.Event) []trace.Event {
			find(events, trace.Exec, "n1").Keys[0].Value = "another"
			return events
		}, "and was another"},
		{"a key that is gone", "clock-jump", func(events []trace.Event) []trace.Event {
			find(events, trace.Exec, "n1").Keys[0].PTTL = trace.Gone
			return events
		}, "is there, and was gone"},
		{"a PTTL, by a millisecond", "clock-jump", func(events []trace.Event) []trace.Event {
			find(events, trace.Exec, "n1").Keys[0].PTTL += trace.Millisecond
			return events
		}, "is 10000, and was 10001"},
		{"a command that was not run", "clock-jump", func(events []trace.Event) []trace.Event {
			e := find(events, trace.Exec, "n1")
			return slices.DeleteFunc(events, func(x trace.Event) bool { return x.Seq == e.Seq })
		}, "\"lock:invoice-42\" is gone, and was"},
		{"a key that ran out a microsecond early", "foreign-release", func(events []trace.Event) []trace.Event {
			return shifted(events, find(events, trace.Expire, "").Seq, -1)
		}, "is still there"},
		{"a key that ran out a microsecond late", "foreign-release", func(events []trace.Event) []trace.Event {
			return shifted(events, find(events, trace.Expire, "").Seq, 1)
		}, "was gone at"},
		{"a clock that jumped 11 s less", "clock-jump", func(events []trace.Event) []trace.Event {
			return jumped(events, find(events, trace.ClockSet, "n3"), -11*trace.Second)
		}, "is still there"},
		{"a clock that jumped 11 s more, back", "S17.D", func(events []trace.Event) []trace.Event {
			return jumped(events, find(events, trace.ClockSet, "n1"), -11*trace.Second)
		}, "PTTL of"},
		{"a clock that jumped 11 s ahead, and nothing ran out", "redlock", func(events []trace.Event) []trace.Event {
			i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Kind == trace.Enter })
			jump := trace.Event{Kind: trace.ClockSet, Who: "n2", T: events[i].T, Rate: trace.Million, At: trace.ReadAt(trace.Local(events[i].T))}
			events = slices.Insert(events, i, jump)
			return jumped(events, &events[i], 11*trace.Second)
		}, "the reply is OK, and was (nil)"},
		{"an event that does not show its node's clock", "clock-jump", func(events []trace.Event) []trace.Event {
			find(events, trace.ClockSet, "n3").Offset++
			return events
		}, "the event says"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := s.real.replay(c.doctor(s.play(&run.Run{Scenario: c.scenario})))
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v, want one with %q", err, c.want)
			}
		})
	}
}

// find returns the first event of a kind on a node, or on any.
func find(events []trace.Event, k trace.Kind, node string) *trace.Event {
	i := slices.IndexFunc(events, func(e trace.Event) bool {
		return e.Kind == k && (node == "" || string(e.Node) == node || e.Who == node)
	})
	return &events[i] // there is one, or the test is wrong
}

// shifted makes an event come later by d.
func shifted(events []trace.Event, seq int, d trace.Duration) []trace.Event {
	i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Seq == seq })
	events[i].T, events[i].At.Local = events[i].T.Add(d), events[i].At.Local.Add(d)
	return events
}

// jumped makes a jump of a node's clock another, by d, and lets all that comes after
// on that node show it.
func jumped(events []trace.Event, jump *trace.Event, d trace.Duration) []trace.Event {
	jump.Offset += d
	node, from := jump.Who, jump.T
	for i := range events {
		e := &events[i]
		if e.T >= from && e.At.Read && (string(e.Node) == node || e == jump) {
			e.At.Local = e.At.Local.Add(d)
		}
	}
	return events
}
