package sweep

import (
	"strconv"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// faults draws what is done to a world.
type faults struct {
	clients, redis, servers, sentinels, resources, names []string
}

func newFaults(w *World) *faults {
	f := &faults{
		redis:     texts(w.named(trace.RoleMaster, trace.RolePrimary, trace.RoleReplica)),
		servers:   texts(w.named(trace.RoleMaster, trace.RolePrimary, trace.RoleReplica, trace.RoleConsensus)),
		sentinels: texts(w.named(trace.RoleSentinel)),
	}
	for i := range w.Config.Clients {
		f.clients = append(f.clients, string(w.Config.Clients[i].ID))
	}
	for _, r := range w.Config.Resources {
		f.resources = append(f.resources, r.ID)
	}
	for _, list := range [][]string{f.clients, f.servers, f.sentinels, f.resources} {
		f.names = append(f.names, list...)
	}
	return f
}

func texts[S ~string](list []S) []string {
	var out []string
	for _, s := range list {
		out = append(out, string(s))
	}
	return out
}

// draw draws a fault, and mostly also what ends it.
func (f *faults) draw(d draw) []run.Action {
	a := run.Action{At: trace.Time(d.fine("at", 0, 1200*ms))}
	if d.in(35, "it waits for an event") {
		a.At, a.When = 0, f.trigger(d.of("trigger"))
		if d.in(50, "and longer") {
			a.After = d.fine("after", 0, 60*ms)
		}
	}
	a.Verb = run.Verb(d.between("verb", int(run.Crash), int(run.Heal)))
	if len(f.sentinels) > 0 && d.in(30, "it is about a failover") {
		a.Verb = one(d, "verb of a failover", run.Crash, run.Crash, run.Drop, run.Delay, run.Duplicate)
	}
	switch a.Verb {
	case run.Crash:
		return f.crash(d, a)
	case run.Restart:
		f.target(d, &a)
	case run.Pause, run.Stall:
		a.Of, a.Target, a.For = run.OfClient, f.client(d), d.fine("for", 1, 500*ms)
	case run.Partition, run.Lose, run.Slow:
		return f.link(d, a)
	case run.Drop, run.Delay, run.Duplicate:
		return f.message(d, a)
	case run.Clock:
		f.clock(d, &a)
	case run.Flush:
		a.Target = f.node(d)
	case run.Evict:
		a.Target, a.Key = f.node(d), f.key(d)
	case run.Command:
		a.Target, a.Args = f.node(d), command(d.of("command"), f)
	case run.Heal:
		a.Heal = run.HealAll
	}
	return []run.Action{a}
}

// node draws a Redis node, and now and then one that is none or does not exist.
func (f *faults) node(d draw) string {
	if len(f.redis) == 0 || d.in(3, "no such node") {
		return one(d, "node", "n9", "m1", "r1")
	}
	return one(d, "node", f.redis...)
}

func (f *faults) client(d draw) string {
	if d.in(3, "no such client") {
		return "Z"
	}
	return one(d, "client", f.clients...)
}

func (f *faults) key(d draw) string { return one(d, "key", lockKey, lockKey, lockKey, otherKey) }

// target draws a process of any sort.
func (f *faults) target(d draw, a *run.Action) {
	switch {
	case len(f.sentinels) > 0 && d.in(30, "the primary"):
		a.Target = f.redis[0]
	case len(f.sentinels) > 0 && d.in(20, "a sentinel"):
		a.Of, a.Target = run.OfSentinel, one(d, "sentinel", f.sentinels...)
	case d.in(35, "a client"):
		a.Of, a.Target = run.OfClient, f.client(d)
	default:
		a.Target = one(d, "server", f.servers...)
	}
}

func (f *faults) crash(d draw, a run.Action) []run.Action {
	f.target(d, &a)
	if a.Of == run.OfNode {
		a.Data = one(d, "data", run.DataPolicy, run.DataKeep, run.DataLose)
	}
	switch {
	case d.in(50, "it comes back by itself"):
		a.Restart = d.fine("restart", 1, 800*ms)
	case a.When == nil && d.in(60, "it is brought back"):
		return []run.Action{a, {At: a.At.Add(d.fine("restart", 0, 800*ms)), Verb: run.Restart, Of: a.Of, Target: a.Target}}
	}
	return []run.Action{a}
}

func (f *faults) link(d draw, a run.Action) []run.Action {
	var heal run.Healing
	switch a.Verb {
	case run.Partition:
		all := some(d, "who", f.names, 6)
		at := d.between("where", 1, len(all)-1)
		a.Cut, a.OneWay = [][]string{all[:at:at], all[at:]}, d.in(40, "one way")
		heal.Cut = run.HealCut{Cut: a.Cut}
	case run.Lose:
		a.Link, a.PPM = f.twoOf(d), int64(d.between("ppm", 1, trace.Million))
		heal.Lose = run.HealLink{Link: a.Link}
	case run.Slow:
		a.Link, a.By = f.twoOf(d), d.fine("by", 1, 60*ms)
		heal.Slow = run.HealLink{Link: a.Link}
	}
	if a.When == nil && d.in(80, "it heals") {
		return []run.Action{a, {At: a.At.Add(d.fine("heals", 0, 800*ms)), Verb: run.Heal, Heal: heal}}
	}
	return []run.Action{a}
}

func (f *faults) twoOf(d draw) [2]string {
	if d.in(3, "no such link") {
		return [2]string{"A", "n9"}
	}
	return [2]string(some(d, "link", f.names, 2))
}

// message lets something happen to a message as it leaves.
func (f *faults) message(d draw, a run.Action) []run.Action {
	a.At, a.After = 0, 0
	if a.Verb == run.Delay {
		a.By = d.fine("by", 1, 300*ms)
	}
	if len(f.sentinels) > 0 && d.in(70, "between nodes") {
		return f.betweenNodes(d.of("between nodes"), a)
	}
	who, to := one(d, "sender", f.clients...), one(d, "addressee", append(f.servers, f.resources...)...)
	nth := d.between("nth", 1, 4)
	name := trace.MsgName{Client: trace.ClientID(who), Attempt: (nth + 1) / 2, Step: one(d, "step", "set", "set", "del"), Node: trace.NodeID(to)}
	if nth%2 == 0 {
		name.Step = "del"
	}
	for _, r := range f.resources {
		if r == to {
			name.Step = []string{"read", "write"}[(nth+1)%2]
		}
	}
	return []run.Action{meddle(a, name, nth, d.in(30, "a reply"))}
}

// betweenNodes is message for what a primary sends its replicas, and sentinels each
// other and the nodes. Which of all that leaves is a full copy, or which sentinel will
// ask for a vote, nobody knows beforehand, so each that it may be is waited for.
func (f *faults) betweenNodes(d draw, a run.Action) []run.Action {
	nth, reply := d.between("nth", 1, 3), d.in(30, "a reply")
	primary, sentinel := f.redis[0], one(d, "sentinel", f.sentinels...)
	var all []run.Action
	wait := func(from string, number int, step, to string, nth int) {
		name := trace.MsgName{Client: trace.ClientID(from), Attempt: number, Step: step, Node: trace.NodeID(to)}
		all = append(all, meddle(a, name, nth, reply))
	}
	switch one(d, "step", "replicate", "copy", "vote", "replicaof") {
	case "replicate":
		wait(primary, nth, "replicate", one(d, "replica", f.redis[1:]...), nth)
	case "copy":
		replica := one(d, "replica", f.redis[1:]...)
		for i := range 5 {
			wait(primary, 1, "copy", replica, i+1)
		}
	case "vote":
		for _, s := range f.sentinels {
			wait(sentinel, 1, "vote", s, 1)
		}
	case "replicaof":
		for _, n := range f.redis {
			wait(sentinel, 1, "replicaof", n, 1)
		}
	}
	return all
}

// meddle lets a happen to a message, or to its reply, when the nth between the two
// leaves: at another time there is hardly one of that name.
func meddle(a run.Action, name trace.MsgName, nth int, reply bool) run.Action {
	a.When = &run.Trigger{Kind: trace.Send, Who: string(name.Client), Node: string(name.Node), Nth: nth}
	if name.Reply = reply; reply {
		a.When.Who, a.When.Node = a.When.Node, a.When.Who
	}
	a.Msg = name.String()
	return a
}

func (f *faults) clock(d draw, a *run.Action) {
	if a.Target = one(d, "server", f.servers...); d.in(40, "a client's") {
		a.Of, a.Target = run.OfClient, f.client(d)
	}
	if d.in(50, "its rate") {
		a.Rate = int64(d.between("rate", 900_000, 1_100_000))
		return
	}
	a.Jump = d.fine("jump", 1, 600*ms)
	if d.in(40, "back") {
		a.Jump = -a.Jump
	}
}

// trigger draws an event that may come.
func (f *faults) trigger(d draw) *run.Trigger {
	t := &run.Trigger{Nth: d.between("nth", 1, 3)}
	t.Kind = one(d, "kind", trace.Start, trace.Phase, trace.Send, trace.Deliver, trace.Drop, trace.Timeout, trace.Exec, trace.Expire, trace.Decide,
		trace.Hold, trace.Extend, trace.Lost, trace.Release, trace.Enter, trace.Leave, trace.Read, trace.Write, trace.Replicate, trace.SDown,
		trace.ODown, trace.Promote, trace.Demote, trace.Fault, trace.Heal, trace.ClockSet, trace.Violation)
	switch t.Kind {
	case trace.Start:
		t.Nth = 1
		return t
	case trace.Phase:
		t.Phase = one(d, "phase", trace.Phases[:]...)
	case trace.Violation:
		t.Rule = one(d, "rule", trace.RuleMutualExclusion, trace.RuleTwoBelievers)
	case trace.SDown, trace.Fault, trace.Heal, trace.ClockSet:
		return t
	case trace.Exec, trace.Expire, trace.Replicate, trace.ODown, trace.Promote, trace.Demote:
		if d.in(50, "of one node") {
			t.Node = one(d, "node", f.servers...)
		}
		return t
	}
	if d.in(50, "of one client") {
		t.Who = one(d, "client", f.clients...)
	}
	return t
}

// command draws what somebody types at a node.
func command(d draw, f *faults) []string {
	key := f.key(d)
	switch d.upTo("which", 13) {
	case 0:
		return []string{"GET", key}
	case 1:
		return []string{"DEL", key}
	case 2:
		return []string{"SET", key, "mine", "PX", "150"}
	case 3:
		return []string{"PEXPIRE", key, "30"}
	case 4:
		return []string{"SET", key, "mine"}
	case 5:
		return []string{"EVAL", "while true do end", "0"}
	case 6:
		return []string{"NONSENSE"}
	case 7:
		return []string{"WAIT", "1", "10"}
	case 8:
		return []string{"REPLICAOF", "NO", "ONE"}
	case 11:
		return []string{"REPLICAOF", f.node(d.of("primary")), "6379"}
	case 9:
		return []string{"INCR", "fence:" + key}
	case 10:
		return []string{"HSET", "shelf", "book" + strconv.Itoa(d.upTo("book", 3)), "read"}
	}
	return []string{"EVAL", sums(d), "0"}
}
