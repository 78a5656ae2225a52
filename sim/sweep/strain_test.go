package sweep_test

import (
	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/sweep"
	"lockstep/sim/trace"
)

// strained returns the random world of a seed with what chance brings about too seldom:
// clients wait for replicas, one of which is just coming back; a client dies with the
// lock in its hands; writes arrive twice.
func strained(seed uint64) *sweep.World {
	w := sweep.Random(seed)
	spread := trace.Duration(seed % 16)
	for i := range w.Config.Clients {
		c := &w.Config.Clients[i]
		if w.Config.Nodes[0].Role == trace.RolePrimary {
			c.Lock.Wait = lock.Copies{Replicas: 1 + i%3, Timeout: 20 * trace.Millisecond}
		}
		w.Actions = append(w.Actions, twice(string(c.ID), c.Job.Resource)...)
	}
	died := run.Trigger{Kind: trace.Hold, Who: "A", Nth: 1}
	w.Actions = append(w.Actions, run.Action{
		When: &died, After: spread * 20 * trace.Millisecond, Verb: run.Crash, Of: run.OfClient, Target: "A", Restart: 50 * trace.Millisecond,
	})
	if w.Config.Nodes[0].Role == trace.RolePrimary {
		back := run.Trigger{Kind: trace.Exec, Node: "n1", Nth: 1 + int(seed%3)}
		w.Actions = append(w.Actions, run.Action{When: &back, Verb: run.Crash, Target: "n2", Restart: spread * trace.Millisecond / 2})
	}
	return w
}

// twice duplicates a client's first write, whichever attempt it comes in.
func twice(who, resource string) (list []run.Action) {
	for attempt := range 3 {
		write := trace.MsgName{Client: trace.ClientID(who), Attempt: attempt + 1, Step: "write", Node: trace.NodeID(resource)}
		when := run.Trigger{Kind: trace.Send, Who: who, Node: resource, Nth: 2} // the first reads
		list = append(list, run.Action{When: &when, Verb: run.Duplicate, Msg: write.String()})
	}
	return list
}
