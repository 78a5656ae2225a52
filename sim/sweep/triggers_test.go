package sweep_test

import (
	"fmt"
	"slices"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Whatever event it waits for, a fault that takes the machine of that event down, or
// makes it stand still, comes before the machine's next step; and then the machine does
// nothing until it is back.
func TestTriggersComeFirst(t *testing.T) {
	t.Parallel()
	e := world.NewEngine()
	defer e.Close()
	tried := make(map[trace.Kind]int)
	for seed := range uint64(runs) {
		w := sweep.Random(seed)
		events := play(t, e, w)
		given := w.Actions
		for k := trace.Start; k < trace.End; k++ {
			at, a := strike(events, k, seed)
			if at < 0 || tried[k] >= 60 {
				continue
			}
			tried[k]++
			w.Actions = append(given[:len(given):len(given)], a)
			events := play(t, e, w)
			if err := strikesFirst(events, at, &a, len(w.Actions)); err != nil {
				t.Errorf("seed %d, %v when %v: %v", seed, a.Verb, k, err)
			}
			if err := idle(events); err != nil {
				t.Errorf("seed %d, %v when %v: %v", seed, a.Verb, k, err)
			}
		}
	}
	for k := trace.Start; k < trace.End; k++ {
		if tried[k] < 5 {
			t.Errorf("only %d faults waited for %v", tried[k], k)
		}
	}
}

// strike returns an action that takes down the machine of an event of a kind, or
// makes it stand still, as soon as that comes; and where it comes, or -1.
func strike(events []trace.Event, k trace.Kind, seed uint64) (at int, a run.Action) {
	at = -1
	nth := 0
	var s trace.State
	for i := range events {
		e := &events[i]
		s.Apply(e)
		if e.Kind != k {
			continue
		}
		if nth++; at >= 0 && nth > int(seed%7)+1 {
			break
		}
		if who := about(&s, e); who != "" {
			at, a = i, run.Action{When: &run.Trigger{Kind: k, Nth: nth}, Target: who, Verb: run.Crash, Restart: trace.Duration(seed%3) * 40 * trace.Millisecond}
			if s.Client(trace.ClientID(who)) != nil {
				a.Of = run.OfClient
				if seed%2 == 0 {
					a.Verb, a.Restart, a.For = run.Pause, 0, 70*trace.Millisecond
				}
			} else if s.Node(trace.NodeID(who)).Role == trace.RoleSentinel {
				a.Of = run.OfSentinel
			}
		}
	}
	return at, a
}

// about is a machine that an event is about, one that can be struck.
func about(s *trace.State, e *trace.Event) string {
	for _, who := range []string{doer(s, e), e.Who, string(e.Node)} {
		n, c := s.Node(trace.NodeID(who)), s.Client(trace.ClientID(who))
		if n != nil && !n.Down || c != nil && !c.Down {
			return who
		}
	}
	if e.Kind == trace.Start {
		return string(s.Clients[0].ID)
	}
	return ""
}

// strikesFirst looks for a step of the machine between the event and the fault.
func strikesFirst(events []trace.Event, at int, a *run.Action, number int) error {
	by := fmt.Sprint(trace.ByAction, number)
	var s trace.State
	for i := range events {
		e := &events[i]
		switch {
		case i <= at:
		case e.Kind == trace.End, (e.Kind == trace.Fault || e.Kind == trace.Heal) && e.By == by:
			return nil
		case e.T > events[at].T || doer(&s, e) == a.Target && !sameStep(&events[at], e):
			return fmt.Errorf("before that comes %v %s%s of %s at %d", e.Kind, e.Phase, e.Msg, a.Target, e.T)
		}
		s.Apply(e)
	}
	return fmt.Errorf("it never comes")
}

// sameStep tells whether an event goes with one before it of the same machine: the
// requests of one question leave together, and run out of time together; so do the keys
// that have run out when a node looks, also when it looks because its clock or its role
// has changed, or it is back.
func sameStep(first, e *trace.Event) bool {
	one, _ := trace.ParseMsg(first.Msg)
	other, _ := trace.ParseMsg(e.Msg)
	switch e.Kind {
	case trace.Send, trace.Timeout:
		return e.Kind == first.Kind && one.Question() == other.Question()
	case trace.Exec:
		return e.Who == trace.Operator // another fault let that loose
	case trace.Expire:
		return slices.Contains([]trace.Kind{trace.Expire, trace.ClockSet, trace.Promote, trace.Fault, trace.Heal}, first.Kind)
	}
	return false
}
