package narrate

import "lockstep/sim/trace"

// Mark is the name of a small sign that goes with an event's sentence.
type Mark string

// The marks.
const (
	MarkStart    Mark = "start"
	MarkStep     Mark = "step"     // a process goes on
	MarkRequest  Mark = "request"  // a question is sent or arrives
	MarkReply    Mark = "reply"    // an answer is sent or arrives
	MarkLost     Mark = "lost"     // a message is lost
	MarkTimeout  Mark = "timeout"  // somebody stops waiting
	MarkKey      Mark = "key"      // a node changed a key
	MarkSame     Mark = "same"     // a node ran a command that changed nothing
	MarkRefused  Mark = "refused"  // a node or a resource said no
	MarkGone     Mark = "gone"     // a key ran out
	MarkHeld     Mark = "held"     // a client counted and holds
	MarkNotHeld  Mark = "not-held" // a client counted and does not
	MarkBelief   Mark = "belief"   // a client believes, or stops believing
	MarkInside   Mark = "inside"   // a client goes in or comes out, reads or writes
	MarkFailover Mark = "failover" // replication and promotion
	MarkFault    Mark = "fault"
	MarkHeal     Mark = "heal"
	MarkClock    Mark = "clock"
	MarkBroken   Mark = "broken"   // an invariant broke
	MarkPromised Mark = "promised" // one that had been promised: of a step, by What
	MarkParted   Mark = "parted"   // a belief parts from the truth: of a step, by What
	MarkEnd      Mark = "end"
)

// Sign returns the sign of e. before is the state just before it, as for
// [Event].
func Sign(before *trace.State, e *trace.Event) Mark {
	switch e.Kind {
	case trace.Start:
		return MarkStart
	case trace.Send:
		return signOfMessage(e.Msg, e.Purpose)
	case trace.Deliver:
		if m := before.Message(e.Msg); m != nil {
			return signOfMessage(e.Msg, m.Purpose)
		}
		return signOfMessage(e.Msg, "")
	case trace.Drop:
		return MarkLost
	case trace.Timeout:
		return MarkTimeout
	case trace.Exec:
		switch {
		case changes(before, e):
			return MarkKey
		case isError(e.Reply), !e.OK && canRefuse(e.Purpose):
			return MarkRefused
		}
		return MarkSame
	case trace.Expire:
		return MarkGone
	case trace.Decide:
		if e.OK {
			return MarkHeld
		}
		return MarkNotHeld
	case trace.Hold, trace.Extend, trace.Lost, trace.Release:
		return MarkBelief
	case trace.Write, trace.Read:
		if !e.OK {
			return MarkRefused
		}
		return MarkInside
	case trace.Enter, trace.Leave:
		return MarkInside
	case trace.Replicate, trace.SDown, trace.ODown, trace.Promote, trace.Demote:
		return MarkFailover
	case trace.Fault:
		return MarkFault
	case trace.Heal:
		return MarkHeal
	case trace.ClockSet:
		return MarkClock
	case trace.Violation:
		return MarkBroken
	case trace.End:
		return MarkEnd
	}
	return MarkStep
}

// canRefuse tells whether a node that did not do what it was asked for that
// purpose said no. One that had nothing to release did no such thing.
func canRefuse(p trace.Purpose) bool {
	return p == trace.ToAcquire || p == trace.ToExtend || p == trace.ToConfirm || p == trace.ToNumber
}

func signOfMessage(msg string, p trace.Purpose) Mark {
	switch p {
	case trace.ToReplicate, trace.ToCopy, trace.ToFollow, trace.ToVote, trace.ToConfigure:
		return MarkFailover
	}
	if name, ok := trace.ParseMsg(msg); ok && name.Reply {
		return MarkReply
	}
	return MarkRequest
}
