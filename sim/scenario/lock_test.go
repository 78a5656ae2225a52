package scenario

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// lockOf is the lock of the client of a file.
func lockOf(t *testing.T, text string, params ...run.Param) lock.Options {
	t.Helper()
	return compiled(t, text, params...).Clients[0].Lock
}

// Every option can be given by the file and by a parameter of the run, and arrives.
func TestOptions(t *testing.T) {
	rows := map[string]struct {
		text string
		want any
		got  func(*lock.Options) any
	}{
		"kind":             {"reentrant", "reentrant", func(o *lock.Options) any { return o.Kind }},
		"key":              {"other", "other", func(o *lock.Options) any { return o.Key }},
		"ttl":              {"30s", 30 * trace.Second, func(o *lock.Options) any { return o.TTL }},
		"nodes":            {"[n2]", []trace.NodeID{"n2"}, func(o *lock.Options) any { return o.Nodes }},
		"node_timeout":     {"7ms", 7 * trace.Millisecond, func(o *lock.Options) any { return o.NodeTimeout }},
		"order":            {"sequential", lock.Sequential, func(o *lock.Options) any { return o.Order }},
		"retries":          {"12", 12, func(o *lock.Options) any { return o.Retries }},
		"retry_delay":      {"1s", trace.Second, func(o *lock.Options) any { return o.RetryDelay }},
		"retry_jitter":     {"0", trace.Duration(0), func(o *lock.Options) any { return o.RetryJitter }},
		"drift":            {"0.000125", int64(125), func(o *lock.Options) any { return o.DriftPPM }},
		"drift_const":      {"5us", 5 * trace.Microsecond, func(o *lock.Options) any { return o.DriftConst }},
		"elapsed_check":    {"true", true, func(o *lock.Options) any { return o.ElapsedCheck }},
		"t1":               {"first", lock.FirstAttempt, func(o *lock.Options) any { return o.T1 }},
		"clock":            {"wall", lock.WallClock, func(o *lock.Options) any { return o.Clock }},
		"expiry":           {"absolute", lock.Absolute, func(o *lock.Options) any { return o.Expiry }},
		"cleanup":          {"ok", lock.CleanOK, func(o *lock.Options) any { return o.CleanUp }},
		"release":          {"delex", lock.ByDelEx, func(o *lock.Options) any { return o.ReleaseBy }},
		"stop_at_validity": {"true", true, func(o *lock.Options) any { return o.StopAtValidity }},
		"watchdog":         {"2s", 2 * trace.Second, func(o *lock.Options) any { return o.Watchdog }},
		"max_extensions":   {"3", 3, func(o *lock.Options) any { return o.MaxExtensions }},
		"extend":           {"recreate", lock.ExtendRecreate, func(o *lock.Options) any { return o.ExtendBy }},
		"wait":             {"{replicas: 1, timeout: 1s}", lock.Copies{Replicas: 1, Timeout: trace.Second}, func(o *lock.Options) any { return o.Wait }},
		"profile":          {"redsync", "redsync", func(o *lock.Options) any { return o.Profile }},
		"quorum":           {"1", 1, func(o *lock.Options) any { return o.Quorum }},
		"token":            {"lock", lock.TokenPerLock, func(o *lock.Options) any { return o.Tokens }},
		"errors":           {"raise", true, func(o *lock.Options) any { return o.FailOnError }},
		"renew_late":       {"true", true, func(o *lock.Options) any { return o.RenewLate }},
		"split":            {"pend", true, func(o *lock.Options) any { return o.PendOnSplit }},
		"deadline":         {"ttl/4", 2500 * trace.Millisecond, func(o *lock.Options) any { return o.Deadline }},
		"spent":            {"zero", lock.AcceptZero, func(o *lock.Options) any { return o.Spent }},
		"cleanup_late":     {"false", false, func(o *lock.Options) any { return o.CleanUpLate }},
		"accept_own_token": {"true", true, func(o *lock.Options) any { return o.AcceptOwnToken }},
		"fence":            {"redis", lock.FromRedis, func(o *lock.Options) any { return o.Fence }},
		"fence_on_read":    {"true", true, func(o *lock.Options) any { return o.FenceOnRead }},
	}
	token := on(replicated, "kind: token")
	own := strings.Replace(token, "{id: A,", "{id: A, lock: {%},", 1)
	for _, name := range slices.Sorted(maps.Keys((&told{}).fields(&lock.Options{}))) {
		row, ok := rows[name]
		if !ok {
			t.Errorf("no row tests %s", name)
			continue
		}
		shared := "{kind: token, " + name + ": " + row.text + "}"
		if name == "kind" {
			shared = "{kind: " + row.text + "}"
		}
		for how, o := range map[string]lock.Options{
			"for all":                     lockOf(t, on(replicated, shared)),
			"by the client":               lockOf(t, strings.Replace(own, "%", name+": "+row.text, 1)),
			"by a parameter":              lockOf(t, token, run.Param{Name: "lock." + name, Value: row.text}),
			"by a parameter for a client": lockOf(t, token, run.Param{Name: "clients.A.lock." + name, Value: row.text}),
		} {
			if got := row.got(&o); !reflect.DeepEqual(got, row.want) {
				t.Errorf("%s set to %s %s is %v", name, row.text, how, got)
			}
		}
		if o := lockOf(t, token); reflect.DeepEqual(row.got(&o), row.want) {
			t.Errorf("%s is %s anyway", name, row.text)
		}
	}
}

// What may be done again without limit is said by a word.
func TestNoLimit(t *testing.T) {
	if o := lockOf(t, locked("{kind: token, retries: none, max_extensions: 2}")); o.Retries != lock.NoLimit || o.MaxExtensions != 2 {
		t.Errorf("retries without limit are %d, and extensions %d", o.Retries, o.MaxExtensions)
	}
	if o := lockOf(t, locked("{kind: watchdog, retries: 2, max_extensions: none}")); o.Retries != 2 || o.MaxExtensions != lock.NoLimit {
		t.Errorf("extensions without limit are %d, and retries %d", o.MaxExtensions, o.Retries)
	}
}

// What a file does not say depends on the kind.
func TestDefaults(t *testing.T) {
	for _, kind := range trace.Locks {
		got := lockOf(t, locked("kind: "+kind))
		want := lock.Defaults(kind)
		want.Key = "lock:invoice"
		want.Nodes, want.Members = got.Nodes, got.Members
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", kind, got, want)
		}
	}
}

// A watchdog renews after a third of the life that its lock has in fact.
func TestWatchdog(t *testing.T) {
	for options, want := range map[string]trace.Duration{
		"{kind: watchdog}":                         3_333_333,
		"{kind: watchdog, ttl: 3s}":                trace.Second,
		"{kind: reentrant, ttl: 3s}":               trace.Second,
		"{kind: consensus, ttl: 3s}":               trace.Second,
		"{kind: watchdog, ttl: 3s, watchdog: 2s}":  2 * trace.Second,
		"{kind: watchdog, watchdog: none}":         0,
		"{kind: redlock, ttl: 3s, watchdog: 2s}":   2 * trace.Second,
		"{kind: token, ttl: 3s}":                   0,
		"{kind: setnx, ttl: 3s, watchdog: 2s}":     0,
		"{kind: fencing, ttl: 3s, watchdog: none}": 0,
	} {
		if got := lockOf(t, locked(options)).Watchdog; got != want {
			t.Errorf("%s renews every %v, want %v", options, got, want)
		}
	}
	if got := lockOf(t, locked("kind: watchdog"), run.Param{Name: "lock.ttl", Value: "6s"}).Watchdog; got != 2*trace.Second {
		t.Errorf("with another time to live it renews every %v", got)
	}
}

// Whom a lock asks follows from its kind and the cluster, unless it says so itself.
func TestWhomToAsk(t *testing.T) {
	const three, single = "{independent: 3}", "{single: {}}"
	const pair, unwatched = "{replicated: {replicas: 2}}", "{replicated: {replicas: 2, sentinels: 0}}"
	for _, row := range []struct{ cluster, options, nodes, sentinels, members string }{
		{three, "{kind: redlock}", "n1 n2 n3", "", ""},
		{three, "{kind: redlock, nodes: [n3, n1, n1]}", "n3 n1 n1", "", ""},
		{three, "{kind: token}", "n1", "", ""},
		{three, "{kind: token, nodes: [n3]}", "n3", "", ""},
		{three, "{kind: redlock, fence: consensus}", "n1 n2 n3", "", "c1 c2 c3"},
		{three, "{kind: consensus}", "", "", "c1 c2 c3"},
		{three, "{kind: consensus, nodes: [n2]}", "", "", "c1 c2 c3"},
		{three, "{kind: consensus, fence: redis}", "n1", "", "c1 c2 c3"},
		{three, "{kind: fencing}", "", "", "c1 c2 c3"},
		{three, "{kind: fencing, fence: resource}", "", "", ""},
		{three, "{kind: fencing, fence: redis, nodes: [n2]}", "n2", "", ""},
		{single, "{kind: redlock}", "n1", "", ""},
		{single, "{kind: setnx}", "n1", "", ""},
		{pair, "{kind: watchdog}", "n1", "s1 s2 s3", ""},
		{pair, "{kind: watchdog, nodes: [n2]}", "n2", "", ""},
		{pair, "{kind: redlock, nodes: [n1, n2, n3]}", "n1 n2 n3", "", ""},
		{pair, "{kind: fencing, fence: redis}", "n1", "s1 s2 s3", ""},
		{unwatched, "{kind: token}", "n1", "", ""},
	} {
		o := lockOf(t, on(row.cluster, row.options))
		if got := joined(o.Nodes) + "; " + joined(o.Sentinels) + "; " + joined(o.Members); got != row.nodes+"; "+row.sentinels+"; "+row.members {
			t.Errorf("%s on %s asks %s", row.options, row.cluster, got)
		}
	}
}

func joined(ids []trace.NodeID) string {
	var names []string
	for _, id := range ids {
		names = append(names, string(id))
	}
	return strings.Join(names, " ")
}

// Who is in a world follows from its cluster, and from whether somebody needs the
// lock service.
func TestClusters(t *testing.T) {
	for _, row := range []struct{ cluster, options, want string }{
		{"{single: {persistence: always}}", "kind: token", "n1  2 0"},
		{"{independent: 3, persistence: everysec, persist: {n2: none}}", "kind: redlock", "n1  1 0, n2  0 0, n3  1 0"},
		{"{replicated: {sentinels: 1, priorities: {n2: 50}, persist: {n1: always}}}", "kind: token", "n1 primary 2 100, n2 replica 0 50, s1 sentinel 0 0"},
		{"{single: {}}", "{kind: token, fence: consensus}", "n1  0 0, c1 consensus 0 0, c2 consensus 0 0, c3 consensus 0 0"},
	} {
		var all []string
		for _, n := range compiled(t, on(row.cluster, row.options)).Nodes {
			all = append(all, strings.Join([]string{string(n.ID), n.Role, strconv.Itoa(int(n.Fsync)), strconv.Itoa(n.Priority)}, " "))
		}
		if got := strings.Join(all, ", "); got != row.want {
			t.Errorf("%s is %s", row.cluster, got)
		}
	}
	for cluster, want := range map[string]world.Replication{
		"{replicated: {}}": {DownAfter: trace.Second, FailoverTimeout: 3 * trace.Minute, Quorum: 2},
		"{replicated: {replicas: 1, sentinels: 3, lag: 100ms, down_after: 2s, failover_timeout: 10s, quorum: 3}}": {
			Lag: 100 * trace.Millisecond, DownAfter: 2 * trace.Second, FailoverTimeout: 10 * trace.Second, Quorum: 3},
		"{replicated: {sentinels: 0}}":                   {DownAfter: trace.Second, FailoverTimeout: 3 * trace.Minute},
		"{replicated: {sentinels: 5, down_after: 50ms}}": {DownAfter: 50 * trace.Millisecond, FailoverTimeout: 3 * trace.Minute, Quorum: 3},
	} {
		if got := compiled(t, on(cluster, "kind: token")).Replication; got != want {
			t.Errorf("%s is %+v", cluster, got)
		}
	}
}

// Work, resources and links arrive as they are written.
func TestTheRest(t *testing.T) {
	c := compiled(t, with("{invoice: {kind: ledger}}", "{seats: {kind: stock, guard: idempotency-key, initial: 7}}",
		"takes: 1s", "takes: 1s, write_at: 250ms", "on: invoice", "on: seats", "{id: A,", "{id: A, start: 5ms,"))
	if got, want := c.Clients[0].Job, (lock.Job{Resource: "seats", Kind: "stock", Takes: trace.Second, WriteAt: 250 * trace.Millisecond}); got != want || c.Clients[0].Start != 5000 {
		t.Errorf("the work is %+v, from %d", got, c.Clients[0].Start)
	}
	if r := c.Resources[0]; r.ID != "seats" || r.Kind.String() != "stock" || r.Guard.String() != "idempotency-key" || r.Initial != "7" {
		t.Errorf("the resource is %+v", r)
	}
	if got := compiled(t, small).Clients[0].Job.WriteAt; got != trace.Second {
		t.Errorf("a write whose time is not said is at %v", got)
	}
	if c := compiled(t, with("network: {latency: 1ms}\n", "")); c.Network.Usual != usualLink {
		t.Errorf("the usual link is %+v", c.Network.Usual)
	}
	c = compiled(t, small+"faults:\n  - {at: 1s, crash: {node: n1, restart: 2s}}\n  - {when: {kind: hold, who: A, nth: 2}, after: 5ms, heal: all}\n")
	want := []run.Action{
		{At: 1_000_000, Verb: run.Crash, Target: "n1", Restart: 2 * trace.Second},
		{When: &run.Trigger{Kind: trace.Hold, Who: "A", Nth: 2}, After: 5 * trace.Millisecond, Verb: run.Heal, Heal: run.HealAll},
	}
	if !reflect.DeepEqual(c.Faults, want) {
		t.Errorf("the faults are %+v", c.Faults)
	}
}
