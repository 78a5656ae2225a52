package sweep_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// A replica that is linked and has acknowledged its primary's last change holds what
// the primary holds: when the run is stopped somebody asks both for all that they have.
func TestReplicasConverge(t *testing.T) {
	t.Parallel()
	e := world.NewEngine()
	defer e.Close()
	var pairs, values, copies, noticed int
	for seed := range uint64(2 * runs) {
		w := sweep.Random(seed)
		if len(w.Config.Nodes) == 0 || w.Config.Nodes[0].Role != trace.RolePrimary {
			continue
		}
		w.Until /= trace.Time(1 + seed%8) // later there is little left to ask for
		w.Actions = append(w.Actions, questions(w, play(t, e, w))...)
		events := play(t, e, w)
		p, v, c, err := converged(w, events)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		pairs, values, copies = pairs+p, values+v, copies+c
		if doctored := slices.Clone(events); v > 0 && forgetValues(w, doctored) {
			if _, _, _, err := converged(w, doctored); err != nil {
				noticed++
			}
		}
	}
	t.Logf("%d replicas hold what their primary holds, %d keys, %d of the replicas after a full copy; %d doctored traces were found out", pairs, values, copies, noticed)
	if pairs < runs/4 || values < runs/10 || copies < runs/200 || noticed < runs/20 {
		t.Error("too few replicas were compared to mean anything")
	}
}

// connection is what a trace tells of the stream from a primary to a replica.
type connection struct {
	sent         trace.Time // when its last message left
	name         string
	full         bool // that was a full copy
	copied       bool // some message was
	acknowledged bool // the answer to the last has arrived
}

// connections are by the names of primary and replica.
type connections map[[2]string]*connection

// follow takes note of what an event says of a connection. One that an end of which
// crashes, or gets another role, is over.
func (cs connections) follow(e *trace.Event) {
	m, _ := trace.ParseMsg(e.Msg)
	ends := [2]string{string(m.Client), string(m.Node)}
	switch {
	case e.Kind == trace.Send && (e.Purpose == trace.ToReplicate || e.Purpose == trace.ToCopy) && !m.Reply && m.Copy == 0:
		full := e.Purpose == trace.ToCopy
		before := cs[ends]
		cs[ends] = &connection{sent: e.T, name: e.Msg, full: full, copied: full || before != nil && before.copied}
	case e.Kind == trace.Deliver && m.Reply && cs[ends] != nil:
		m.Reply, m.Copy = false, 0
		cs[ends].acknowledged = cs[ends].acknowledged || m.String() == cs[ends].name
	case e.Kind == trace.Promote, e.Kind == trace.Demote:
		cs.end(string(e.Node))
	case e.Kind == trace.Fault && e.What == trace.WhatCrash && e.Why == "":
		cs.end(e.Who)
	}
}

func (cs connections) end(who string) {
	maps.DeleteFunc(cs, func(ends [2]string, _ *connection) bool { return slices.Contains(ends[:], who) })
}

// knows returns up to when the last message tells of all that its primary did.
func (c *connection) knows(lag trace.Duration) trace.Time {
	if c.full {
		return c.sent
	}
	return c.sent.Add(-lag)
}

// converged compares the answers of primaries and of those replicas that must hold the
// same. It returns how many replicas there were, with how many keys, and how many of
// them had taken a full copy.
func converged(w *sweep.World, events []trace.Event) (pairs, keys, copies int, err error) {
	streams := make(connections)
	changed := make(map[string]trace.Time) // when a node last did to its keys what its replicas must know
	dumps := make(map[string]map[string]string)
	var s trace.State
	for i := range events {
		e := &events[i]
		if e.T == w.Until && e.Kind == trace.Exec && e.Who == trace.Operator {
			if dumps[string(e.Node)] == nil {
				dumps[string(e.Node)] = make(map[string]string)
			}
			dumps[string(e.Node)][strings.Join(e.Cmd, " ")] = e.Reply
			continue
		}
		streams.follow(e)
		switch {
		case e.Kind == trace.Exec && len(e.Keys) > 0, e.Kind == trace.Expire:
			changed[string(e.Node)] = e.T
		case e.Kind == trace.Fault:
			changed[e.Who] = e.T
		}
		s.Apply(e)
	}
	for i := range s.Nodes {
		r := &s.Nodes[i]
		p := s.Node(trace.NodeID(r.Follows))
		if r.Role != trace.RoleReplica || p == nil || p.Role != trace.RolePrimary {
			continue
		}
		c := streams[[2]string{string(p.ID), string(r.ID)}]
		if c == nil || !c.acknowledged || changed[string(p.ID)] > c.knows(w.Config.Replication.Lag) {
			continue
		}
		if dumps[string(p.ID)] == nil || dumps[string(r.ID)] == nil {
			continue // it is down
		}
		n, err := sameKeys(ask{p, w.Until, dumps[string(p.ID)]}, ask{r, w.Until, dumps[string(r.ID)]})
		if err != nil {
			return 0, 0, 0, err
		}
		pairs, keys = pairs+1, keys+n
		if c.copied {
			copies++
		}
	}
	return pairs, keys, copies, nil
}

// ask is a node that was asked for all its keys, and what it answered.
type ask struct {
	*trace.NodeState
	at      trace.Time
	answers map[string]string // by command
}

const none = "(nil)"

// sameKeys compares what a primary and its replica hold, and returns how many keys
// that are. A replica hides what has run out by its own clock.
func sameKeys(p, r ask) (int, error) {
	n := 0
	for _, cmd := range slices.Sorted(maps.Keys(p.answers)) {
		name, ok := strings.CutPrefix(cmd, "GET ")
		if !ok {
			continue
		}
		a, b := p.answers[cmd], r.answers[cmd]
		ends, stays := p.ends(name)
		switch {
		case a != b && b == none && !stays && millis(r.Clock.At(r.at)) >= ends:
		case a != b:
			return 0, fmt.Errorf("%s of %s is %s, and of its replica %s it is %s", name, p.ID, a, r.ID, b)
		case a != none:
			if alike, stay := r.ends(name); alike != ends || stay != stays {
				return 0, fmt.Errorf("%s of %s ends at %d ms, and of its replica %s at %d ms", name, p.ID, ends, r.ID, alike)
			}
			n++
		}
	}
	return n, nil
}

// ends returns the first millisecond of the node's clock in which a key is there no
// more, unless it stays.
func (a *ask) ends(name string) (ms int64, stays bool) {
	left, err := strconv.ParseInt(strings.TrimPrefix(a.answers["PTTL "+name], "(integer) "), 10, 64)
	if err != nil || left < 0 {
		return 0, true
	}
	return millis(a.Clock.At(a.at)) + left + 1, false
}

// forgetValues takes a value from what a replica answered in the end.
func forgetValues(w *sweep.World, events []trace.Event) bool {
	return change(events, func(e *trace.Event) bool {
		found := e.T == w.Until && e.Who == trace.Operator && e.Node != "n1" && e.Cmd[0] == "GET" && e.Reply != none
		if found {
			e.Reply = none
		}
		return found
	})
}
