package scenario

import (
	"fmt"
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

// asksOne tells whether a kind of lock lies on one Redis node.
func asksOne(kind string) bool {
	return kind != trace.LockRedlock && kind != trace.LockFencing && kind != trace.LockConsensus
}

// maxVotes is how many nodes a lock may list, counting a node as often as it is
// named.
const maxVotes = 16

var readKind = oneOf(themselves(trace.Locks[:]...)...)

// told is what a lock's options say that can only be understood together.
type told struct {
	own strictyaml.Value // what the scenario says; the rest is its profile's

	nodes, watchdog, wait, deadline, nodeTimeout strictyaml.Value
}

// fields are the options of a lock by name, read into o. A new option of
// [lock.Options] gets its row here, and is a field of files and a path of
// parameters at once.
func (t *told) fields(o *lock.Options) map[string]strictyaml.Reader {
	return map[string]strictyaml.Reader{
		"profile": strictyaml.Into(&o.Profile, library),
		"kind":    strictyaml.Into(&o.Kind, readKind),
		"key":     readKey(&o.Key),
		"ttl":     strictyaml.Into(&o.TTL, span(trace.Millisecond, trace.MaxSpan)),

		"nodes":        later(&t.nodes),
		"node_timeout": later(&t.nodeTimeout),
		"quorum":       strictyaml.Into(&o.Quorum, orElse("majority", 0, whole(1, maxVotes))),
		"order":        strictyaml.Into(&o.Order, oneOf(word("parallel", lock.Parallel), word("sequential", lock.Sequential))),

		"retries":      strictyaml.Into(&o.Retries, times),
		"retry_delay":  strictyaml.Into(&o.RetryDelay, span(0, trace.MaxSpan)),
		"retry_jitter": strictyaml.Into(&o.RetryJitter, span(0, trace.MaxSpan)),
		"token":        strictyaml.Into(&o.Tokens, oneOf(word("attempt", lock.TokenPerAttempt), word("lock", lock.TokenPerLock))),
		"errors":       strictyaml.Into(&o.FailOnError, oneOf(word("count", false), word("raise", true))),
		"split":        strictyaml.Into(&o.PendOnSplit, oneOf(word("fail", false), word("pend", true))),
		"deadline":     later(&t.deadline),

		"drift":         strictyaml.Into(&o.DriftPPM, share),
		"drift_const":   strictyaml.Into(&o.DriftConst, span(0, trace.MaxSpan)),
		"elapsed_check": strictyaml.Into(&o.ElapsedCheck, truth),
		"spent":         strictyaml.Into(&o.Spent, oneOf(word("refuse", lock.RefuseSpent), word("zero", lock.AcceptZero), word("accept", lock.AcceptSpent))),
		"t1":            strictyaml.Into(&o.T1, oneOf(word("attempt", lock.PerAttempt), word("first", lock.FirstAttempt))),
		"clock":         strictyaml.Into(&o.Clock, oneOf(word("monotonic", lock.Monotonic), word("wall", lock.WallClock))),
		"expiry":        strictyaml.Into(&o.Expiry, oneOf(word("relative", lock.Relative), word("absolute", lock.Absolute))),

		"cleanup":          strictyaml.Into(&o.CleanUp, oneOf(word("all", lock.CleanAll), word("ok", lock.CleanOK), word("last", lock.CleanLast), word("none", lock.CleanNone))),
		"cleanup_late":     strictyaml.Into(&o.CleanUpLate, truth),
		"release":          strictyaml.Into(&o.ReleaseBy, oneOf(word("script", lock.ByScript), word("delex", lock.ByDelEx), word("del", lock.ByDel))),
		"stop_at_validity": strictyaml.Into(&o.StopAtValidity, truth),

		"watchdog":       later(&t.watchdog),
		"max_extensions": strictyaml.Into(&o.MaxExtensions, times),
		"extend":         strictyaml.Into(&o.ExtendBy, oneOf(word("compare", lock.ExtendCompare), word("set", lock.ExtendSet), word("recreate", lock.ExtendRecreate))),
		"renew_late":     strictyaml.Into(&o.RenewLate, truth),

		"wait":             t.readWait(o),
		"accept_own_token": strictyaml.Into(&o.AcceptOwnToken, truth),

		"fence": strictyaml.Into(&o.Fence, oneOf(word("none", lock.NoFence), word("resource", lock.FromResource),
			word("redis", lock.FromRedis), word("consensus", lock.FromConsensus))),
		"fence_on_read": strictyaml.Into(&o.FenceOnRead, truth),
	}
}

// checkShared reads the options for all clients by themselves: a client may say
// otherwise of each, and what nobody uses can be wrong too.
func (r *worldReader) checkShared(v strictyaml.Value) error {
	t := told{own: v}
	v, _, err := onProfile(v)
	if err != nil {
		return err
	}
	o := lock.Options{TTL: trace.MaxSpan} // unless they say: a client's may be any
	if err := t.read(v, &o); err != nil {
		return err
	}
	_, err = r.readNodes(t.nodes)
	return err
}

// readLock reads a client's lock. Which defaults its options have depends on its
// kind.
func (r *worldReader) readLock(v strictyaml.Value, job lock.Job) (lock.Options, error) {
	var o lock.Options
	t := told{own: v}
	v, claims, err := onProfile(v)
	if err != nil {
		return o, err
	}
	if kind, ok := v.Get("kind"); ok {
		if err := strictyaml.Into(&o.Kind, readKind)(kind); err != nil {
			return o, err
		}
		o = lock.Defaults(o.Kind)
	}
	o.Key = "lock:" + job.Resource
	renews := o.Watchdog > 0
	if err := t.read(v, &o, "kind"); err != nil {
		return o, err
	}
	if claims != o.Kind {
		o.Claims = claims
	}
	if renews && t.watchdog.IsZero() {
		o.Watchdog = o.TTL / 3
	}
	if o.Kind == trace.LockSetNX || o.Kind == trace.LockFencing {
		o.TTL, o.Watchdog = 0, 0 // there is nothing that could run out or be renewed
	}
	if o.Watchdog > 0 && o.Watchdog >= o.TTL {
		return o, t.misfit("watchdog", t.watchdog, wrong("watchdog",
			fmt.Sprintf("a lock that lives %v has run out before it is renewed after %v; a third of its life is usual", o.TTL, o.Watchdog),
			"ttl", o.TTL.String(), "after", o.Watchdog.String()))
	}
	if o.Kind == trace.LockFencing && o.Fence == lock.NoFence {
		return o, v.Refuse(wrong("numbers", "this kind of lock is numbers alone, so fence must say where they come from: resource, redis or consensus"))
	}
	return o, r.whomToAsk(&o, v, &t)
}

// whomToAsk gives a lock the machines that it asks.
func (r *worldReader) whomToAsk(o *lock.Options, v strictyaml.Value, t *told) error {
	if o.Kind == trace.LockConsensus || o.Fence == lock.FromConsensus {
		o.Members = r.needService()
	}
	listed, err := r.readNodes(t.nodes)
	if err != nil || len(r.nodes) == 0 {
		return err // that there are none is told of the whole
	}
	replicated := r.config.Nodes[0].Role == trace.RolePrimary
	switch {
	case !asksRedis(o):
	case listed != nil:
		o.Nodes = listed
		if asksOne(o.Kind) && len(listed) != 1 {
			return t.nodes.Refuse(wrong("one-node", fmt.Sprintf("%s asks one node, and here are %d; redlock asks several", o.Kind, len(listed)),
				"kind", o.Kind, "n", strconv.Itoa(len(listed))))
		}
	case o.Kind == trace.LockRedlock && replicated:
		return v.Refuse(wrong("apart", "redlock asks nodes that know nothing of each other, and these copy each other: it wants a cluster such as {independent: 5}, or, to make that mistake, nodes: [n1, n2]"))
	case o.Kind == trace.LockRedlock:
		o.Nodes = ids(r.nodes)
	default:
		o.Nodes = ids(r.nodes[:1])
		o.Sentinels = ids(r.sentinels)
	}
	if _, waits := t.own.Get("wait"); !waits && !replicated {
		o.Wait = lock.Copies{} // a library that asks for copies does so where there can be any
	}
	copies := 0
	if replicated {
		copies = len(r.nodes) - 1
	}
	if asksOne(o.Kind) && o.Wait.Replicas > copies {
		return t.wait.Refuse(wrong("copies",
			fmt.Sprintf("a lock that waits for replicas to have it wants as many of them, and here are %d: a cluster such as {replicated: {replicas: %d}}", copies, o.Wait.Replicas),
			"n", strconv.Itoa(copies), "want", strconv.Itoa(o.Wait.Replicas)))
	}
	return nil
}

// readNodes reads whom a lock asks: Redis nodes of the scenario, one perhaps twice.
func (r *worldReader) readNodes(v strictyaml.Value) ([]trace.NodeID, error) {
	if v.IsZero() {
		return nil, nil
	}
	var names []string
	if err := listOf("[n1, n2, n3]", &names)(v); err != nil {
		return nil, err
	}
	if len(names) == 0 || len(names) > maxVotes {
		return nil, v.Errorf("a lock asks from 1 to %d nodes, such as [n1, n2, n3]", maxVotes)
	}
	for _, name := range names {
		if err := mustBe(v, "node", name, r.nodes); err != nil {
			return nil, err
		}
	}
	return ids(names), nil
}

func (t *told) readWait(o *lock.Options) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		t.wait = v
		return v.Fields(map[string]strictyaml.Reader{
			"replicas": strictyaml.Into(&o.Wait.Replicas, whole(0, 8)),
			"timeout":  strictyaml.Into(&o.Wait.Timeout, span(trace.Millisecond, trace.MaxSpan)),
		}, "replicas", "timeout")
	}
}

// times reads how often something may be done again.
func times(text string) (int, error) {
	if text == "none" {
		return lock.NoLimit, nil
	}
	n, err := whole(0, 1000)(text)
	if err != nil {
		return 0, wrong("times", "it must be a whole number from 0 to 1000, or none for no limit", "most", "1000")
	}
	return n, nil
}

// readKey reads the name of a lock's key, of the length that actions may name.
func readKey(key *string) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		if err := strictyaml.IntoText(key)(v); err != nil {
			return err
		}
		if len(*key) > run.MaxKey {
			return v.Errorf("it is %d bytes long, and a key may be %d", len(*key), run.MaxKey)
		}
		return nil
	}
}
