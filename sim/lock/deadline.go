package lock

import (
	"slices"

	"lockstep/sim/trace"
)

// hurried is the world as a caller sees it who waits for the lock until a deadline and
// no longer: what Go hands down as a context. No question outlasts it, and none is
// put when it has passed. It rules getting the lock, whatever step that takes, and
// nothing that comes later.
type hurried struct {
	Env
	deadline trace.Local
	late     bool // what an attempt has taken is given back without hurry
	cut      bool // the deadline has left a question without an answer, other than to let go
}

// hurry lets the caller wait from now on, if it does not wait for ever.
func (o *Options) hurry(env Env) Env {
	if o.Deadline == 0 {
		return env
	}
	return &hurried{Env: env, deadline: env.Now().Add(o.Deadline), late: o.CleanUpLate}
}

// Ask puts a question. Nodes that are asked in turn each have what the others left.
func (h *hurried) Ask(q Question) []Reply {
	switch {
	case h.late && q.Purpose == trace.ToRelease:
		return h.Env.Ask(q)
	case q.Order == Parallel:
		return h.ask(q)
	}
	var replies []Reply
	for i := range q.Nodes {
		one := q
		one.Nodes = q.Nodes[i : i+1]
		replies = append(replies, h.ask(one)...)
	}
	return replies
}

// ask puts a question for as long as there is time, or leaves it unanswered.
func (h *hurried) ask(q Question) []Reply {
	replies := make([]Reply, len(q.Nodes))
	for i, n := range q.Nodes {
		replies[i].Node = n
	}
	if q.Timeout = within(h, q.Timeout); q.Timeout > 0 {
		replies = h.Env.Ask(q)
	}
	if q.Purpose != trace.ToRelease && slices.ContainsFunc(replies, unanswered) && passed(h) {
		h.cut = true
	}
	return replies
}

func unanswered(r Reply) bool { return !r.Answered }

// within is how much of d the caller still waits for.
func within(env Env, d trace.Duration) trace.Duration {
	if h, ok := env.(*hurried); ok {
		return max(0, min(d, h.deadline.Sub(h.Now())))
	}
	return d
}

// passed tells whether the caller has ceased to wait.
func passed(env Env) bool {
	h, ok := env.(*hurried)
	return ok && h.Now() >= h.deadline
}

// cutShort tells whether the deadline, and not the nodes, has ended an attempt.
func cutShort(env Env) bool {
	h, ok := env.(*hurried)
	return ok && h.cut
}
