package scene_test

import (
	"strconv"

	"lockstep/sim/trace"
)

// A story is a list of events, told by hand so that a picture's test depends on
// nothing but the trace's contract.
type story struct{ events []trace.Event }

const (
	ms  = trace.Time(trace.Millisecond)
	sec = trace.Time(trace.Second)
)

const lockKey = "lock:invoice:42"

func (s *story) add(t trace.Time, e trace.Event) {
	e.T, e.Seq = t, len(s.events)
	s.events = append(s.events, e)
}

// begin opens the story with so many nodes n1, n2, ... and clients A, B, ...
func begin(nodes, clients int) *story {
	var e trace.Event
	for i := range nodes {
		e.Nodes = append(e.Nodes, trace.NodeInfo{ID: node(i + 1)})
	}
	for i := range clients {
		id := trace.ClientID(string(rune('A' + i)))
		e.Clients = append(e.Clients, trace.ClientInfo{ID: id, Lock: "redlock", Key: lockKey, TTL: 10 * trace.Second})
	}
	e.Kind, e.Resources = trace.Start, []trace.ResourceInfo{{ID: "invoice-42"}}
	s := new(story)
	s.add(0, e)
	return s
}

func node(i int) trace.NodeID { return trace.NodeID("n" + strconv.Itoa(i)) }

func token(who string, attempt int) string {
	return map[string]string{"A": "a7f3", "B": "b41e"}[who] + who + strconv.Itoa(attempt)
}

func message(who string, attempt int, step string, n int, reply bool) string {
	return trace.MsgName{Client: trace.ClientID(who), Attempt: attempt, Step: step, Node: node(n), Reply: reply}.String()
}

func (s *story) phase(t trace.Time, who, phase string, attempt int, lasts trace.Duration) {
	s.add(t, trace.Event{Kind: trace.Phase, Who: who, Phase: phase, Attempt: attempt, Lasts: lasts})
}

func (s *story) fault(t trace.Time, what, who, data string, lasts trace.Duration) {
	s.add(t, trace.Event{Kind: trace.Fault, What: what, Who: who, By: "scenario", Data: data, Lasts: lasts})
}

// purposes of the steps that messages are named by.
var purposes = map[string]trace.Purpose{"set": trace.ToAcquire, "del": trace.ToRelease}

// grants are the answers that grant what the steps ask for.
var grants = map[string]string{"set": "OK", "del": "(integer) 1"}

// ask sends a request that arrives at the given time, or never if that is 0.
func (s *story) ask(t trace.Time, who string, attempt int, step string, n int, arrive trace.Time) {
	cmd := []string{"SET", lockKey, token(who, attempt), "NX", "PX", "10000"}
	if step == "del" {
		cmd = []string{"EVAL", "if ... then ... end", "1", lockKey, token(who, attempt)}
	}
	s.add(t, trace.Event{
		Kind: trace.Send, Msg: message(who, attempt, step, n, false), From: who, To: string(node(n)), Cmd: cmd, Arrive: arrive,
		Purpose: purposes[step],
	})
}

// serve lets a request arrive and be run, with the key that it leaves (gone if
// it lives for 0), and sends the reply.
func (s *story) serve(t trace.Time, who string, attempt int, step string, n int, reply string, lives trace.Duration, arrive trace.Time) {
	name := message(who, attempt, step, n, false)
	s.add(t, trace.Event{Kind: trace.Deliver, Msg: name, Who: string(node(n))})
	e := trace.Event{
		Kind: trace.Exec, Node: node(n), Msg: name, Who: who, Cmd: []string{"..."}, Reply: reply,
		Purpose: purposes[step], OK: reply == grants[step],
	}
	switch {
	case lives > 0:
		e.Keys = []trace.Key{{Name: lockKey, Value: token(who, attempt), PTTL: lives}}
	case step == "del":
		e.Keys = []trace.Key{{Name: lockKey, PTTL: trace.Gone}}
	}
	s.add(t, e)
	s.add(t, trace.Event{
		Kind: trace.Send, Msg: message(who, attempt, step, n, true), From: string(node(n)), To: who, Reply: reply, Arrive: arrive,
		Purpose: purposes[step], OK: reply == grants[step],
	})
}

func (s *story) hear(t trace.Time, who string, attempt int, step string, n int) {
	s.add(t, trace.Event{Kind: trace.Deliver, Msg: message(who, attempt, step, n, true), Who: who})
}

func (s *story) drop(t trace.Time, msg, at, why, by string) {
	s.add(t, trace.Event{Kind: trace.Drop, Msg: msg, Who: at, Why: why, By: by})
}

func (s *story) timeout(t trace.Time, who string, attempt, n int) {
	s.add(t, trace.Event{Kind: trace.Timeout, Msg: message(who, attempt, "set", n, false), Who: who, Purpose: trace.ToAcquire})
}

func (s *story) decide(t trace.Time, who string, attempt int, why string, need int, acks ...int) {
	e := trace.Event{Kind: trace.Decide, Who: who, Attempt: attempt, Need: need, OK: why == "held", Why: why}
	for _, n := range acks {
		e.Acks = append(e.Acks, node(n))
	}
	s.add(t, e)
}

func (s *story) hold(t trace.Time, who string, attempt int, validity trace.Duration) {
	now := trace.Local(t)
	s.add(t, trace.Event{Kind: trace.Hold, Who: who, Key: lockKey, Token: token(who, attempt), Until: now.Add(validity), At: trace.ReadAt(now)})
}

func (s *story) inside(t trace.Time, who string) {
	s.add(t, trace.Event{Kind: trace.Enter, Who: who, Resource: "invoice-42"})
}

func (s *story) outside(t trace.Time, who string) {
	s.add(t, trace.Event{Kind: trace.Leave, Who: who, Resource: "invoice-42"})
}

// acquire plays a whole attempt that wins the given nodes and hears (nil) from
// the others of the n, from t on, within 6 ms.
func (s *story) acquire(t trace.Time, who string, attempt, n int, wins ...int) {
	s.phase(t, who, "read-clock", attempt, 0)
	s.phase(t, who, "ask", attempt, 0)
	for i := 1; i <= n; i++ {
		s.ask(t, who, attempt, "set", i, t+2*ms)
	}
	won := func(i int) bool {
		for _, w := range wins {
			if w == i {
				return true
			}
		}
		return false
	}
	for i := 1; i <= n; i++ {
		reply, lives := "OK", 10*trace.Second
		if !won(i) {
			reply, lives = "(nil)", 0
		}
		s.serve(t+2*ms, who, attempt, "set", i, reply, lives, t+5*ms)
	}
	for i := 1; i <= n; i++ {
		s.hear(t+5*ms, who, attempt, "set", i)
	}
	s.phase(t+5*ms, who, "read-clock-again", attempt, 0)
	s.phase(t+5*ms, who, "count", attempt, 0)
	if len(wins) > n/2 {
		s.decide(t+5*ms, who, attempt, "held", n/2+1, wins...)
		s.hold(t+5*ms, who, attempt, 9893*trace.Millisecond)
		s.phase(t+6*ms, who, "work", attempt, 0)
		s.inside(t+6*ms, who)
	} else {
		s.decide(t+5*ms, who, attempt, "no majority", n/2+1, wins...)
	}
}
