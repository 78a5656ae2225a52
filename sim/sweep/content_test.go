package sweep_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// What a trace folds to is what the nodes hold: when a run is stopped somebody asks
// each node for all that it has, and its answers agree with the state.
func TestStateIsWhatNodesHold(t *testing.T) {
	t.Parallel()
	e := world.NewEngine()
	defer e.Close()
	var asked, held, noticed int
	for seed := range uint64(runs) {
		w := sweep.Random(seed)
		w.Until /= 8 // later there is little left to ask for
		w.Actions = append(w.Actions, questions(w, play(t, e, w))...)
		events := play(t, e, w)
		a, h, err := agree(w, events)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		asked, held = asked+a, held+h
		if doctored := slices.Clone(events); forgetKeys(doctored) {
			if _, _, err := agree(w, doctored); err != nil {
				noticed++
			}
		}
	}
	t.Logf("%d answers agree, %d of them about keys that are there; %d doctored traces do not", asked, held, noticed)
	if asked < 8*runs || held < runs/4 || noticed < runs/10 {
		t.Error("too little was asked to mean anything")
	}
}

// questions asks every Redis node, when the run ends, for its keys, and for value
// and time to live of each key that any node ever had.
func questions(w *sweep.World, events []trace.Event) []run.Action {
	names := make(map[string]bool)
	for i := range events {
		for _, k := range events[i].Keys {
			names[k.Name] = true
		}
	}
	var list []run.Action
	for _, n := range w.Config.Nodes {
		if n.Role == trace.RoleSentinel || n.Role == trace.RoleConsensus {
			continue
		}
		ask := func(args ...string) {
			list = append(list, run.Action{At: w.Until, Verb: run.Command, Target: string(n.ID), Args: args})
		}
		ask("KEYS", "*")
		for _, name := range slices.Sorted(maps.Keys(names)) {
			ask("PTTL", name)
			ask("GET", name)
		}
	}
	return list
}

// agree compares the answers with the state just before each. It returns how many
// there were, and how many about keys that are there.
func agree(w *sweep.World, events []trace.Event) (asked, held int, err error) {
	var s trace.State
	for i := range events {
		e := &events[i]
		if e.T == w.Until && e.Kind == trace.Exec && e.Who == trace.Operator {
			n := s.Node(e.Node)
			want := answer(n, e)
			if want != e.Reply {
				return 0, 0, fmt.Errorf("%s answers %q to %q, and by the state it should be %q", e.Node, e.Reply, e.Cmd, want)
			}
			asked++
			if len(e.Cmd) > 1 && shown(n, e.Cmd[1], e.T) != nil {
				held++
			}
		}
		s.Apply(e)
	}
	return asked, held, nil
}

// shown returns a key that the node has and shows: a replica hides what has run
// out.
func shown(n *trace.NodeState, name string, t trace.Time) *trace.HeldKey {
	if k := n.Key(name); k != nil && (k.Stays || n.Left(k, t) > 0) {
		return k
	}
	return nil
}

// answer is what the node should say by the state. Commands
// of the world's own that come at the same instant are taken as they are.
func answer(n *trace.NodeState, e *trace.Event) string {
	switch e.Cmd[0] {
	case "KEYS":
		var names []string
		for i := range n.Keys {
			if k := &n.Keys[i]; shown(n, k.Name, e.T) != nil {
				names = append(names, k.Name)
			}
		}
		slices.Sort(names)
		for i := range names {
			names[i] = strconv.Quote(names[i])
		}
		return "[" + strings.Join(names, ", ") + "]"
	case "PTTL":
		switch k := shown(n, e.Cmd[1], e.T); {
		case k == nil:
			return "(integer) -2"
		case k.Stays:
			return "(integer) -1"
		default:
			// Redis counts in whole milliseconds, the last of which is still lived.
			left := millis(k.Dies) - 1 - millis(n.Clock.At(e.T))
			return "(integer) " + strconv.FormatInt(left, 10)
		}
	case "GET":
		k := shown(n, e.Cmd[1], e.T)
		switch {
		case k == nil:
			return "(nil)"
		case strings.HasPrefix(e.Reply, "(error) WRONGTYPE"):
			return e.Reply // a hash, as a re-entrant lock is
		}
		return strconv.Quote(k.Value)
	}
	return e.Reply
}

// millis is a clock's reading in whole milliseconds. One that was set back may show
// less than nothing.
func millis(l trace.Local) int64 {
	ms := int64(l) / 1000
	if l%1000 < 0 {
		ms--
	}
	return ms
}

// forgetKeys takes the last command's keys from the trace.
func forgetKeys(events []trace.Event) bool {
	for i := len(events) - 1; i > 0; i-- {
		e := &events[i]
		if e.Kind == trace.Exec && e.Purpose == trace.ToAcquire && e.OK && len(e.Keys) > 0 {
			e.Keys = nil
			return true
		}
	}
	return false
}
