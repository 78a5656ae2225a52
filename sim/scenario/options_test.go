package scenario

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Every option can be set by the file and by a parameter of the run, and arrives.
func TestOptions(t *testing.T) {
	redlock := func(c *world.Config) *lock.Redlock { return c.Clients[0].Lock.(*lock.Redlock) }
	rows := map[string]struct {
		text string
		want any
		got  func(*world.Config) any
	}{
		"kind":         {"redlock", "redlock", func(c *world.Config) any { return c.Clients[0].Info.Lock }},
		"key":          {"other", "other", func(c *world.Config) any { return redlock(c).Key }},
		"ttl":          {"30s", 30 * trace.Second, func(c *world.Config) any { return redlock(c).TTL }},
		"node_timeout": {"7ms", 7 * trace.Millisecond, func(c *world.Config) any { return redlock(c).NodeTimeout }},
		"retries":      {"12", 12, func(c *world.Config) any { return redlock(c).Retries }},
		"retry_delay":  {"1s", trace.Second, func(c *world.Config) any { return redlock(c).RetryDelay }},
		"retry_jitter": {"0", trace.Duration(0), func(c *world.Config) any { return redlock(c).RetryJitter }},
		"drift":        {"0.000125", int64(125), func(c *world.Config) any { return redlock(c).DriftPPM }},
		"drift_const":  {"5us", 5 * trace.Microsecond, func(c *world.Config) any { return redlock(c).DriftConst }},
		"order":        {"sequential", lock.Sequential, func(c *world.Config) any { return redlock(c).Order }},
		"release":      {"del", lock.ByDel, func(c *world.Config) any { return redlock(c).ReleaseBy }},
		"nodes":        {"7", []int{7, 7}, func(c *world.Config) any { return []int{len(c.Nodes), len(redlock(c).Nodes)} }},
		"latency":      {"2ms..2.5ms", world.Link{Min: 2000, Max: 2500}, func(c *world.Config) any { return c.Network.Usual }},
		"loss":         {"250000", uint64(250_000), func(c *world.Config) any { return c.Network.Usual.LossPPM }},
	}
	for _, name := range sortedKeys(parameters) {
		row, ok := rows[name]
		if !ok {
			t.Errorf("no row tests %s", name)
			continue
		}
		for how, c := range map[string]*world.Config{
			"by the file":  compiled(t, inFile(name, row.text), &run.Run{}),
			"by parameter": compiled(t, small, &run.Run{Params: []run.Param{{Name: name, Value: row.text}}}),
			"by the last of several": compiled(t, small, &run.Run{Params: []run.Param{
				{Name: name, Value: rows[name].text}, {Name: "retries", Value: "3"}, {Name: name, Value: row.text},
			}}),
		} {
			if got := row.got(c); !reflect.DeepEqual(got, row.want) {
				t.Errorf("%s set to %s %s is %v", name, row.text, how, got)
			}
		}
		if name != "kind" && reflect.DeepEqual(row.got(compiled(t, small, &run.Run{})), row.want) {
			t.Errorf("%s is %s anyway", name, row.text)
		}
	}
}

// inFile is the small file with one option set where it belongs.
func inFile(name, text string) string {
	line := name + ": " + text
	switch name {
	case "nodes":
		return with("nodes: 3", line)
	case "latency", "loss":
		return with("latency: 1ms", line)
	case "kind":
		return with("kind: redlock", line)
	case "key":
		return with("key: lock", line)
	}
	return with("key: lock", "key: lock\n  "+line)
}

func compiled(t *testing.T, text string, r *run.Run) *world.Config {
	t.Helper()
	s, err := readText("scenarios/x.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.compile(r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The defaults are those of the Redis page, and drift is counted as it says.
func TestDefaults(t *testing.T) {
	r := compiled(t, small, &run.Run{}).Clients[0].Lock.(*lock.Redlock)
	if r.TTL != 10*trace.Second || r.NodeTimeout != 50*trace.Millisecond || r.DriftPPM != 10_000 || r.DriftConst != 2*trace.Millisecond {
		t.Errorf("%+v", r)
	}
}

// A parameter that is wrong says what would be right.
func TestBadParameters(t *testing.T) {
	for name, row := range map[string]struct{ name, value, want string }{
		"unknown":  {"tttl", "1s", `there is no parameter "tttl"; there is drift, drift_const, key, kind, latency, loss, node_timeout, nodes, order, release, retries, retry_delay, retry_jitter, ttl`},
		"no name":  {"", "1s", `there is no parameter ""; there is drift, `},
		"no unit":  {"ttl", "10", `parameter ttl: "10": it has no unit: write 10s, 400ms, 1.5s or 250us`},
		"no value": {"ttl", "", `parameter ttl: "": it is no span of time: write 10s, 400ms, 1.5s or 250us`},
		"no nodes": {"nodes", "0", `parameter nodes: "0": it must be a whole number from 1 to 9`},
		"10 nodes": {"nodes", "10", `parameter nodes: "10": it must be a whole number from 1 to 9`},
		"no key":   {"key", "", `parameter key: "": it is empty`},
		"loss":     {"loss", "1000001", `parameter loss: "1000001": loss is a number of messages in a million, from 0 to 1000000`},
		"order":    {"order", "", `parameter order: "": it must be parallel or sequential`},
		"strange":  {"release", "\x00\xff", `parameter release: "\x00\xff": it must be script or del`},
	} {
		s, err := readText("scenarios/x.yaml", small)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.compile(&run.Run{Params: []run.Param{{Name: row.name, Value: row.value}}})
		var input *InputError
		if !errors.As(err, &input) || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s:\n got %v\nwant %s", name, err, row.want)
		}
	}
}
