package lock

import "lockstep/sim/trace"

// fencing is no lock at all: everybody gets a number and goes in, and the resource
// refuses whoever is older than one it has seen.
type fencing struct{ common }

// attempt takes a number.
func (f *fencing) attempt(env Env) *lease {
	held := &lease{key: f.Key, token: env.Token(), until: trace.Forever}
	t1 := f.start(env)
	env.Phase(Number)
	held.fence = f.ask(env, f.first())
	elapsed := f.now(env).Sub(t1)

	env.Phase(Count)
	count := trace.Event{Kind: trace.Decide, OK: held.fence > 0, Why: trace.WhyHeld, Elapsed: elapsed}
	if !count.OK {
		count.Why = trace.WhyNoNumber
	}
	env.Report(count)
	if !count.OK {
		return nil
	}
	env.Phase(Work)
	env.Report(held.event(trace.Hold))
	return held
}

// A number neither runs out nor is given back.

func (f *fencing) extend(Env, *lease) renewal { return renewal{} }

func (f *fencing) release(Env, *lease) {}
