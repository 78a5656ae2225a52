package lock

import "lockstep/sim/trace"

// Env is the world as one process sees it.
type Env interface {
	// Now reads this process's monotonic clock: it has a rate of its own but
	// never steps.
	Now() trace.Local

	// Sleep spends d by that clock in the phase p, and says so.
	Sleep(p Phase, d trace.Duration)

	// Ask puts one question to several nodes and returns when each has answered
	// or its time is up, with one reply a node, in the order of q.Nodes.
	Ask(q Question) []Reply

	// Token returns a random value that nobody else has, and not this process
	// a second time.
	Token() string

	// Random returns a whole number of microseconds from 0 up to and including
	// max. The occasion names what it is for, so that it draws the same in every
	// run in which that occasion comes.
	Random(occasion string, max trace.Duration) trace.Duration

	// Attempt begins the next attempt at the lock: messages carry its number.
	Attempt()

	// Phase says which step of the algorithm begins.
	Phase(p Phase)

	// Report tells what the client has decided or now believes: an event of
	// kind Decide, Hold, Extend, Lost, Release, Enter or Leave. Who, when and
	// where are Env's to fill in.
	Report(e trace.Event)
}

// Phase is a step of an algorithm.
type Phase string

// The phases, as traces carry them.
const (
	ReadClock      Phase = trace.PhaseReadClock
	AskNodes       Phase = trace.PhaseAsk
	ReadClockAgain Phase = trace.PhaseReadClockAgain
	Count          Phase = trace.PhaseCount
	Work           Phase = trace.PhaseWork
	LetGo          Phase = trace.PhaseLetGo
	Wait           Phase = trace.PhaseWait
	GiveBack       Phase = trace.PhaseGiveBack
	Done           Phase = trace.PhaseDone
	GaveUp         Phase = trace.PhaseGaveUp
)

// Question is one command for several nodes.
type Question struct {
	Purpose trace.Purpose
	Step    string // what messages call it: set, del
	Cmd     []string
	Grants  string // the answer of a node that did what it was asked, as in Reply.Text
	Nodes   []trace.NodeID
	Order   Order
	Timeout trace.Duration // for each node, from when its request leaves
}

// Granted tells whether a node that answers with this text did what it was asked.
func (q *Question) Granted(text string) bool { return q.Grants != "" && text == q.Grants }

// Order says whether a question goes to all nodes at once or to one after
// another.
type Order uint8

const (
	Parallel   Order = iota // all at once
	Sequential              // each after the one before has answered or timed out
)

// Reply is one node's answer to a question.
type Reply struct {
	Node     trace.NodeID
	Answered bool   // false: its time ran out, which does not say that nothing was done
	Text     string // as redis-cli writes it: OK, (nil), (integer) 1
	OK       bool   // it answered, and with what the question says grants it
}
