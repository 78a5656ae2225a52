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

const (
	// retry is how often a replica that has lost its primary asks for a full copy.
	retry = trace.Second

	// leisure is how much longer than usual worlds go on: most of their faults are long
	// over by then.
	leisure = 3 * trace.Second

	// slowest is the slowest link with which replicas are expected to catch up.
	slowest = 100 * trace.Millisecond
)

// A replica that nothing came in the way of for two retries has caught up: it holds
// what its primary holds, whatever had been lost before.
func TestReplicasCatchUp(t *testing.T) {
	t.Parallel()
	e := world.NewEngine()
	defer e.Close()
	var replicas, recovered, keys, noticed int
	for seed := range uint64(runs) {
		w := sweep.Random(seed)
		if len(w.Config.Nodes) == 0 || w.Config.Nodes[0].Role != trace.RolePrimary || !steady(w) {
			continue
		}
		w.Until = w.Until.Add(leisure)
		w.Actions = append(w.Actions, deposits(w)...)
		events := play(t, e, w)
		w.Until = dueBy(w, undisturbed(w, events))
		w.Actions = append(w.Actions, questions(w, events)...)
		events = play(t, e, w)
		pairs := undisturbed(w, events)
		n, err := caughtUp(w, events, pairs)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		keys += n
		for _, p := range pairs {
			replicas++
			if p.copied {
				recovered++
			}
		}
		if doctored := slices.Clone(events); n > 0 && forgetValues(w, doctored) {
			if _, err := caughtUp(w, doctored, pairs); err != nil {
				noticed++
			}
		}
	}
	t.Logf("%d replicas have caught up, %d of them by a full copy, with %d keys; %d doctored traces were found out", replicas, recovered, keys, noticed)
	if replicas < runs/5 || recovered < runs/20 || keys < runs/10 || noticed < runs/20 {
		t.Error("too few replicas had to catch up to mean anything")
	}
}

// steady takes chance's losses from a world's links, and tells whether those between
// its nodes, and what its primary does, are quick enough to wait for.
func steady(w *sweep.World) bool {
	w.Config.Network.Usual.LossPPM = 0
	quick := w.Config.Network.Usual.Max <= slowest && w.Config.Replication.Lag <= slowest
	for i := range w.Config.Network.Links {
		l := &w.Config.Network.Links[i].Link
		l.LossPPM = 0
		quick = quick && l.Max <= slowest
	}
	return quick
}

// deposits leaves values that stay, early and late, at whichever node is the primary.
func deposits(w *sweep.World) []run.Action {
	var list []run.Action
	for i := range w.Config.Nodes {
		n := &w.Config.Nodes[i]
		if n.Role != trace.RolePrimary && n.Role != trace.RoleReplica {
			continue
		}
		for i, at := range []trace.Duration{20, 300, 700, 1100} {
			list = append(list, run.Action{
				At: trace.Time(at * trace.Millisecond), Verb: run.Command, Target: string(n.ID),
				Args: []string{"SET", "deposit:" + strconv.Itoa(i+1), "left at " + string(n.ID)},
			})
		}
	}
	return list
}

// follower is a replica and its primary.
type follower struct {
	replica, primary trace.NodeID
	since            trace.Time // when something came in the way of the two last
	copied           bool       // it has taken a full copy some time
}

// underWay is how long what a primary does may be under way.
func underWay(w *sweep.World) trace.Duration { return w.Config.Replication.Lag + 3*slowest }

// dueBy returns when the last of the replicas must have caught up.
func dueBy(w *sweep.World, list []follower) trace.Time {
	due := trace.Time(leisure)
	for _, f := range list {
		due = max(due, f.since.Add(2*retry+underWay(w)+1))
	}
	return min(due, w.Until)
}

// undisturbed lists the replicas that have been up for two retries, and what messages
// take, as the replica of a primary that was up, over links without faults; while the
// primary changed nothing of late that might be under way yet.
func undisturbed(w *sweep.World, events []trace.Event) (list []follower) {
	var s trace.State
	for i := range events {
		s.Apply(&events[i])
	}
	for i := range s.Nodes {
		r := &s.Nodes[i]
		p := s.Node(trace.NodeID(r.Follows))
		if r.Role != trace.RoleReplica || p == nil || p.Role != trace.RolePrimary || r.Down || p.Down {
			continue
		}
		there, back := s.Link(string(p.ID), string(r.ID)), s.Link(string(r.ID), string(p.ID))
		if there.Cut || there.PPM > 0 || there.Slow > 0 || back.Cut || back.PPM > 0 || back.Slow > 0 {
			continue
		}
		f := follower{replica: r.ID, primary: p.ID}
		var changed trace.Time
		for i := range events {
			e := &events[i]
			f.since = max(f.since, f.disturbs(e))
			switch {
			case e.Kind == trace.Replicate && e.Node == r.ID && e.Why == trace.WhyFullCopy:
				f.copied = true
			case e.Kind == trace.Exec && e.Node == p.ID && len(e.Keys) > 0 && e.T < w.Until, e.Kind == trace.Expire && e.Node == p.ID,
				e.Kind == trace.Fault && e.Who == string(p.ID):
				changed = e.T
			}
		}
		if f.since.Add(2*retry+underWay(w)) < w.Until && changed.Add(underWay(w)) < w.Until {
			list = append(list, f)
		}
	}
	return list
}

// disturbs returns until when an event comes in the way of the two, or 0.
func (f *follower) disturbs(e *trace.Event) trace.Time {
	ends := []string{string(f.replica), string(f.primary)}
	m, _ := trace.ParseMsg(e.Msg)
	switch e.Kind {
	case trace.Promote, trace.Demote:
		if slices.Contains(ends, string(e.Node)) {
			return e.T
		}
	case trace.Fault, trace.Heal:
		for _, link := range e.Links {
			if from, to, _ := trace.ParseLink(link); slices.Contains(ends, from) && slices.Contains(ends, to) {
				return e.T.Add(e.Lasts)
			}
		}
		between := slices.Contains(ends, string(m.Client)) && slices.Contains(ends, string(m.Node))
		if between || slices.Contains(ends, e.Who) && (e.What == trace.WhatCrash || e.What == trace.WhatRestart) {
			return max(e.T, e.Arrive)
		}
	}
	return 0
}

// caughtUp compares what the pairs answered in the end, and returns how many keys
// they share.
func caughtUp(w *sweep.World, events []trace.Event, pairs []follower) (keys int, err error) {
	s := trace.Fold(events, w.Until)
	dumps := make(map[trace.NodeID]map[string]string)
	for i := range events {
		e := &events[i]
		if e.T < w.Until || e.Kind != trace.Exec || e.Who != trace.Operator {
			continue
		}
		if dumps[e.Node] == nil {
			dumps[e.Node] = make(map[string]string)
		}
		dumps[e.Node][strings.Join(e.Cmd, " ")] = e.Reply
	}
	for _, f := range pairs {
		p, r := ask{s.Node(f.primary), w.Until, dumps[f.primary]}, ask{s.Node(f.replica), w.Until, dumps[f.replica]}
		if len(p.answers) == 0 || !slices.Equal(slices.Sorted(maps.Keys(p.answers)), slices.Sorted(maps.Keys(r.answers))) {
			return 0, fmt.Errorf("%s and %s were asked different things", f.primary, f.replica)
		}
		n, err := sameKeys(p, r)
		if err != nil {
			return 0, err
		}
		keys += n
	}
	return keys, nil
}
