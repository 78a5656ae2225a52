package profile_test

import (
	"reflect"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/profile"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
)

// defaults are what each library does if its user says nothing, as its documentation
// and its source have it. A time to live of 10 s and a node timeout of 50 ms are the
// simulator's, where a library has none of its own.
var defaults = map[string]lock.Options{
	"node-redlock": {
		Kind: trace.LockRedlock, TTL: 10 * trace.Second, NodeTimeout: 50 * ms,
		Retries: 10, RetryDelay: 100 * ms, RetryJitter: 199 * ms, Tokens: lock.TokenPerLock, PendOnSplit: true,
		DriftPPM: 10_000, DriftConst: 2 * ms, ElapsedCheck: true,
		Clock: lock.WallClock, T1: lock.FirstAttempt, Spent: lock.AcceptSpent,
		CleanUp: lock.CleanLast, CleanUpLate: true,
		Watchdog: 9_500 * ms, MaxExtensions: lock.NoLimit, ExtendBy: lock.ExtendSet, StopAtValidity: true,
	},
	"redsync": {
		Kind: trace.LockRedlock, TTL: 8 * trace.Second, NodeTimeout: 400 * ms,
		Retries: 31, RetryDelay: 50 * ms, RetryJitter: 199 * ms, Tokens: lock.TokenPerLock,
		DriftPPM: 10_000, DriftConst: 0, ElapsedCheck: true,
		CleanUp: lock.CleanAll, CleanUpLate: false,
		MaxExtensions: lock.NoLimit, RenewLate: true,
	},
	"redisson": {
		Kind: trace.LockReentrant, TTL: 30 * trace.Second, NodeTimeout: 3 * trace.Second,
		Retries: lock.NoLimit, RetryDelay: 200 * ms, RetryJitter: 0, Tokens: lock.TokenPerLock,
		CleanUpLate: true,
		Watchdog:    10 * trace.Second, MaxExtensions: lock.NoLimit,
		Wait: lock.Copies{Replicas: 1, Timeout: trace.Second},
	},
	"redisson-redlock": {
		Kind: trace.LockRedlock, TTL: 30 * trace.Second, NodeTimeout: 1_500 * ms, Order: lock.Sequential,
		Retries: lock.NoLimit, RetryDelay: 0, RetryJitter: 0, Tokens: lock.TokenPerLock, AcceptOwnToken: true,
		DriftPPM: 0, DriftConst: 0, ElapsedCheck: false,
		CleanUp: lock.CleanOK, CleanUpLate: true,
		Watchdog: 10 * trace.Second, MaxExtensions: lock.NoLimit,
	},
	"redlock-net": {
		Kind: trace.LockRedlock, TTL: 10 * trace.Second, NodeTimeout: trace.Second,
		Retries: 2, RetryDelay: 0, RetryJitter: 399 * ms, Tokens: lock.TokenPerLock,
		DriftPPM: 10_000, DriftConst: 2 * ms, ElapsedCheck: true,
		CleanUpLate: true,
		Watchdog:    5 * trace.Second, MaxExtensions: lock.NoLimit, ExtendBy: lock.ExtendRecreate, RenewLate: true,
	},
	"redlock-rb": {
		Kind: trace.LockRedlock, TTL: 10 * trace.Second, NodeTimeout: 100 * ms, Order: lock.Sequential,
		Retries: 3, RetryDelay: 200 * ms, RetryJitter: 49 * ms, Tokens: lock.TokenPerAttempt, AcceptOwnToken: true,
		DriftPPM: 10_000, DriftConst: 2 * ms, ElapsedCheck: true, Spent: lock.AcceptZero,
		CleanUpLate:   true,
		MaxExtensions: lock.NoLimit, ExtendBy: lock.ExtendRecreate, RenewLate: true,
	},
	"redlock-py": {
		Kind: trace.LockRedlock, TTL: 10 * trace.Second, NodeTimeout: 50 * ms, Order: lock.Sequential,
		Retries: 2, RetryDelay: 200 * ms, RetryJitter: 0, Tokens: lock.TokenPerLock, FailOnError: true,
		DriftPPM: 10_000, DriftConst: 2 * ms, ElapsedCheck: true, Clock: lock.WallClock,
		CleanUpLate:   true,
		MaxExtensions: lock.NoLimit,
	},
	"rueidislock": {
		Kind: trace.LockRedlock, TTL: 5 * trace.Second, NodeTimeout: 20 * ms, Order: lock.Sequential,
		Retries: lock.NoLimit, RetryDelay: 20 * ms, RetryJitter: 0, Tokens: lock.TokenPerAttempt,
		DriftPPM: 0, DriftConst: 0, ElapsedCheck: true, Expiry: lock.Absolute,
		CleanUpLate: true,
		Watchdog:    2_500 * ms, MaxExtensions: lock.NoLimit, StopAtValidity: true,
	},
	"redlock-universal": {
		Kind: trace.LockRedlock, TTL: 30 * trace.Second, NodeTimeout: 5 * trace.Second,
		Retries: 3, RetryDelay: 200 * ms, RetryJitter: 0, Tokens: lock.TokenPerAttempt,
		DriftPPM: 10_000, DriftConst: 2 * ms, ElapsedCheck: true, Clock: lock.WallClock,
		CleanUp: lock.CleanOK, CleanUpLate: true,
		Watchdog: 24 * trace.Second, MaxExtensions: lock.NoLimit, RenewLate: true, StopAtValidity: true,
	},
	"redislock": {
		Kind: trace.LockToken, TTL: 10 * trace.Second, NodeTimeout: 5 * trace.Second, Deadline: 10 * trace.Second,
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
		cluster := "{independent: 3}"
		if _, waits := p.Lock.Get("wait"); waits {
			cluster = "{replicated: {replicas: 2}}" // without any it waits for none
		}
		got, err := scenario.Resolved(cluster, "{profile: "+p.ID+"}")
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		want.Profile, want.Key = p.ID, "lock:invoice-42"
		got.Nodes, got.Sentinels, got.Claims = nil, nil, ""
		x, y := reflect.ValueOf(got), reflect.ValueOf(want)
		for i := range x.NumField() {
			if is, be := x.Field(i).Interface(), y.Field(i).Interface(); !reflect.DeepEqual(is, be) {
				t.Errorf("%s: %s is %v, want %v", p.ID, x.Type().Field(i).Name, is, be)
			}
		}
	}
	if len(profile.All()) != len(defaults) {
		t.Errorf("there are %d profiles, and %d in the table", len(profile.All()), len(defaults))
	}
}
