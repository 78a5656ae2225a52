package lock

import "lockstep/sim/trace"

// Locker is a lock as its user sees it.
type Locker interface {
	Acquire(env Env) (Lease, bool)
	Give(env Env, lease Lease)
}

// Job is what a client wants the lock for.
type Job struct {
	Resource string         // what it works on while inside the critical section
	Takes    trace.Duration // how long the work takes, by the client's clock
}

// Do is a client's life: get the lock, work inside the critical section, give
// the lock back. It stops when the lease ends, finished or not: an exclusion
// that outlives its lease is none.
func Do(env Env, l Locker, job Job) {
	lease, ok := l.Acquire(env)
	if !ok {
		return
	}
	env.Phase(Work)
	env.Report(trace.Event{Kind: trace.Enter, Resource: job.Resource})
	start := env.Now()
	end := min(start.Add(job.Takes), lease.Until)
	env.Sleep(end.Sub(start))
	late := env.Now() >= lease.Until
	env.Report(trace.Event{Kind: trace.Leave, Resource: job.Resource})
	if late {
		lost := lease.event(trace.Lost)
		lost.Why = "its validity ended"
		env.Report(lost)
	}
	l.Give(env, lease)
	env.Phase(Done)
}
