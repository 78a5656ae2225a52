package player

import "lockstep/sim/trace"

// A Step is a stretch of events that a reader takes in as one: what one process
// does at one instant. The playhead rests after it.
type Step struct {
	First int // the number of its first event
	End   int // how many events have happened after it
}

// Steps divides events into steps. Most events are a step of their own; a
// request's arrival, what the node, replica or resource does with it and the
// reply that leaves are one, and so is a question that leaves for several nodes at once, with the
// phase it belongs to. Each step changes the picture or what is told of it.
//
// An event that may still be joined by the next begins no step unless whole says
// that no event follows.
func Steps(events []*trace.Event, whole bool) []Step {
	var s stepper
	s.extend(events, whole)
	return s.steps
}

// stepper divides events that arrive bit by bit.
type stepper struct {
	steps []Step
	first int // the first event of the step that is still open
}

func (s *stepper) extend(events []*trace.Event, whole bool) {
	from := s.first
	for i := from; i < len(events); i++ {
		last := i+1 == len(events)
		if last && !whole || !last && joins(events[i], events[i+1]) {
			continue
		}
		s.steps = append(s.steps, Step{First: s.first, End: i + 1})
		s.first = i + 1
	}
}

// joins tells whether next belongs to the same step as e, which precedes it.
func joins(e, next *trace.Event) bool {
	if e.T != next.T {
		return false
	}
	switch next.Kind {
	case trace.Exec, trace.Read, trace.Write, trace.Replicate:
		return e.Kind == trace.Deliver && e.Msg == next.Msg
	case trace.Send:
		switch e.Kind {
		case trace.Deliver, trace.Exec, trace.Read, trace.Write, trace.Replicate:
			return answers(next.Msg, e.Msg)
		}
		switch e.Kind {
		case trace.Send:
			return sameQuestion(e.Msg, next.Msg)
		case trace.Phase, trace.Release:
			return e.Who == next.From
		}
	}
	return false
}

// answers tells whether reply is the reply to request.
func answers(reply, request string) bool {
	m, ok := trace.ParseMsg(reply)
	if !ok || !m.Reply {
		return false
	}
	m.Reply = false
	return m.String() == request
}

// sameQuestion tells whether two requests put one question to different nodes.
func sameQuestion(a, b string) bool {
	m, ok1 := trace.ParseMsg(a)
	n, ok2 := trace.ParseMsg(b)
	return ok1 && ok2 && m.Question() == n.Question()
}

// notable tells whether an event is one that a reader in a hurry wants to see.
func notable(e *trace.Event) bool {
	switch e.Kind {
	case trace.Read:
		return !e.OK
	case trace.Drop, trace.Timeout, trace.Expire,
		trace.Decide, trace.Hold, trace.Extend, trace.Lost, trace.Release, trace.Enter, trace.Leave,
		trace.Write, trace.SDown, trace.ODown, trace.Promote, trace.Demote,
		trace.Fault, trace.Heal, trace.ClockSet, trace.Violation, trace.End:
		return true
	}
	return false
}
