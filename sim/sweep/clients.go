package sweep

import (
	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// The key that clients want, and one that few do.
const (
	lockKey  = "lock:invoice:42"
	otherKey = "lock:invoice:43"
)

// addClients draws who wants the lock. Most clients of a world want it in the same
// way.
func (w *World) addClients(d draw) {
	usual := w.options(d.of("usual"))
	for i := range d.corner("how many", d.between("how many", 1, 6), world.MaxClients) {
		id := string(rune('A' + i))
		d := d.of(id)
		o := usual
		if d.in(15, "it goes another way") {
			o = w.options(d)
		}
		if d.in(10, "it wants another key") {
			o.Key = otherKey
		}
		w.Config.Clients = append(w.Config.Clients, world.Client{
			ID: trace.ClientID(id), Start: trace.Time(d.span("start", 0, 300*ms)), Lock: o, Job: w.job(d.of("job")),
		})
	}
}

func (w *World) job(d draw) lock.Job {
	r := &w.Config.Resources[0]
	if d.in(10, "another resource") {
		r = &w.Config.Resources[len(w.Config.Resources)-1]
	}
	j := lock.Job{Resource: r.ID, Kind: r.Kind.String(), Takes: d.span("takes", 1*ms, 300*ms)}
	j.WriteAt = trace.Duration(int64(j.Takes) * int64(d.upTo("write at", 5)) / 4)
	if d.in(10, "it only takes time") {
		j.Kind = ""
	}
	if r.Kind == resource.File && d.in(50, "it has a line of its own") {
		j.Line = "a line"
	}
	j.LooksLate = d.in(15, "it looks late")
	return j
}

// options draws a lock: half the time as it should be for its kind, else with any
// options that there are.
func (w *World) options(d draw) lock.Options {
	o := lock.Defaults(one(d, "kind", w.kinds()...))
	o.Key = lockKey
	o.Nodes = w.named(trace.RoleMaster, trace.RolePrimary)
	o.Sentinels, o.Members = w.named(trace.RoleSentinel), w.named(trace.RoleConsensus)
	o.TTL, o.NodeTimeout = d.span("ttl", 30*ms, 800*ms), d.span("node timeout", 4*ms, 40*ms)
	o.Retries, o.RetryDelay, o.RetryJitter = d.between("retries", 0, 8), d.span("retry delay", 5*ms, 120*ms), d.span("jitter", 0, 60*ms)
	o.Watchdog = min(o.Watchdog, o.TTL/3)
	if d.in(50, "any options") {
		w.anyOptions(d.of("any"), &o)
	}
	if len(o.Members) == 0 && o.Fence == lock.FromConsensus {
		o.Fence = lock.FromResource
	}
	if len(o.Nodes) == 0 && o.Fence == lock.FromRedis {
		o.Fence = lock.FromConsensus
	}
	return o
}

// kinds lists the kinds of lock that the world's nodes can serve.
func (w *World) kinds() []string {
	var kinds []string
	if len(w.named(trace.RoleConsensus)) > 0 {
		kinds = append(kinds, trace.LockConsensus, trace.LockFencing)
	}
	masters := w.named(trace.RoleMaster)
	if len(masters) > 0 || len(w.named(trace.RolePrimary)) > 0 {
		kinds = append(kinds, trace.LockSetNX, trace.LockSetNXExpire, trace.LockSetPX, trace.LockToken,
			trace.LockWatchdog, trace.LockReentrant, trace.LockFencing)
	}
	if len(masters) > 1 {
		kinds = append(kinds, trace.LockRedlock, trace.LockRedlock, trace.LockRedlock, trace.LockRedlock, trace.LockRedlock, trace.LockRedlock)
	}
	return kinds
}

func (w *World) anyOptions(d draw, o *lock.Options) {
	o.Order = one(d, "order", lock.Parallel, lock.Sequential)
	o.DriftPPM, o.DriftConst = int64(d.upTo("drift", 20_000)), d.span("drift const", 0, 4*ms)
	o.ElapsedCheck, o.StopAtValidity = d.in(50, "elapsed check"), d.in(50, "stop at validity")
	o.T1, o.Clock = one(d, "t1", lock.PerAttempt, lock.FirstAttempt), one(d, "clock", lock.Monotonic, lock.WallClock)
	o.Expiry = one(d, "expiry", lock.Relative, lock.Absolute)
	o.CleanUp = one(d, "clean-up", lock.CleanAll, lock.CleanOK, lock.CleanNone, lock.CleanLast)
	o.ReleaseBy = one(d, "release", lock.ByScript, lock.ByDelEx, lock.ByDel)
	o.ExtendBy = one(d, "extend", lock.ExtendCompare, lock.ExtendSet, lock.ExtendRecreate)
	o.AcceptOwnToken = d.in(50, "accept own token")
	if d.in(50, "watchdog") {
		o.Watchdog, o.MaxExtensions = o.TTL/trace.Duration(d.between("renewals a life", 1, 5)), one(d, "extensions", lock.NoLimit, 0, 1, 3)
	}
	if d.in(40, "wait for replicas") {
		o.Wait = lock.Copies{Replicas: d.between("replicas", 1, 3), Timeout: d.span("wait", 5*ms, 80*ms)}
	}
	o.Fence = one(d, "fence", lock.NoFence, lock.FromResource, lock.FromRedis, lock.FromConsensus)
	o.FenceOnRead = d.in(50, "fence on read")
	if d.in(40, "a list of nodes of its own") {
		w.ownList(d, o)
	}
	w.habits(d.of("library"), o)
}

// habits draws what libraries have and no algorithm asks for.
func (w *World) habits(d draw, o *lock.Options) {
	o.Tokens = one(d, "tokens", lock.TokenPerAttempt, lock.TokenPerLock)
	o.Spent = one(d, "spent", lock.RefuseSpent, lock.AcceptZero, lock.AcceptSpent)
	o.RenewLate = d.in(30, "renewals count late")
	o.FailOnError, o.PendOnSplit = d.in(20, "errors are raised"), d.in(20, "split votes pend")
	if d.in(25, "a quorum of its own") {
		o.Quorum = d.between("quorum", 1, len(o.Nodes)+1)
	}
	if d.in(40, "a deadline") {
		o.Deadline, o.CleanUpLate = d.span("deadline", 1*ms, 400*ms), d.in(50, "clean-up goes on")
	}
	if d.in(10, "it claims to be another kind") {
		o.Claims = one(d, "claims", trace.Locks[:]...)
	}
}

// ownList lets a client know fewer nodes than there are, or replicas as if they
// were masters, or one node twice.
func (w *World) ownList(d draw, o *lock.Options) {
	all := w.named(trace.RoleMaster, trace.RolePrimary, trace.RoleReplica)
	if len(all) < 2 {
		return
	}
	o.Nodes = some(d, "nodes", all, len(all))
	if d.in(50, "one of them twice") {
		o.Nodes = append(o.Nodes, o.Nodes[0])
	}
}
