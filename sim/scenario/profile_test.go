package scenario

import (
	"reflect"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/profile"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// locks is small with these options for all, and these for its client, if any.
func locks(shared, own string) string {
	text := locked(shared)
	if own != "" {
		text = strings.Replace(text, "{id: A,", "{id: A, lock: "+own+",", 1)
	}
	return text
}

// A profile is what its file says. What the scenario says goes on top of that, the
// client's on top of what is said for all, and a profile under both, whoever names it.
func TestProfiles(t *testing.T) {
	const s, ms = trace.Second, trace.Millisecond
	for name, row := range map[string]struct {
		shared, own  string
		profile      string
		ttl, timeout trace.Duration
		retries      int
		tokens       lock.Tokens
		kind, claims string
	}{
		"a profile alone":              {"{profile: redsync}", "", "redsync", 8 * s, 400 * ms, 31, lock.TokenPerLock, "redlock", ""},
		"an option on top":             {"{profile: redsync, retries: 2}", "", "redsync", 8 * s, 400 * ms, 2, lock.TokenPerLock, "redlock", ""},
		"in any order":                 {"{retries: 2, profile: redsync}", "", "redsync", 8 * s, 400 * ms, 2, lock.TokenPerLock, "redlock", ""},
		"another time to live":         {"{profile: redsync, ttl: 2s}", "", "redsync", 2 * s, 100 * ms, 31, lock.TokenPerLock, "redlock", ""},
		"a timeout that stays":         {"{profile: redsync, ttl: 2s, node_timeout: 7ms}", "", "redsync", 2 * s, 7 * ms, 31, lock.TokenPerLock, "redlock", ""},
		"the client's own option":      {"{profile: redsync, ttl: 2s}", "{ttl: 4s}", "redsync", 4 * s, 200 * ms, 31, lock.TokenPerLock, "redlock", ""},
		"the client's own profile":     {"{kind: redlock, ttl: 2s}", "{profile: redsync}", "redsync", 2 * s, 100 * ms, 31, lock.TokenPerLock, "redlock", ""},
		"another than all have":        {"{profile: redsync}", "{profile: redlock-rb}", "redlock-rb", 10 * s, 100 * ms, 3, lock.TokenPerAttempt, "redlock", ""},
		"another, and what all have":   {"{profile: redsync, retries: 7}", "{profile: redlock-rb}", "redlock-rb", 10 * s, 100 * ms, 7, lock.TokenPerAttempt, "redlock", ""},
		"another kind":                 {"{profile: redsync, kind: token}", "", "redsync", 8 * s, 400 * ms, 31, lock.TokenPerLock, "token", "redlock"},
		"another kind for all":         {"{kind: token}", "{profile: redsync}", "redsync", 8 * s, 400 * ms, 31, lock.TokenPerLock, "token", "redlock"},
		"its own kind, said once more": {"{profile: redsync, kind: redlock}", "", "redsync", 8 * s, 400 * ms, 31, lock.TokenPerLock, "redlock", ""},
		"no profile":                   {"{kind: redlock}", "", "", 10 * s, 50 * ms, 3, lock.TokenPerAttempt, "redlock", ""},
	} {
		o := lockOf(t, locks(row.shared, row.own))
		if o.Profile != row.profile || o.TTL != row.ttl || o.NodeTimeout != row.timeout || o.Retries != row.retries || o.Tokens != row.tokens {
			t.Errorf("%s: %+v", name, o)
		}
		if o.Kind != row.kind || o.Claims != row.claims {
			t.Errorf("%s: it is of kind %s and claims to be %q", name, o.Kind, o.Claims)
		}
	}
}

// Every profile works in a scenario that says nothing else of the lock, and its run
// tells of it.
func TestEveryProfilePlays(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	for _, p := range profile.All() {
		l := alone(t, parsed(t, locks("{profile: "+p.ID+"}", "")))
		events, err := l.Play(e, &run.Run{Scenario: "x"}, 0)
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		c := events[0].Clients[0]
		judged := c.Claims
		if judged == "" {
			judged = c.Lock
		}
		if c.Profile != p.ID || judged != p.Claims {
			t.Errorf("%s claims to be %s, and is introduced as %+v", p.ID, p.Claims, c)
		}
		if end := events[len(events)-1]; end.Verdict != trace.VerdictOK {
			t.Errorf("%s: where nothing fails, one client comes to %s", p.ID, end.Verdict)
		}
	}
}

// A parameter names a profile as a file does, and what goes by the time to live follows
// it, whichever of the two comes first.
func TestProfileByParameter(t *testing.T) {
	const s, ms = trace.Second, trace.Millisecond
	for name, row := range map[string]struct {
		params       []run.Param
		ttl, timeout trace.Duration
	}{
		"for all":            {[]run.Param{{Name: "lock.profile", Value: "redsync"}}, 8 * s, 400 * ms},
		"for one":            {[]run.Param{{Name: "clients.A.lock.profile", Value: "redsync"}}, 8 * s, 400 * ms},
		"and a time to live": {[]run.Param{{Name: "clients.A.lock.profile", Value: "redsync"}, {Name: "lock.ttl", Value: "2s"}}, 2 * s, 100 * ms},
		"the other way":      {[]run.Param{{Name: "lock.ttl", Value: "2s"}, {Name: "clients.A.lock.profile", Value: "redsync"}}, 2 * s, 100 * ms},
		"and a timeout":      {[]run.Param{{Name: "lock.profile", Value: "redsync"}, {Name: "lock.node_timeout", Value: "ttl/8"}}, 8 * s, s},
	} {
		o := lockOf(t, small, row.params...)
		if o.Profile != "redsync" || o.TTL != row.ttl || o.NodeTimeout != row.timeout || o.Key != "lock" {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

// What goes by the time to live, by whichever that is.
func TestPartsOfTheTimeToLive(t *testing.T) {
	const s, ms = trace.Second, trace.Millisecond
	for _, row := range []struct {
		options string
		got     func(*lock.Options) trace.Duration
		want    trace.Duration
	}{
		{"node_timeout: ttl/20", func(o *lock.Options) trace.Duration { return o.NodeTimeout }, 500 * ms},
		{"node_timeout: ttl", func(o *lock.Options) trace.Duration { return o.NodeTimeout }, 10 * s},
		{"node_timeout: ttl/1000, ttl: 1ms", func(o *lock.Options) trace.Duration { return o.NodeTimeout }, trace.Microsecond},
		{"watchdog: ttl*4/5", func(o *lock.Options) trace.Duration { return o.Watchdog }, 8 * s},
		{"watchdog: ttl*999/1000, ttl: 876000h", func(o *lock.Options) trace.Duration { return o.Watchdog }, trace.MaxSpan / 1000 * 999},
		{"watchdog: ttl-500ms", func(o *lock.Options) trace.Duration { return o.Watchdog }, 9500 * ms},
		{"watchdog: ttl/3, ttl: 1s", func(o *lock.Options) trace.Duration { return o.Watchdog }, 333_333},
		{"ttl: 2s, watchdog: ttl-1999ms", func(o *lock.Options) trace.Duration { return o.Watchdog }, ms},
		{"watchdog: none", func(o *lock.Options) trace.Duration { return o.Watchdog }, 0},
		{"deadline: ttl", func(o *lock.Options) trace.Duration { return o.Deadline }, 10 * s},
		{"deadline: 30s", func(o *lock.Options) trace.Duration { return o.Deadline }, 30 * s},
		{"deadline: none", func(o *lock.Options) trace.Duration { return o.Deadline }, 0},
	} {
		o := lockOf(t, locked("{kind: redlock, "+row.options+"}"))
		if got := row.got(&o); got != row.want {
			t.Errorf("%s is %v and not %v", row.options, got, row.want)
		}
	}
	// Of a life that each client has by itself, nothing can be said for all.
	if got := lockOf(t, locks("{kind: redlock, watchdog: ttl-15s}", "{ttl: 40s}")).Watchdog; got != 25*s {
		t.Errorf("a client's own time to live leaves %v", got)
	}
}

// What cannot be is told where it stands: in the scenario, the parameter or the
// profile.
func TestBadProfiles(t *testing.T) {
	for name, row := range map[string]struct{ text, want string }{
		"no such library":     {locked("{profile: redsnyc}"), `x.yaml:6: lock.profile: "redsnyc": there is no profile of a library called so; did you mean redsync? There is `},
		"for one client":      {locks("{kind: redlock}", "{profile: zookeeper}"), `x.yaml:8: clients.A.lock.profile: "zookeeper": there is no profile of a library called so; there is `},
		"a profile of a list": {locked("{profile: [redsync]}"), "x.yaml:6: lock.profile: this must be a single value"},
		"too short a life":    {locked("{profile: redisson, ttl: 9s, watchdog: 9s}"), "x.yaml:6: lock.watchdog: a lock that lives 9s has run out before it is renewed after 9s"},
		"too short for its profile": {locked("{profile: node-redlock, ttl: 400ms}"),
			`x.yaml:6: lock.ttl: the profile's watchdog does not go with this: "ttl-500ms": with a time to live of 400ms that is -100ms, and it must be at least 1ms, or none`},
		"a client's is too short":        {locks("{profile: node-redlock}", "{ttl: 400ms}"), `x.yaml:8: clients.A.lock.ttl: the profile's watchdog does not go with this: "ttl-500ms"`},
		"a client's profile is too long": {locks("{kind: token, ttl: 400ms}", "{profile: node-redlock}"), `x.yaml:6: lock.ttl: the profile's watchdog does not go with this: "ttl-500ms"`},
		"too short for its own word":     {locked("{profile: redisson, ttl: 400ms, watchdog: ttl-500ms}"), `x.yaml:6: lock.watchdog: "ttl-500ms": with a time to live of 400ms`},
		"a part of nothing":              {locked("{kind: redlock, watchdog: ttl/0}"), `x.yaml:6: lock.watchdog: "ttl/0": a part of the time to live is written such as ttl/3 or ttl*4/5, or none`},
		"more than all":                  {locked("{kind: redlock, watchdog: ttl*6/5}"), `x.yaml:6: lock.watchdog: "ttl*6/5": a part of the time to live is written such as ttl/3 or ttl*4/5, or none`},
		"a part, no less":                {locked("{kind: redlock, watchdog: ttl4/5}"), `x.yaml:6: lock.watchdog: "ttl4/5": what goes by the time to live is written ttl, ttl/3, ttl*4/5 or ttl-500ms, or none`},
		"a multiple":                     {locked("{kind: redlock, deadline: ttl*2}"), `x.yaml:6: lock.deadline: "ttl*2": what goes by the time to live is written ttl, ttl/3, ttl*4/5 or ttl-500ms, or none`},
		"less without a unit":            {locked("{kind: redlock, node_timeout: ttl-5}"), `x.yaml:6: lock.node_timeout: "ttl-5": it has no unit: write 10s, 400ms, 1.5s or 250us`},
		"less than nothing":              {locked("{kind: redlock, node_timeout: ttl-10s, ttl: 10s}"), `x.yaml:6: lock.node_timeout: "ttl-10s": with a time to live of 10s that is 0s, and it must be at least 1us`},
		"no deadline at all":             {locked("{kind: redlock, deadline: 0s}"), `x.yaml:6: lock.deadline: "0s": it must be at least 1ms, or none`},
		"a quorum of nobody":             {locked("{kind: redlock, quorum: 0}"), `x.yaml:6: lock.quorum: "0": it must be a whole number from 1 to 16, or majority`},
		"a quorum of most":               {locked("{kind: redlock, quorum: most}"), `x.yaml:6: lock.quorum: "most": it must be a whole number from 1 to 16, or majority`},
		"errors that vanish":             {locked("{kind: redlock, errors: hide}"), `x.yaml:6: lock.errors: "hide": it must be count or raise`},
		"a token for ever":               {locked("{kind: redlock, token: client}"), `x.yaml:6: lock.token: "client": it must be attempt or lock`},
		"a split vote wins":              {locked("{kind: redlock, split: win}"), `x.yaml:6: lock.split: "win": it must be fail or pend`},
		"spent, and kept":                {locked("{kind: redlock, spent: keep}"), `x.yaml:6: lock.spent: "keep": it must be refuse, zero or accept`},
		"a look at no time":              {strings.Replace(small, "takes: 1s", "takes: 1s, look: never", 1), `clients.A.work.look: "never": it must be before or after`},
	} {
		_, err := Parse("x.yaml", []byte(row.text))
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s:\n got %v\nwant %s", name, err, row.want)
		}
	}
	_, err := parsed(t, locked("{profile: node-redlock}")).Compile([]run.Param{{Name: "lock.ttl", Value: "400ms"}})
	if want := `parameter lock.ttl: the profile's watchdog does not go with this: "ttl-500ms": with a time to live of 400ms that is -100ms`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("by a parameter: %v", err)
	}
	_, err = parsed(t, small).Compile([]run.Param{{Name: "lock.profile", Value: "redsnyc"}})
	if want := `parameter lock.profile: "redsnyc": there is no profile of a library called so; did you mean redsync? There is `; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("by a parameter: %v", err)
	}
}

// A library that waits for replicas does so where there are any; who asks for them in
// the scenario is told that there are none.
func TestProfileThatWaitsForReplicas(t *testing.T) {
	const wait = "wait: {replicas: 1, timeout: 1s}"
	want := lock.Copies{Replicas: 1, Timeout: trace.Second}
	if got := lockOf(t, on("{replicated: {}}", "{profile: redisson}")).Wait; got != want {
		t.Errorf("with a replica it waits for %+v", got)
	}
	if got := lockOf(t, on("{single: {}}", "{profile: redisson}")).Wait; got != (lock.Copies{}) {
		t.Errorf("without one it waits for %+v", got)
	}
	if _, err := Parse("x.yaml", []byte(on("{single: {}}", "{profile: redisson, "+wait+"}"))); err == nil || !strings.Contains(err.Error(), "here are 0") {
		t.Errorf("a scenario that waits for one is told %v", err)
	}
}

// When a client looks whether its lock was lost is a part of its work.
func TestLook(t *testing.T) {
	for text, want := range map[string]bool{"takes: 1s": false, "takes: 1s, look: before": false, "takes: 1s, look: after": true} {
		c := compiled(t, strings.Replace(small, "takes: 1s", text, 1))
		if got := c.Clients[0].Job.LooksLate; got != want {
			t.Errorf("%s: it looks late: %v", text, got)
		}
	}
	if c := compiled(t, small, run.Param{Name: "clients.A.work.look", Value: "after"}); !c.Clients[0].Job.LooksLate {
		t.Error("a parameter does not make it look late")
	}
}

// A profile does not change by what a scenario lays over it.
func TestProfilesStayAsTheyAre(t *testing.T) {
	before := lockOf(t, locked("{profile: redsync}"))
	lockOf(t, locked("{profile: redsync, ttl: 1s, retries: 1, kind: token}"), run.Param{Name: "lock.drift", Value: "0.5"})
	if after := lockOf(t, locked("{profile: redsync}")); !reflect.DeepEqual(after, before) {
		t.Errorf("it was %+v and is %+v", before, after)
	}
}
