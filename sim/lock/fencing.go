package lock

import "lockstep/sim/trace"

// fencing is no lock at all: everybody gets a number and goes in, and the resource
// refuses whoever is older than one it has seen.
type fencing struct{ single }

// attempt takes a number.
func (f *fencing) attempt(env Env, last bool) (held *lease, then sequel) {
	held = &lease{key: f.Key, token: f.token(env), until: trace.Forever}
	why := trace.WhyHeld
	t1 := f.start(env)
	if first, known := f.counter(env); known {
		env.Phase(Number)
		held.fence = f.ask(env, first)
		if held.fence == 0 {
			why, f.primary = trace.WhyNoNumber, ""
		}
	} else {
		why = trace.WhyNoPrimary
	}
	elapsed := f.now(env).Sub(t1)

	env.Phase(Count)
	count := trace.Event{Kind: trace.Decide, OK: held.fence > 0, Why: why, Elapsed: elapsed}
	env.Report(count)
	if !count.OK {
		return nil, retries
	}
	env.Phase(Work)
	env.Report(held.event(trace.Hold))
	return held, holds
}

// counter finds the node that counts, if it is one of Redis's that does.
func (f *fencing) counter(env Env) (node trace.NodeID, known bool) {
	if f.Fence != FromRedis {
		return "", true
	}
	return f.locate(env)
}

// A number neither runs out nor is given back.

func (f *fencing) extend(Env, *lease) renewal { return renewal{} }

func (f *fencing) release(Env, *lease) {}
