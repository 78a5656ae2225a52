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

// acquire tries until it holds the lock or has no attempt left; then it returns
// nil.
func acquire(env Env, l locker) *lease {
	o := l.options()
	l.begin(env)
	for try := 0; ; try++ {
		env.Attempt()
		last := try == o.Retries
		held, then := l.attempt(env, last)
		if held != nil {
			return held
		}
		if then == pends {
			env.Phase(Undecided)
			return nil
		}
		if last || then == raises {
			break
		}
		// Clients that collide once must not collide for ever in lock-step.
		delay, patient := l.left(env, o.RetryDelay+env.Random("retry", o.RetryJitter))
		env.Sleep(Wait, delay)
		if !patient {
			break
		}
	}
	env.Phase(GaveUp)
	return nil
}
