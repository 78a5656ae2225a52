package lock

import "lockstep/sim/trace"

// count decides whether nodes gave what they were asked for: as many as are needed
// said OK, and time is left. short is the reason if they were too few.
func (o *Options) count(replies []Reply, need int, short string, elapsed trace.Duration) trace.Event {
	acks := o.acks(replies)
	drift := o.drift()
	var validity trace.Duration // nothing to speak of, without a time to live
	if o.TTL > 0 {
		validity = o.TTL - drift
	}
	if o.TTL > 0 && o.ElapsedCheck {
		validity -= elapsed
	}
	why := trace.WhyHeld
	switch {
	case len(acks) < need:
		why = short
	case o.TTL > 0 && o.ElapsedCheck && o.spent(validity):
		why = trace.WhyTooLate
	}
	return trace.Event{
		Kind: trace.Decide,
		Acks: acks, Need: need,
		Elapsed: elapsed, Drift: drift, Validity: validity,
		OK: why == trace.WhyHeld, Why: why,
	}
}

// spent tells whether too little is left of a lock's life for it to be taken.
func (o *Options) spent(validity trace.Duration) bool {
	switch o.Spent {
	case AcceptZero:
		return validity < 0
	case AcceptSpent:
		return false
	}
	return validity <= 0
}

// acks lists the nodes that said OK. A node listed twice has one vote, unless the
// lock has the habit of letting a node that holds its token say OK again: then it
// counts what it hears.
func (o *Options) acks(replies []Reply) []trace.NodeID {
	acks := make([]trace.NodeID, 0, len(replies))
	for _, reply := range replies {
		if reply.OK && (o.AcceptOwnToken || !contains(acks, reply.Node)) {
			acks = append(acks, reply.Node)
		}
	}
	return acks
}

// ofOne is the reason if the one node that was asked did not say OK.
func ofOne(reply Reply) string {
	if reply.Answered {
		return trace.WhyRefused
	}
	return trace.WhyNoAnswer
}

// until is how long a lease lasts that was counted at the reading now.
func (o *Options) until(now trace.Local, count trace.Event) trace.Local {
	if o.TTL == 0 {
		return trace.Forever
	}
	return now.Add(count.Validity)
}

// drift is the allowance for clocks that run at different rates.
func (o *Options) drift() trace.Duration {
	return scale(o.TTL, o.DriftPPM) + o.DriftConst
}

// scale returns ppm millionths of d, rounded down, without overflow for any
// time to live that Redis accepts.
func scale(d trace.Duration, ppm int64) trace.Duration {
	const million = 1_000_000
	return trace.Duration(int64(d)/million*ppm + int64(d)%million*ppm/million)
}

func contains(list []trace.NodeID, n trace.NodeID) bool {
	for _, have := range list {
		if have == n {
			return true
		}
	}
	return false
}
