package lock

import "lockstep/sim/trace"

// Env is the world as one process sees it.
type Env interface {
	// Now reads this process's monotonic clock: it has a rate of its own but
	// never steps.
	Now() trace.Local

	// Wall reads its wall clock, which somebody may set: it jumps. Deadlines on
	// the wire and locks that go by the wrong clock are made of it.
	Wall() trace.Local

	// Sleep spends d by that clock in the phase p, and says so.
	Sleep(p Phase, d trace.Duration)

	// Ask puts one question to several nodes, or to a resource, and returns when
	// each has answered or its time is up, with one reply a node, in the order of
	// q.Nodes.
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
	// kind Decide, Hold, Extend, Lost, Release, Enter or Leave, or a Phase that has
	// a reason. Who, when and where are Env's to fill in.
	Report(e trace.Event)

	// Go begins a second activity of the same process, which has an Env and a
	// name of its own: a watchdog. It lives until f returns, it is stopped, or the
	// process ends. The activities of a process take turns: another one runs only
	// while this one is within a call on Env, so they may share what they know.
	Go(name string, f func(Env)) Task
}

// Task is an activity that Go began.
type Task interface {
	// Stop ends the activity where it stands. What it has sent is under way and
	// stays so. A task that has ended already may be stopped again.
	Stop()
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
	Undecided      Phase = trace.PhaseUndecided
	Locate         Phase = trace.PhaseLocate
	Expire         Phase = trace.PhaseExpire
	Confirm        Phase = trace.PhaseConfirm
	Number         Phase = trace.PhaseNumber
	ReadResource   Phase = trace.PhaseRead
	WriteResource  Phase = trace.PhaseWrite
	Renew          Phase = trace.PhaseRenew
	Rest           Phase = trace.PhaseRest
	EnterAgain     Phase = trace.PhaseEnterAgain
	LeaveAgain     Phase = trace.PhaseLeaveAgain
)

// Question is one command for several nodes.
type Question struct {
	Purpose trace.Purpose
	Step    string // what messages call it: set, del
	Cmd     []string
	Grants  func(text string) bool // knows the answer of a node that did what it was asked; nil if none is one
	Nodes   []trace.NodeID         // whom to ask: nodes, sentinels, members of the lock service, or a resource by its name
	Order   Order
	Timeout trace.Duration // for each node, from when its request leaves
}

// Granted tells whether a node that answers with this text did what it was asked.
func (q *Question) Granted(text string) bool { return q.Grants != nil && q.Grants(text) }

// Reply is one node's answer to a question.
type Reply struct {
	Node     trace.NodeID
	Answered bool   // false: its time ran out, which does not say that nothing was done
	Text     string // as redis-cli writes it: OK, (nil), (integer) 1
	OK       bool   // it answered, and with what the question says grants it
}
