package lock_test

import (
	"fmt"
	"strings"
	"testing"

	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// prepared is what redsync and ours both meet: nodes in some state, what is done
// to them later, and how each message fares.
type prepared struct {
	ttl            trace.Duration // an even number of milliseconds
	timeoutPercent int            // of the TTL; redsync has 5
	retries        int
	delay          trace.Duration
	work           trace.Duration
	actions        []run.Action // by time
	roads          roads
	looks          []trace.Time // when to look what is on the nodes
}

// travels keeps apart what could race. A message takes one microsecond more than
// a multiple of four, so that it arrives at an odd instant, and its reply two more
// than a multiple of four after the question: never just when time is up. All
// that people do is at multiples of four, and looks are two later.
func travels(d trace.Duration) trace.Duration { return d/4*4 + 1 }

func looks(first trace.Duration, more ...trace.Duration) []trace.Time {
	var at []trace.Time
	for _, d := range append([]trace.Duration{first}, more...) {
		at = append(at, trace.Time(d/4*4+2))
	}
	return at
}

const (
	clientStart = trace.Time(10 * ms)
	ourToken    = "00000000deadbeef"
)

func usual() *prepared {
	return &prepared{
		ttl: trace.Second, timeoutPercent: 5, retries: 2, delay: 100 * ms, work: 60 * ms,
		looks: looks(50*ms, 200*ms, 500*ms, 3*trace.Second),
	}
}

func (p *prepared) timeout() trace.Duration { return p.ttl * trace.Duration(p.timeoutPercent) / 100 }

// ours plays p in a world and returns its journal. Changes are for canaries.
func (p *prepared) ours(t *testing.T, e *world.Engine, changes ...func(*lock.Options)) string {
	t.Helper()
	o := page(5)
	o.TTL, o.NodeTimeout = p.ttl, p.timeout()
	o.Retries, o.RetryDelay, o.RetryJitter = p.retries, p.delay, 0
	o.DriftConst = 0
	for _, change := range changes {
		change(&o)
	}
	a := client("A", o)
	a.Start, a.Job.Takes = clientStart, p.work
	same := choice.Overridden{Picks: map[string]uint64{}, Else: p.roads}
	for i := range p.retries + 1 {
		same.Picks[fmt.Sprintf("token A/%d", i+1)] = 0xdeadbeef
	}
	events, err := e.Run(&world.Config{
		Nodes: masters(nodes(5)), Clients: []world.Client{a}, Network: world.Network{Usual: open},
		Resources: []resource.Config{{ID: "invoice"}},
	}, same, p.actions, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p.write(events)
}

// write puts a trace into a journal.
func (p *prepared) write(events []trace.Event) string {
	var j journal
	var s trace.State
	looks := p.looks
	look := func(at trace.Time) {
		for i := range s.Nodes {
			j.writef(at, "%s has %s", s.Nodes[i].ID, held(&s.Nodes[i], at))
		}
	}
	for i := range events {
		e := &events[i]
		for len(looks) > 0 && looks[0] < e.T {
			look(looks[0])
			looks = looks[1:]
		}
		s.Apply(e)
		switch {
		case e.Kind == trace.Exec:
			n := s.Node(e.Node)
			j.writef(e.T, "%s: %s -> %s, %s", e.Node, told(e.Cmd), said(e.Cmd, e.Reply), held(n, e.T))
		case e.Kind == trace.Hold:
			j.writef(e.T, "attempt %d holds until %v", e.Attempt, trace.Duration(e.Until))
		case e.Kind == trace.Phase && (lock.Phase(e.Phase) == lock.Wait || lock.Phase(e.Phase) == lock.GaveUp):
			j.writef(e.T, "attempt %d failed", e.Attempt)
		}
	}
	for _, at := range looks {
		look(at)
	}
	return j.String()
}

// held tells what a node has under the lock's name.
func held(n *trace.NodeState, at trace.Time) string {
	k := n.Key("lock")
	if k == nil || !k.Stays && k.Dies <= trace.Local(at) {
		return noKey
	}
	value := k.Value
	if strings.HasPrefix(value, "[") {
		value = notText
	}
	return key(value, k.Stays, trace.Time(k.Dies))
}
