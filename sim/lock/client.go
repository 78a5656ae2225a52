package lock

import "lockstep/sim/trace"

// Do is a client's life: get the lock, work, give the lock back.
func Do(env Env, o Options, job Job) {
	l := newLocker(o, job)

	// Get the lock, or give up.
	held := acquire(env, l)
	if held == nil {
		return
	}

	// Keep it alive in the background.
	var dog Task
	if o.Watchdog > 0 && held.ends() {
		dog = env.Go(trace.WatchdogActivity, func(env Env) { watch(env, l, held) })
	}

	// Do what it is for.
	work(env, l, held, job)

	// Give it back. A renewal must not come after that.
	if dog != nil {
		dog.Stop()
	}
	env.Phase(GiveBack)
	// It believes nothing any more before it tells the nodes.
	if held.lost == "" {
		env.Report(held.event(trace.Release))
	} else if !held.told {
		env.Report(held.lostEvent())
	}
	l.release(env, held)
	env.Phase(Done)
}

// acquire tries until it holds the lock, or returns nil: it has no attempt left, is
// told of an error, or its caller waits no longer.
func acquire(env Env, l locker) *lease {
	o := l.options()
	env = o.hurry(env)
	for try := 0; ; try++ {
		env.Attempt()
		last := try == o.Retries
		held, then := l.attempt(env, last)
		switch {
		case then == holds:
			return held
		case then == raises:
			return giveUp(env, trace.WhyRaised)
		case then == pends && o.Deadline == 0:
			env.Phase(Undecided)
			return nil
		case then == pends:
			env.Sleep(Undecided, within(env, o.Deadline))
			return giveUp(env, trace.WhyDeadline)
		case last && !cutShort(env):
			return giveUp(env, "")
		}
		if !passed(env) {
			// Clients that collide once must not collide for ever in lock-step.
			env.Sleep(Wait, within(env, o.RetryDelay+env.Random("retry", o.RetryJitter)))
		}
		if passed(env) {
			return giveUp(env, trace.WhyDeadline)
		}
	}
}

// giveUp tries no more, and says why, unless there is no attempt left.
func giveUp(env Env, why string) *lease {
	env.Report(trace.Event{Kind: trace.Phase, Phase: string(GaveUp), Why: why})
	return nil
}
