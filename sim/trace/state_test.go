package trace_test

import (
	"reflect"
	"testing"

	"lockstep/sim/trace"
)

const ms = trace.Time(trace.Millisecond)

// story is a small run: A takes a lock on n1 of two nodes, is told so, n2 is
// down, the key runs out while A still believes in it.
var story = []trace.Event{
	{Kind: trace.Start, Run: "r", Engine: "e", Resource: "invoice-42",
		Nodes:   []trace.NodeInfo{{ID: "n1"}, {ID: "n2"}},
		Clients: []trace.ClientInfo{{ID: "A", Lock: "redlock", Key: "k", TTL: 10 * trace.Second}}},
	{Kind: trace.Phase, Seq: 1, T: 1 * ms, Who: "A", Phase: "ask", Attempt: 1, At: trace.ReadAt(1000), File: "redlock.go", Line: 44},
	{Kind: trace.Send, Seq: 2, T: 1 * ms, Msg: "A/1/set>n1", From: "A", To: "n1", Purpose: trace.ToAcquire, Cmd: []string{"SET", "k", "a7f3"}, Arrive: 2 * ms},
	{Kind: trace.Exec, Seq: 3, T: 2 * ms, Node: "n1", Msg: "A/1/set>n1", Who: "A", Cmd: []string{"SET", "k", "a7f3"}, Reply: "OK",
		Keys: []trace.Key{{Name: "k", Value: "a7f3", PTTL: 10 * trace.Millisecond}}, At: trace.ReadAt(2000), Purpose: trace.ToAcquire, OK: true},
	{Kind: trace.Deliver, Seq: 4, T: 2 * ms, Msg: "A/1/set>n1", Who: "n1"},
	{Kind: trace.Send, Seq: 5, T: 2 * ms, Msg: "A/1/set<n1", From: "n1", To: "A", Purpose: trace.ToAcquire, Reply: "OK", OK: true, Arrive: 3 * ms},
	{Kind: trace.Deliver, Seq: 6, T: 3 * ms, Msg: "A/1/set<n1", Who: "A"},
	{Kind: trace.Send, Seq: 7, T: 3 * ms, Msg: "A/1/set>n2", From: "A", To: "n2", Purpose: trace.ToAcquire, Cmd: []string{"SET", "k", "a7f3"}, Arrive: 4 * ms},
	{Kind: trace.Drop, Seq: 8, T: 4 * ms, Msg: "A/1/set>n2", Who: "n2", Why: "node down", By: "scenario"},
	{Kind: trace.Timeout, Seq: 9, T: 5 * ms, Msg: "A/1/set>n2", Who: "A", Purpose: trace.ToAcquire},
	{Kind: trace.Hold, Seq: 10, T: 5 * ms, Who: "A", Key: "k", Token: "a7f3", Until: 20_000, Attempt: 1, At: trace.ReadAt(5000)},
	{Kind: trace.Expire, Seq: 11, T: 12 * ms, Node: "n1", Key: "k"},
	{Kind: trace.Fault, Seq: 12, T: 13 * ms, What: "pause", Who: "A", By: "action 1", Lasts: 4 * trace.Millisecond},
	{Kind: trace.Heal, Seq: 13, T: 17 * ms, What: "pause", Who: "A", By: "action 1"},
	{Kind: trace.Lost, Seq: 14, T: 20 * ms, Who: "A", Key: "k", Token: "a7f3", Why: "its validity ended"},
	{Kind: trace.End, Seq: 15, T: 20 * ms, Why: "over", Verdict: "ok", Hash: "h"},
}

func TestFold(t *testing.T) {
	at := func(t trace.Time) (*trace.State, *trace.ClientState, *trace.NodeState) {
		s := trace.Fold(story, t)
		return s, s.Client("A"), s.Node("n1")
	}

	s, a, _ := at(1 * ms)
	if a.Phase != "ask" || a.Attempt != 1 || a.Line != 44 || a.Votes[0] != trace.Asked || a.Votes[1] != trace.NotAsked {
		t.Errorf("at 1 ms A is %+v", a)
	}
	if len(s.Messages) != 1 || s.Messages[0].Arrive != 2*ms {
		t.Errorf("at 1 ms these are under way: %+v", s.Messages)
	}

	s, _, n1 := at(2 * ms)
	k := n1.Key("k")
	if k == nil || k.Owner != "A" || n1.Left(k, 4*ms) != 8*trace.Millisecond {
		t.Errorf("at 2 ms n1 holds %+v", k)
	}
	if len(s.Messages) != 1 || !s.Messages[0].IsReply() {
		t.Errorf("at 2 ms these are under way: %+v", s.Messages)
	}

	s, a, _ = at(5 * ms)
	if want := []trace.Vote{trace.Granted, trace.NoAnswer}; !reflect.DeepEqual(a.Votes, want) {
		t.Errorf("at 5 ms A counts %v, want %v", a.Votes, want)
	}
	if a.Belief == nil || a.Belief.Until != 20_000 || !reflect.DeepEqual(s.True(a), []bool{true, false}) {
		t.Errorf("at 5 ms A believes %+v and %v of it is true", a.Belief, s.True(a))
	}
	if len(s.Messages) != 1 || !s.Messages[0].Lost || s.Messages[0].Why != "node down" {
		t.Errorf("at 5 ms the lost message is %+v", s.Messages)
	}

	s, a, n1 = at(13 * ms)
	if n1.Key("k") != nil || len(n1.Ghosts) != 1 || n1.Ghosts[0].Why != "expired" {
		t.Errorf("at 13 ms n1 holds %+v and the ghosts %+v", n1.Keys, n1.Ghosts)
	}
	if !a.Paused || a.Returns != 17*ms || a.Belief == nil || s.True(a)[0] {
		t.Errorf("at 13 ms A is %+v", a)
	}

	s, a, n1 = at(20 * ms)
	if a.Paused || a.Belief != nil || len(n1.Ghosts) != 0 || s.Stopped == nil {
		t.Errorf("at the end A is %+v, n1 %+v", a, n1)
	}
}

// Of pauses that overlap, the first one's beginning and the last one's end count.
func TestOverlappingPauses(t *testing.T) {
	s := trace.Fold(story, 13*ms)
	s.Apply(&trace.Event{Kind: trace.Fault, T: 14 * ms, What: "pause", Who: "A", By: "action 2", Lasts: trace.Millisecond})
	if a := s.Client("A"); a.PausedAt != 13*ms || a.Returns != 17*ms {
		t.Errorf("A stands still from %d to %d", a.PausedAt, a.Returns)
	}
}

func TestMsgName(t *testing.T) {
	for _, name := range []string{"A/1/set>n3", "A/1/set<n3", "A/12/set.2>n3+1", "A.watchdog/2/extend<n5"} {
		if m, ok := trace.ParseMsg(name); !ok || m.String() != name {
			t.Errorf("%q reads as %+v (%v)", name, m, ok)
		}
	}
	want := trace.MsgName{Client: "A", Activity: "watchdog", Attempt: 2, Step: "extend", Node: "n5", Reply: true, Copy: 3}
	if got, ok := trace.ParseMsg(want.String()); !ok || got != want {
		t.Errorf("%q reads as %+v", want, got)
	}
	for _, bad := range []string{"", "A", "A/1", "A/1/set", "A/x/set>n1", "A/01/set>n1", "A/1/set>n1+0", "A/1/set>n1+x"} {
		if m, ok := trace.ParseMsg(bad); ok {
			t.Errorf("%q passes for the name %+v", bad, m)
		}
	}
}

// One question goes to several nodes, and twice to one that is listed twice.
func TestQuestionOfAMessage(t *testing.T) {
	question := func(name string) trace.MsgName {
		m, ok := trace.ParseMsg(name)
		if !ok {
			t.Fatalf("%q is no name", name)
		}
		return m.Question()
	}
	for name, same := range map[string]bool{
		"A/1/set>n2": true, "A/1/set.2>n1": true, "A/1/set>n1+1": true,
		"A/2/set>n1": false, "A/1/del>n1": false, "B/1/set>n1": false, "A.watchdog/1/set>n1": false, "A/1/set<n1": false,
	} {
		if got := question(name) == question("A/1/set>n1"); got != same {
			t.Errorf("%s puts the question of A/1/set>n1: %v", name, got)
		}
	}
}

// A client runs a line of its source from its first step to its last, also while
// it stands still, and none before, after and while it is down.
func TestLineThatAClientRuns(t *testing.T) {
	apply := func(s *trace.State, e trace.Event) int {
		s.Apply(&e)
		return s.Client("A").Line
	}
	phase := func(name string) trace.Event {
		return trace.Event{Kind: trace.Phase, Who: "A", Phase: name, File: "redlock.go", Line: 40}
	}
	for _, end := range []trace.Event{phase(trace.PhaseDone), phase(trace.PhaseGaveUp), {Kind: trace.Fault, Who: "A", What: trace.WhatCrash}} {
		s := &trace.State{}
		if got := apply(s, trace.Event{Kind: trace.Start, Clients: []trace.ClientInfo{{ID: "A"}}}); got != 0 {
			t.Errorf("before it begins it runs line %d", got)
		}
		apply(s, phase(trace.PhaseAsk))
		if got := apply(s, trace.Event{Kind: trace.Fault, Who: "A", What: trace.WhatPause}); got != 40 {
			t.Errorf("while it stands still it runs line %d", got)
		}
		if got := apply(s, end); got != 0 {
			t.Errorf("after %v %s%s it runs line %d", end.Kind, end.Phase, end.What, got)
		}
	}
}
