package habits_test

import (
	"reflect"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/profile"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
)

const (
	ms = trace.Millisecond
	s  = trace.Second
)

// defaults are what each library does if its user says nothing, as its documentation
// and its source have it. A time to live of 10 s and a node timeout of 50 ms are the
// simulator's, where a library has none of its own.
var defaults = map[string]lock.Options{
	"node-redlock": {
		Kind: trace.LockRedlock, TTL: 10 * s, NodeTimeout: 50 * ms,
		Retries: 10, RetryDelay: 100 * ms, RetryJitter: 199 * ms, Tokens: lock.TokenPerLock, PendOnSplit: true,
		DriftPPM: 10_000, DriftConst: 2 * ms, ElapsedCheck: true,
		Clock: lock.WallClock, T1: lock.FirstAttempt, Spent: lock.AcceptSpent,
		CleanUp: lock.CleanLast, CleanUpLate: true,
		Watchdog: 9_500 * ms, MaxExtensions: lock.NoLimit, ExtendBy: lock.ExtendSet, StopAtValidity: true,
	},
	"redsync": {
		Kind: trace.LockRedlock, TTL: 8 * s, NodeTimeout: 400 * ms,
		Retries: 31, RetryDelay: 50 * ms, RetryJitter: 199 * ms, Tokens: lock.TokenPerLock,
		DriftPPM: 10_000, DriftConst: 0, ElapsedCheck: true,
		CleanUp: lock.CleanAll, CleanUpLate: false,
		MaxExtensions: lock.NoLimit, RenewLate: true,
	},
	"redisson": {
		Kind: trace.LockReentrant, TTL: 30 * s, NodeTimeout: 3 * s,
		Retries: lock.NoLimit, RetryDelay: 200 * ms, RetryJitter: 0, Tokens: lock.TokenPerLock,
		CleanUpLate: true,
		Watchdog:    10 * s, MaxExtensions: lock.NoLimit,
		Wait: lock.Copies{Replicas: 1, Timeout: s},
	},
	"redisson-redlock": {
		Kind: trace.LockRedlock, TTL: 30 * s, NodeTimeout: 1_500 * ms, Order: lock.Sequential,
		Retries: lock.NoLimit, RetryDelay: 0, RetryJitter: 0, Tokens: lock.TokenPerLock, AcceptOwnToken: true,
		DriftPPM: 0, DriftConst: 0, ElapsedCheck: false,
		CleanUp: lock.CleanOK, CleanUpLate: true,
		Watchdog: 10 * s, MaxExtensions: lock.NoLimit,
	},
	"redlock-net": {
		Kind: trace.LockRedlock, TTL: 10 * s, NodeTimeout: s,
		Retries: 2, RetryDelay: 0, RetryJitter: 399 * ms, Tokens: lock.TokenPerLock,
		DriftPPM: 10_000, DriftConst: 2 * ms, ElapsedCheck: true,
		CleanUpLate: true,
		Watchdog:    5 * s, MaxExtensions: lock.NoLimit, ExtendBy: lock.ExtendRecreate, RenewLate: true,
	},
	"redlock-rb": {
		Kind: trace.LockRedlock, TTL: 10 * s, NodeTimeout: 100 * ms, Order: lock.Sequential,
		Retries: 3, RetryDelay: 200 * ms, RetryJitter: 49 * ms, Tokens: lock.TokenPerAttempt, AcceptOwnToken: true,
		DriftPPM: 10_000, DriftConst: 2 * ms, ElapsedCheck: true, Spent: lock.AcceptZero,
		CleanUpLate:   true,
		MaxExtensions: lock.NoLimit, ExtendBy: lock.ExtendRecreate, RenewLate: true,
	},
	"redlock-py": {
		Kind: trace.LockRedlock, TTL: 10 * s, NodeTimeout: 50 * ms, Order: lock.Sequential,
		Retries: 2, RetryDelay: 200 * ms, RetryJitter: 0, Tokens: lock.TokenPerLock, FailOnError: true,
		DriftPPM: 10_000, DriftConst: 2 * ms, ElapsedCheck: true, Clock: lock.WallClock,
		CleanUpLate:   true,
		MaxExtensions: lock.NoLimit,
	},
	"rueidislock": {
		Kind: trace.LockRedlock, TTL: 5 * s, NodeTimeout: 20 * ms, Order: lock.Sequential,
		Retries: lock.NoLimit, RetryDelay: 20 * ms, RetryJitter: 0, Tokens: lock.TokenPerAttempt,
		DriftPPM: 0, DriftConst: 0, ElapsedCheck: true, Expiry: lock.Absolute,
		CleanUpLate: true,
		Watchdog:    2_500 * ms, MaxExtensions: lock.NoLimit, StopAtValidity: true,
	},
	"redlock-universal": {
		Kind: trace.LockRedlock, TTL: 30 * s, NodeTimeout: 5 * s,
		Retries: 3, RetryDelay: 200 * ms, RetryJitter: 0, Tokens: lock.TokenPerAttempt,
		DriftPPM: 10_000, DriftConst: 2 * ms, ElapsedCheck: true, Clock: lock.WallClock,
		CleanUp: lock.CleanOK, CleanUpLate: true,
		Watchdog: 24 * s, MaxExtensions: lock.NoLimit, RenewLate: true, StopAtValidity: true,
	},
	"redislock": {
		Kind: trace.LockToken, TTL: 10 * s, NodeTimeout: 5 * s, Deadline: 10 * s,
		Retries: 0, Tokens: lock.TokenPerLock, AcceptOwnToken: true, FailOnError: true,
		CleanUp: lock.CleanNone, CleanUpLate: true,
		MaxExtensions: lock.NoLimit,
	},
}

// The profiles say what the libraries do, option by option.
func TestDefaults(t *testing.T) {
	for _, p := range profile.All() {
		want, ok := defaults[p.ID]
		if !ok {
			t.Errorf("what %s does is not in the table", p.ID)
			continue
		}
		got := resolved(t, p)
		want.Profile, want.Key = p.ID, "lock:invoice"
		got.Nodes, got.Sentinels, got.Claims = nil, nil, ""
		for _, field := range differ(got, want) {
			t.Errorf("%s: %s is %v, want %v", p.ID, field,
				reflect.ValueOf(got).FieldByName(field), reflect.ValueOf(want).FieldByName(field))
		}
	}
	if len(profile.All()) != len(defaults) {
		t.Errorf("there are %d profiles, and %d in the table", len(profile.All()), len(defaults))
	}
}

// resolved is the options of a client that locks as a library does, where there are
// replicas for those that wait for some.
func resolved(t *testing.T, p profile.Profile) lock.Options {
	t.Helper()
	cluster := "{independent: 3}"
	if _, waits := p.Lock.Get("wait"); waits {
		cluster = "{replicated: {replicas: 2}}"
	}
	file, err := scenario.Parse("x.yaml", []byte(`id: x
title: {en: T}
cluster: `+cluster+`
lock: {profile: `+p.ID+`}
clients: [{id: A, work: {on: invoice, takes: 1s}}]
resources: {invoice: {kind: ledger}}
`))
	if err != nil {
		t.Fatal(err)
	}
	c, err := file.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	return c.Clients[0].Lock
}
