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

// Do is a client's life: get the lock, work, give the lock back.
func Do(env Env, l Locker, job Job) {
	lease, ok := l.Acquire(env)
	if !ok {
		return
	}
	inTime := work(env, lease, job)
	env.Phase(GiveBack)
	// It believes nothing any more before it tells the nodes.
	if inTime {
		env.Report(lease.event(trace.Release))
	} else {
		env.Report(lease.lost(trace.WhyValidityEnded))
	}
	l.Release(env, lease)
	env.Phase(Done)
}

// work does the job inside the critical section, and stops when the lease ends,
// finished or not: work that outlives its lease is not excluded from anything.
// It tells whether the lease still held at the end.
func work(env Env, lease Lease, job Job) bool {
	left := lease.Until.Sub(env.Now())
	if left <= 0 {
		return false
	}
	env.Report(trace.Event{Kind: trace.Enter, Resource: job.Resource})
	env.Sleep(Work, min(job.Takes, left))
	inTime := env.Now() < lease.Until
	env.Report(trace.Event{Kind: trace.Leave, Resource: job.Resource})
	return inTime
}
