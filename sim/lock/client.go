package lock

import "lockstep/sim/trace"

// Locker is a lock as its user sees it.
type Locker interface {
	Acquire(env Env) (Lease, bool)
	Release(env Env, lease Lease)
}

// Job is what a client wants the lock for.
type Job struct {
	Resource string         // what it works on while inside the critical section
	Takes    trace.Duration // how long the work takes, by the client's clock
}

// Do is a client's life: get the lock, work inside the critical section, give
// the lock back. It stops when the lease ends, finished or not: work that
// outlives its lease is not excluded from anything.
func Do(env Env, l Locker, job Job) {
	lease, ok := l.Acquire(env)
	if !ok {
		return
	}
	span := min(job.Takes, lease.Until.Sub(env.Now()))
	env.Phase(Work, span)
	env.Report(trace.Event{Kind: trace.Enter, Resource: job.Resource})
	env.Sleep(span)
	late := env.Now() >= lease.Until
	env.Report(trace.Event{Kind: trace.Leave, Resource: job.Resource})

	// It believes nothing any more before it tells the nodes.
	if late {
		env.Report(lease.lost("its validity ended"))
	} else {
		env.Report(lease.event(trace.Release))
	}
	l.Release(env, lease)
	env.Phase(Done)
}
