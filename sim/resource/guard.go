package resource

import "lockstep/sim/trace"

// guard says why a write is refused, or "".
func (r *Resource) guard(who string, req request) string {
	switch r.config.Guard {
	case Fencing:
		if req.fence == 0 {
			return trace.WhyNoFence
		}
		return r.fence(who, req.fence)
	case CompareAndSet:
		if req.base != r.version {
			return trace.WhyChanged
		}
	case UniqueConstraint:
		if r.done[r.unique(req)] {
			return trace.WhyNotUnique
		}
	}
	return ""
}

// fence takes note of a number that was shown and says why it is refused, or "".
func (r *Resource) fence(who string, number int64) string {
	switch {
	case number > r.highest.number:
		r.highest = holder{number, who}
	case number < r.highest.number:
		return trace.WhyStaleNumber
	case who != r.highest.who:
		return trace.WhyAnothers
	}
	return ""
}

// remember keeps what the guards will ask for of a write that was applied.
func (r *Resource) remember(req request) {
	switch r.config.Guard {
	case IdempotencyKey:
		r.keys[req.key] = r.version
	case UniqueConstraint:
		r.done[r.unique(req)] = true
	}
}

// unique names what may be done once only: the charge of the invoice, the sale of
// the unit that the seller read, the line of this key.
func (r *Resource) unique(req request) string {
	switch r.config.Kind {
	case Ledger:
		return r.config.ID
	case Stock:
		// Who leaves 4 has read 5: the value left names the unit as well.
		return req.value
	}
	return req.key
}
