package lock

import "lockstep/sim/trace"

// lease is what a client believes it holds. Its worker and its watchdog share it.
type lease struct {
	key   string
	token string
	until trace.Local // by the clock that the lock goes by; trace.Forever if it does not end
	fence int64       // its fencing number, or 0

	lost string // why it holds no longer, once that is known
	told bool   // and has been reported
}

// ends tells whether the lease has an end.
func (l *lease) ends() bool { return l.until != trace.Forever }

// over tells whether the lease holds no longer, at a look at the clock.
func (l *lease) over(env Env, o *Options) bool {
	if l.lost == "" && l.ends() && o.now(env) >= l.until {
		l.lost = trace.WhyValidityEnded
	}
	return l.lost != ""
}

func (l *lease) event(k trace.Kind) trace.Event {
	return trace.Event{Kind: k, Key: l.key, Token: l.token, Until: l.until, Fence: l.fence}
}

// lostEvent tells that the belief is over.
func (l *lease) lostEvent() trace.Event {
	e := l.event(trace.Lost)
	e.Why = l.lost
	return e
}
