package check_test

import (
	"strings"
	"testing"

	"lockstep/sim/check"
	"lockstep/sim/trace"
)

const (
	ms = trace.Millisecond
	s  = trace.Second
)

// story writes a trace by hand. Its clients A, B and C want one lock on one node, or
// on five, for one resource; a test changes the cast as it likes.
type story struct {
	t      trace.Time
	start  trace.Event
	events []trace.Event
}

// tell begins a story about locks of that kind.
func tell(kind string) *story {
	st := &story{start: trace.Event{Kind: trace.Start, Resources: []trace.ResourceInfo{{ID: "it", Kind: "file", Guard: "none"}}}}
	nodes := []trace.NodeID{"n1"}
	if kind == trace.LockRedlock {
		nodes = []trace.NodeID{"n1", "n2", "n3", "n4", "n5"}
	}
	for _, id := range nodes {
		st.start.Nodes = append(st.start.Nodes, trace.NodeInfo{ID: id})
	}
	for _, id := range []trace.ClientID{"A", "B", "C"} {
		c := trace.ClientInfo{
			ID: id, Lock: kind, Key: "lock", Nodes: nodes, Resource: "it",
			TTL: 10 * s, NodeTimeout: 50 * ms, RetryDelay: 200 * ms, Stops: kind == trace.LockRedlock || kind == trace.LockConsensus,
		}
		if kind == trace.LockSetNX || kind == trace.LockFencing {
			c.TTL = 0
		}
		st.start.Clients = append(st.start.Clients, c)
	}
	return st
}

// cast lets change alter each client before the story begins.
func (st *story) cast(change func(*trace.ClientInfo)) *story {
	for i := range st.start.Clients {
		change(&st.start.Clients[i])
	}
	return st
}

// about makes the resource another.
func (st *story) about(kind, guard, value string) *story {
	st.start.Resources[0] = trace.ResourceInfo{ID: "it", Kind: kind, Guard: guard, Value: value}
	return st
}

// replicated makes n1 the primary of n2.
func (st *story) replicated() *story {
	st.start.Nodes = []trace.NodeInfo{{ID: "n1", Role: trace.RolePrimary}, {ID: "n2", Role: trace.RoleReplica, Follows: "n1"}}
	return st
}

// at sets the time of what follows.
func (st *story) at(d trace.Duration) *story {
	st.t = trace.Time(d)
	return st
}

// event adds one.
func (st *story) event(e trace.Event) *story {
	e.T, e.Seq = st.t, len(st.events)+1
	st.events = append(st.events, e)
	return st
}

func (st *story) phase(who, phase string, attempt int) *story {
	return st.event(trace.Event{Kind: trace.Phase, Who: who, Phase: phase, Attempt: attempt})
}

func (st *story) wait(who string, attempt int, d trace.Duration) *story {
	return st.event(trace.Event{Kind: trace.Phase, Who: who, Phase: trace.PhaseWait, Attempt: attempt, Lasts: d})
}

// token is the value of a client's keys, always the same.
func token(who string) string { return strings.Repeat(strings.ToLower(who), 16) }

// hold lets a client believe for ten seconds, or for ever in a lock without an end.
func (st *story) hold(who string) *story {
	if st.start.Clients[0].TTL == 0 {
		return st.holdUntil(who, trace.Forever, 0)
	}
	return st.holdUntil(who, trace.Local(st.t).Add(10*s), 0)
}

func (st *story) holdUntil(who string, until trace.Local, fence int64) *story {
	return st.event(trace.Event{Kind: trace.Hold, Who: who, Key: "lock", Token: token(who), Until: until, Fence: fence})
}

func (st *story) extend(who string, until trace.Duration) *story {
	return st.event(trace.Event{Kind: trace.Extend, Who: who, Key: "lock", Token: token(who), Until: trace.Local(until)})
}

func (st *story) release(who string) *story {
	return st.event(trace.Event{Kind: trace.Release, Who: who, Key: "lock", Token: token(who)})
}

func (st *story) lost(who string) *story {
	return st.event(trace.Event{Kind: trace.Lost, Who: who, Key: "lock", Token: token(who), Why: trace.WhyValidityEnded})
}

func (st *story) enter(who string) *story {
	return st.event(trace.Event{Kind: trace.Enter, Who: who, Resource: "it"})
}

func (st *story) leave(who string) *story {
	return st.event(trace.Event{Kind: trace.Leave, Who: who, Resource: "it"})
}

// set lets a client's first attempt set the lock on nodes.
func (st *story) set(who string, nodes ...trace.NodeID) *story {
	for _, n := range nodes {
		st.exec(who, n, who+"/1/set>"+string(n), trace.ToAcquire, token(who), 10*s)
	}
	return st
}

// del lets a client delete the lock on nodes, whoever has it.
func (st *story) del(who string, nodes ...trace.NodeID) *story {
	for _, n := range nodes {
		st.exec(who, n, who+"/1/del>"+string(n), trace.ToRelease, "", trace.Gone)
	}
	return st
}

// exec lets a node run a command that leaves the lock so.
func (st *story) exec(who string, n trace.NodeID, msg string, p trace.Purpose, value string, pttl trace.Duration) *story {
	return st.event(trace.Event{
		Kind: trace.Exec, Who: who, Node: n, Msg: msg, Purpose: p, OK: true,
		Keys: []trace.Key{{Name: "lock", Value: value, PTTL: pttl}},
	})
}

// send lets a message leave.
func (st *story) send(who, msg string, p trace.Purpose) *story {
	return st.event(trace.Event{Kind: trace.Send, From: who, Msg: msg, Purpose: p, Cmd: []string{"X"}})
}

// write is a write that its resource took. It followed from the version base.
func (st *story) write(who, op, value string, base, version int64) *story {
	return st.event(trace.Event{
		Kind: trace.Write, Who: who, Resource: "it", Op: op, OK: true, Value: value,
		Base: base, Version: version, Msg: who + "/1/write>it",
	})
}

// refused is a write that its resource did not take.
func (st *story) refused(who, why string) *story {
	return st.event(trace.Event{Kind: trace.Write, Who: who, Resource: "it", Op: "append", Why: why, Msg: who + "/1/write>it"})
}

func (st *story) read(who string, fence int64) *story {
	return st.event(trace.Event{Kind: trace.Read, Who: who, Resource: "it", Op: "read", OK: true, Fence: fence})
}

func (st *story) fault(what, who string) *story {
	return st.event(trace.Event{Kind: trace.Fault, What: what, Who: who, By: trace.ByScenario})
}

func (st *story) heal(what, who string) *story {
	return st.event(trace.Event{Kind: trace.Heal, What: what, Who: who, By: trace.ByScenario})
}

// clock sets a clock.
func (st *story) clock(who string, offset trace.Duration, rate int64) *story {
	return st.event(trace.Event{Kind: trace.ClockSet, Who: who, Offset: offset, Rate: rate})
}

// run checks the story and returns the violations of the rule, or all if it is "",
// and the outcome.
func (st *story) run(rule string) (found []trace.Event, outcome string) {
	all, outcome := check.Run(append([]trace.Event{st.start}, st.events...))
	for _, v := range all {
		if rule == "" || v.Rule == rule {
			found = append(found, v)
		}
	}
	return found, outcome
}

// row is a story, and what comes of one rule in it: each violation as its time and
// parties, in one line.
type row struct {
	name  string
	story *story
	want  string
}

// try checks rows against a rule.
func try(t *testing.T, rule string, rows []row) {
	t.Helper()
	broke := false
	for _, r := range rows {
		found, _ := r.story.run(rule)
		var lines []string
		for _, v := range found {
			if v.Detail == "" || v.Kind != trace.Violation {
				t.Errorf("%s: incomplete: %+v", r.name, v)
			}
			line := trace.Duration(v.T).String() + " " + v.Who
			if v.With != "" {
				line += "+" + v.With
			}
			if v.Node != "" {
				line += " " + string(v.Node)
			}
			lines = append(lines, line)
		}
		if got := strings.Join(lines, ", "); got != r.want {
			t.Errorf("%s: broke at %q, want %q", r.name, got, r.want)
		}
		broke = broke || r.want != ""
	}
	if !broke {
		t.Errorf("no story breaks %s", rule)
	}
}
