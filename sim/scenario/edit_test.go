package scenario

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

func tree(t testing.TB, text string) strictyaml.Value {
	t.Helper()
	v, err := strictyaml.Parse("tree.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func compiled(t *testing.T, text string, params ...run.Param) *world.Config {
	t.Helper()
	s, err := Parse("x.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Compile(params)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A parameter changes what stands at its path.
func TestParameters(t *testing.T) {
	for name, row := range map[string]struct {
		params []run.Param
		want   any
		got    func(*world.Config) any
	}{
		"a client's start":       {[]run.Param{{Name: "clients.A.start", Value: "3s"}}, trace.Time(3_000_000), func(c *world.Config) any { return c.Clients[0].Start }},
		"a client by number":     {[]run.Param{{Name: "clients.0.start", Value: "3s"}}, trace.Time(3_000_000), func(c *world.Config) any { return c.Clients[0].Start }},
		"an option of all":       {[]run.Param{{Name: "lock.ttl", Value: "30s"}}, 30 * trace.Second, func(c *world.Config) any { return c.Clients[0].Lock.TTL }},
		"an option of one":       {[]run.Param{{Name: "clients.A.lock.kind", Value: "token"}}, "token", func(c *world.Config) any { return c.Clients[0].Lock.Kind }},
		"a library for one":      {[]run.Param{{Name: "clients.A.lock.profile", Value: "redsync"}}, "redsync", func(c *world.Config) any { return c.Clients[0].Lock.Profile }},
		"a part of the life":     {[]run.Param{{Name: "lock.deadline", Value: "ttl/2"}, {Name: "lock.ttl", Value: "30s"}}, 15 * trace.Second, func(c *world.Config) any { return c.Clients[0].Lock.Deadline }},
		"when it looks":          {[]run.Param{{Name: "clients.A.work.look", Value: "after"}}, true, func(c *world.Config) any { return c.Clients[0].Job.LooksLate }},
		"the nodes of one":       {[]run.Param{{Name: "clients.A.lock.nodes", Value: "[n1,n1,n2]"}}, []trace.NodeID{"n1", "n1", "n2"}, func(c *world.Config) any { return c.Clients[0].Lock.Nodes }},
		"the cluster's size":     {[]run.Param{{Name: "cluster.independent", Value: "7"}}, []int{7, 7}, func(c *world.Config) any { return []int{len(c.Nodes), len(c.Clients[0].Lock.Nodes)} }},
		"the cluster":            {[]run.Param{{Name: "cluster", Value: "{single: {}}"}}, 1, func(c *world.Config) any { return len(c.Nodes) }},
		"the network":            {[]run.Param{{Name: "network.latency", Value: "2ms..2.5ms"}}, world.Link{Min: 2000, Max: 2500}, func(c *world.Config) any { return c.Network.Usual }},
		"a guard":                {[]run.Param{{Name: "resources.invoice.guard", Value: "fencing"}}, "fencing", func(c *world.Config) any { return c.Resources[0].Guard.String() }},
		"one resource more":      {[]run.Param{{Name: "resources.seats", Value: "{kind: stock, initial: 5}"}}, "5", func(c *world.Config) any { return c.Resources[1].Initial }},
		"a first link":           {[]run.Param{{Name: "network.links.0", Value: "{between: [A, n1], loss: 5}"}}, uint64(5), func(c *world.Config) any { return c.Network.Links[0].Link.LossPPM }},
		"a fault of no list":     {[]run.Param{{Name: "faults.0", Value: "{at: 1s, flush: {node: n2}}"}}, "n2", func(c *world.Config) any { return c.Faults[0].Target }},
		"a first fault":          {[]run.Param{{Name: "faults", Value: "[{at: 1s, flush: {node: n1}}]"}}, "n1", func(c *world.Config) any { return c.Faults[0].Target }},
		"a second client":        {[]run.Param{{Name: "clients.1", Value: "{id: B, work: {on: invoice, takes: 1s}}"}, {Name: "clients.B.start", Value: "1s"}}, trace.Time(1_000_000), func(c *world.Config) any { return c.Clients[1].Start }},
		"the last of one path":   {[]run.Param{{Name: "lock.retries", Value: "1"}, {Name: "lock.ttl", Value: "1s"}, {Name: "lock.retries", Value: "2"}}, 2, func(c *world.Config) any { return c.Clients[0].Lock.Retries }},
		"two that need another":  {[]run.Param{{Name: "lock.nodes", Value: "[n1, n2, n3, n5]"}, {Name: "cluster.independent", Value: "5"}}, 4, func(c *world.Config) any { return len(c.Clients[0].Lock.Nodes) }},
		"a value in YAML quotes": {[]run.Param{{Name: "lock.key", Value: `"a: b"`}}, "a: b", func(c *world.Config) any { return c.Clients[0].Lock.Key }},
	} {
		if got := row.got(compiled(t, small, row.params...)); !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s: %v, want %v", name, got, row.want)
		}
	}
}

// What a parameter changes, it changes for its own run.
func TestParametersLeaveTheScenario(t *testing.T) {
	s, err := Parse("x.yaml", []byte(faulty("at: 1s, flush: {node: n1}")))
	if err != nil {
		t.Fatal(err)
	}
	before, err := s.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []run.Param{{Name: "clients.A.start", Value: "3s"}, {Name: "faults.0.at", Value: "3s"}, {Name: "cluster.independent", Value: "1"}} {
		if _, err := s.Compile([]run.Param{p}); err != nil {
			t.Fatal(err)
		}
	}
	if after, err := s.Compile(nil); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("it was %+v and is %+v, %v", before, after, err)
	}
}

// A parameter that is wrong says what would be right.
func TestBadParameters(t *testing.T) {
	s, err := Parse("x.yaml", []byte(faulty("at: 1s, flush: {node: n3}")))
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct{ name, value, want string }{
		"no name":             {"", "1s", `parameter : nothing that a run may change is called so; there is clients, cluster, faults, lock, network, resources`},
		"unknown":             {"clutser.independent", "1", "parameter clutser.independent: nothing that a run may change is called so; did you mean cluster? There is clients, cluster, faults, lock, network, resources"},
		"an option alone":     {"ttl", "30s", "parameter ttl: nothing that a run may change is called so; did you mean lock.ttl? There is clients, cluster, faults, lock, network, resources"},
		"what is no world":    {"title.en", "T", "parameter title.en: nothing that a run may change is called so; there is clients, cluster, faults, lock, network, resources"},
		"no path":             {"clients..start", "1s", `parameter clients..start: "clients..start" is no path: it is names with dots between, such as clients.B.start`},
		"too deep":            {"lock.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p", "1s", "parameter lock.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p: a path has at most 16 names"},
		"an unknown client":   {"clients.B.start", "1s", `parameter clients.B.start: there is no "B" in clients; there is A`},
		"an unknown option":   {"clients.A.lock.knid", "token", `parameter clients.A.lock.knid: nothing here is called "knid"; did you mean kind? There is ` + lockNames},
		"an unknown field":    {"clients.A.statr", "1s", `parameter clients.A.statr: nothing here is called "statr"; did you mean start? There is id, lock, start, work`},
		"an unknown resource": {"resources.invioce.guard", "fencing", `parameter resources.invioce.guard: there is no resource "invioce"; did you mean invoice? There is invoice`},
		"a library alone":     {"profile", "redsync", "parameter profile: nothing that a run may change is called so; did you mean lock.profile? There is clients, cluster, faults, lock, network, resources"},
		"a look at no time":   {"clients.A.work.look", "never", `parameter clients.A.work.look: "never": it must be before or after`},
		"a life too short":    {"lock.watchdog", "ttl-10s", `parameter lock.watchdog: "ttl-10s": with a time to live of 10s that is 0s, and it must be at least 1ms, or none`},
		"half a resource":     {"resources.seats", "{guard: none}", `parameter resources.seats: "kind" is missing`},
		"below a value":       {"lock.ttl.max", "1s", "parameter lock.ttl.max: this must be a single value"},
		"no unit":             {"lock.ttl", "10", `parameter lock.ttl: "10": it has no unit: write 10s, 400ms, 1.5s or 250us`},
		"no value":            {"lock.ttl", "", "parameter lock.ttl: nothing stands here; it must be a single value"},
		"a list":              {"lock.ttl", "[1s]", "parameter lock.ttl: this must be a single value"},
		"no faults":           {"faults", "", "parameter faults: nothing stands here; leave it out or write []"},
		"a node by its digit": {"cluster.persist.0", "always", "parameter cluster.persist.0: this must be a mapping, such as {n3: always}"},
		"no YAML":             {"lock.nodes", "[n1", "parameter lock.nodes: sequence end token ']' not found"},
		"not UTF-8":           {"lock.key", "\xff", "parameter lock.key: this is no UTF-8 text"},
		"no nodes":            {"cluster.independent", "0", `parameter cluster.independent: "0": it must be a whole number from 1 to 9`},
		"an unknown node":     {"lock.nodes", "[n1, n9]", `parameter lock.nodes: 1: there is no node "n9" in this scenario; there is n1, n2, n3`},
		"fewer nodes":         {"cluster.independent", "2", `with parameter cluster.independent: x.yaml:12: faults.0.flush.node: there is no node "n3" in this scenario; there is n1, n2`},
		"a fault of nobody":   {"faults.0.flush.node", "n9", `parameter faults.0.flush.node: there is no node "n9" in this scenario; there is n1, n2, n3`},
		"an unknown verb":     {"faults.0", "{at: 1s, fulsh: {node: n1}}", `parameter faults.0: nothing here is called "fulsh"; did you mean flush? There is at, when, after, crash, restart, pause, stall, partition, lose, slow, drop, delay, duplicate, clock, flush, evict, command, heal`},
		"too short a life":    {"clients.A.lock", "{watchdog: 20s}", "parameter clients.A.lock: watchdog: a lock that lives 10s has run out before it is renewed after 20s; a third of its life is usual"},
		"another cluster":     {"cluster", "{replicated: {}}", "with parameter cluster: x.yaml:6: lock: redlock asks nodes that know nothing of each other, and these copy each other: it wants a cluster such as {independent: 5}, or, to make that mistake, nodes: [n1, n2]"},
	} {
		_, err := s.Compile([]run.Param{{Name: row.name, Value: row.value}})
		var input *InputError
		if !errors.As(err, &input) || input.File != "" || err.Error() != row.want {
			t.Errorf("%s:\n got %v\nwant %s", name, err, row.want)
		}
	}
	_, err = s.Compile([]run.Param{{Name: "cluster.independent", Value: "2"}, {Name: "lock.ttl", Value: "1s"}, {Name: "lock.ttl", Value: "2s"}})
	if want := `with parameters cluster.independent, lock.ttl: x.yaml:12: faults.0.flush.node: there is no node "n3" in this scenario; there is n1, n2`; err == nil || err.Error() != want {
		t.Errorf("two of them:\n got %v\nwant %s", err, want)
	}
}

// Who has a run played is told of the parameters that clash, and of no others.
func TestParametersThatClash(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	s := parsed(t, `id: x
title: {en: X, ms: X, zh: X}
summary: {en: X, ms: X, zh: X}
cluster: {independent: 3}
lock: {kind: redlock}
clients:
  - {id: A, lock: {nodes: [n1, n2]}, work: {on: door, takes: 100ms, write_at: 50ms}}
  - {id: B, lock: {nodes: [n1]}, work: {on: door, takes: 100ms, write_at: 50ms}}
resources: {door: {kind: ledger}}
expect: {outcome: ok}
`)
	ttl, nodes := run.Param{Name: "lock.ttl", Value: "1s"}, run.Param{Name: "cluster.independent", Value: "1"}
	kind := run.Param{Name: "lock.kind", Value: "token"}
	for name, row := range map[string]struct {
		params []run.Param
		want   []string
	}{
		"one of three, the last":  {[]run.Param{ttl, {Name: "network.latency", Value: "1ms"}, nodes}, []string{"cluster.independent"}},
		"one of three, the first": {[]run.Param{nodes, ttl, {Name: "lock.ttl", Value: "2s"}}, []string{"cluster.independent"}},
		"another one":             {[]run.Param{ttl, kind}, []string{"lock.kind"}},
		"two, each by itself":     {[]run.Param{kind, nodes}, []string{"cluster.independent"}}, // which the text is about
	} {
		_, err := alone(t, s).Play(e, &run.Run{Scenario: "x", Params: row.params}, 0)
		var input *InputError
		if !errors.As(err, &input) || !slices.Equal(input.With, row.want) {
			t.Errorf("%s: %+v, want %q", name, input, row.want)
		}
	}
}
