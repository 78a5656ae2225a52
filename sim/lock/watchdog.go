package lock

import "lockstep/sim/trace"

// watch is the watchdog: it renews the lock for as long as its process lives, or as
// often as it may. It knows nothing of the work: a worker that is stuck keeps its
// lock.
func watch(env Env, l locker, held *lease) {
	o := l.options()
	for done := 0; o.MaxExtensions == NoLimit || done < o.MaxExtensions; {
		env.Sleep(Rest, o.Watchdog)
		env.Attempt()
		env.Phase(Renew)
		switch renewal := l.extend(env, held); {
		case held.lost != "": // the worker has found that out meanwhile
			env.Phase(Done)
			return
		case renewal.ok:
			held.until = renewal.until
			env.Report(held.event(trace.Extend))
			done++
		case renewal.lost != "":
			held.lost = renewal.lost
			env.Report(held.lostEvent())
			held.told = true
			env.Phase(Done)
			return
		}
		// Without an answer the lock may be there yet: try again next time.
	}
	env.Phase(Done)
}
