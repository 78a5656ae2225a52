package scenario

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/sim/strictyaml"
)

// small is a file with all that a scenario must have, on ten lines.
const small = `title: T
summary: S
resource: invoice
nodes: 3
network: {latency: 1ms}
lock:
  kind: redlock
  key: lock
clients:
  - {id: A, takes: 1s}
`

// with returns small with one text replaced by another.
func with(old, new string) string {
	if strings.Count(small, old) != 1 {
		panic(fmt.Sprintf("%q does not stand once in the small file", old))
	}
	return strings.Replace(small, old, new, 1)
}

// readText reads the text of a scenario file.
func readText(file, text string) (*Scenario, error) {
	top, err := strictyaml.Parse(file, []byte(text))
	if err != nil {
		return nil, err
	}
	return read(file, top)
}

// A file that is wrong is refused with the place and with what would be right.
func TestBadFiles(t *testing.T) {
	const top = "clients, faults, lock, network, nodes, resource, summary, title"
	const lock = "drift, drift_const, key, kind, node_timeout, order, release, retries, retry_delay, retry_jitter, ttl"
	for name, row := range map[string]struct{ text, want string }{
		// No scenario. What is no YAML at all is tested where it is read.
		"nothing":         {"", ":1: nothing stands here; it must be a mapping, with " + top},
		"null":            {"null\n", ":1: nothing stands here; it must be a mapping, with " + top},
		"a word":          {"redlock\n", ":1: this must be a mapping, with " + top},
		"a list":          {"- redlock\n", ":1: this must be a mapping, with " + top},
		"an open bracket": {with("nodes: 3", "nodes: [3"), ":5: ',' or ']' must be specified"},
		// The top.
		"an unknown name":    {small + "bogus: 1\n", `:11: nothing here is called "bogus"; there is ` + top},
		"no title":           {with("title: T\n", ""), `:1: "title" is missing`},
		"an empty title":     {with("title: T", "title: ''"), ":1: title: it is empty"},
		"no title after it":  {with("title: T", "title:"), ":1: title: nothing stands here; it must be a single value"},
		"a list for a title": {with("title: T", "title: [T]"), ":1: title: this must be a single value"},
		"no lock":            {with("lock:\n  kind: redlock\n  key: lock\n", ""), `:1: "lock" is missing`},
		"no nodes":           {with("nodes: 3", "nodes: 0"), `:4: nodes: "0": it must be a whole number from 1 to 9`},
		"ten nodes":          {with("nodes: 3", "nodes: 10"), `:4: nodes: "10": it must be a whole number from 1 to 9`},
		"half a node":        {with("nodes: 3", "nodes: 2.5"), `:4: nodes: "2.5": it must be a whole number from 1 to 9`},
		"nodes in words":     {with("nodes: 3", "nodes: three"), `:4: nodes: "three": it must be a whole number from 1 to 9`},
		// The network.
		"latency without unit": {with("1ms", "1"), `:5: network.latency: "1": it has no unit: write 10s, 400ms, 1.5s or 250us`},
		"no latency":           {with("1ms", "0s"), `:5: network.latency: "0s": a latency is 5ms or 1ms..4ms, from 1us to 10m`},
		"latency backwards":    {with("1ms", "4ms..1ms"), `:5: network.latency: "4ms..1ms": a latency is 5ms or 1ms..4ms, from 1us to 10m`},
		"negative latency":     {with("1ms", "-1ms"), `:5: network.latency: "-1ms": it is no span of time: write 10s, 400ms, 1.5s or 250us`},
		"loss as a share":      {with("latency: 1ms", "loss: 0.5"), `:5: network.loss: "0.5": loss is a number of messages in a million, from 0 to 1000000`},
		"unknown in network":   {with("latency: 1ms", "speed: 1"), `:5: network: nothing here is called "speed"; there is latency, links, loss`},
		"a link to no node":    {with("latency: 1ms", "links: [{between: [A, n4], latency: 1ms}]"), ":5: network.links[1]: between names a client and a node of this scenario, such as [A, n1]"},
		"a link of no client":  {with("latency: 1ms", "links: [{between: [B, n1], latency: 1ms}]"), ":5: network.links[1]: between names a client and a node of this scenario, such as [A, n1]"},
		"a link from node":     {with("latency: 1ms", "links: [{between: [n1, A], latency: 1ms}]"), ":5: network.links[1]: between names a client and a node of this scenario, such as [A, n1]"},
		"a link of one":        {with("latency: 1ms", "links: [{between: [A], latency: 1ms}]"), ":5: network.links[1]: between names a client and a node of this scenario, such as [A, n1]"},
		"a link of nobody":     {with("latency: 1ms", "links: [{latency: 1ms}]"), `:5: network.links[1]: "between" is missing`},
		"links in no list":     {with("latency: 1ms", "links: {between: [A, n1]}"), ":5: network.links: this must be a list"},
		// The lock.
		"an unknown lock":   {with("kind: redlock", "kind: zookeeper"), `:7: lock.kind: "zookeeper": it must be redlock`},
		"no key":            {with("  key: lock\n", ""), `:7: lock: "key" is missing`},
		"an empty key":      {with("key: lock", `key: ""`), `:8: lock.key: "": it is empty`},
		"an unknown option": {with("key: lock", "key: lock\n  tttl: 1s"), `:9: lock: nothing here is called "tttl"; did you mean ttl? There is ` + lock},
		"ttl of nothing":    {with("key: lock", "key: lock\n  ttl: 0s"), `:9: lock.ttl: "0s": it must be at least 1ms`},
		"ttl backwards":     {with("key: lock", "key: lock\n  ttl: -10s"), `:9: lock.ttl: "-10s": it is no span of time: write 10s, 400ms, 1.5s or 250us`},
		"ttl for ever":      {with("key: lock", "key: lock\n  ttl: 1000000h"), `:9: lock.ttl: "1000000h": it is longer than a hundred years`},
		"drift of two":      {with("key: lock", "key: lock\n  drift: 2"), `:9: lock.drift: "2": it must be a share from 0 to 1 such as 0.01, with at most six places`},
		"drift too fine":    {with("key: lock", "key: lock\n  drift: 0.00000001"), `:9: lock.drift: "0.00000001": it must be a share from 0 to 1 such as 0.01, with at most six places`},
		"minus one retry":   {with("key: lock", "key: lock\n  retries: -1"), `:9: lock.retries: "-1": it must be a whole number from 0 to 1000`},
		"any order":         {with("key: lock", "key: lock\n  order: any"), `:9: lock.order: "any": it must be parallel or sequential`},
		// The clients.
		"no clients":         {with("  - {id: A, takes: 1s}", "  []"), ":10: clients: a scenario has at least one client, such as {id: A, takes: 400ms}"},
		"clients of nothing": {with("  - {id: A, takes: 1s}\n", ""), ":9: clients: nothing stands here; it must be a list"},
		"25 clients":         {crowd(25), ":34: clients[25]: a scenario has at most 24 clients"},
		"a client by letter": {with("{id: A, takes: 1s}", "A"), ":10: clients[1]: this must be a mapping, with id, start, takes"},
		"a small name":       {with("id: A", "id: a"), `:10: clients[1].id: "a": a client is called by a capital letter and up to 15 letters, digits, - or _ more`},
		"a name like a path": {with("id: A", "id: A/1"), `:10: clients[1].id: "A/1": a client is called by a capital letter and up to 15 letters, digits, - or _ more`},
		"no name":            {with("id: A, ", ""), `:10: clients[1]: "id" is missing`},
		"a name twice":       {small + "  - {id: A, takes: 1s}\n", `:11: clients[2].id: "A": another client is called so`},
		"no work":            {with(", takes: 1s", ""), `:10: clients[1]: "takes" is missing`},
		"work before time":   {with("takes: 1s", "takes: -1s"), `:10: clients[1].takes: "-1s": it is no span of time: write 10s, 400ms, 1.5s or 250us`},
		"a start after all":  {with("takes: 1s", "takes: 1s, start: 11m"), `:10: clients[1].start: "11m": a run lasts at most 10 virtual minutes`},
		// The faults.
		"faults in no list":     {small + "faults: 5\n", ":11: faults: this must be a list"},
		"a fault by number":     {small + "faults: [5]\n", `:11: faults[1]: this must be a mapping, such as {at: 2s, restart: {node: n3}}`},
		"a fault without time":  {small + "faults:\n  - {crash: {node: n1}}\n", `:12: faults[1]: "at" is missing: say when it happens, such as "at": "1.2s"`},
		"a fault without verb":  {small + "faults:\n  - {at: 1s}\n", `:12: faults[1]: it has 0 verbs and needs one of "crash", "restart", "pause", "command"`},
		"an unknown verb":       {small + "faults:\n  - {at: 1s, explode: {node: n1}}\n", `:12: faults[1]: nothing here is called "explode": there are "at", "crash", "restart", "pause", "command", and in them "node", "client", "data", "for", "args"`},
		"a time without unit":   {small + "faults:\n  - {at: 1, crash: {node: n1}}\n", `:12: faults[1]: "at": "1": it has no unit: write 10s, 400ms, 1.5s or 250us`},
		"a node that is not":    {small + "faults:\n  - {at: 1s, crash: {node: n4}}\n", `:12: faults[1]: there is no node "n4" in this scenario; there is n1 to n3`},
		"a client that is not":  {small + "faults:\n  - {at: 1s, pause: {client: B, for: 1s}}\n", `:12: faults[1]: there is no client "B" in this scenario`},
		"data burnt":            {small + "faults:\n  - {at: 1s, crash: {node: n1, data: burn}}\n", `:12: faults[1]: "data": "burn": what becomes of the keys is "keep" or "lose"`},
		"a pause of no length":  {small + "faults:\n  - {at: 1s, pause: {client: A}}\n", `:12: faults[1]: "pause" needs "for": how long, such as "for": "2s"`},
		"the second fault":      {small + "faults:\n  - {at: 1s, crash: {node: n1}}\n  - {at: 1s, crash: {node: [n1]}}\n", `:13: faults[2]: "crash.target.node" is a JSON array and must be a string, such as "1.2s" or "n3"`},
		"nothing where a value": {small + "faults:\n  - at: 1s\n    crash:\n      node:\n", ":14: faults[1].crash.node: nothing stands here; it must be a single value"},
	} {
		_, err := readText("scenarios/bad.yaml", row.text)
		var input *InputError
		if !errors.As(err, &input) {
			t.Errorf("%s: %v is no InputError", name, err)
			continue
		}
		if want := row.want; !strings.HasPrefix(want, ":") {
			row.want = ": " + want
		}
		if got, want := err.Error(), "scenarios/bad.yaml"+row.want; got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

// crowd is the small file with n clients.
func crowd(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  - {id: C%d, takes: 1s}\n", i)
	}
	return with("  - {id: A, takes: 1s}\n", b.String())
}

// What people write in good faith is read.
func TestGoodFiles(t *testing.T) {
	for name, text := range map[string]string{
		"the small one":        small,
		"24 clients":           crowd(24),
		"faults in lines":      small + "faults:\n  - at: 1s\n    crash:\n      node: n1\n      data: lose\n  - at: 2s\n    restart:\n      node: n1\n",
		"numbers in a command": small + "faults:\n  - {at: 0s, command: {node: n1, args: [SET, lock, 7, PX, 100]}}\n",
	} {
		s, err := readText("scenarios/good.yaml", text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s.Name != "good" || s.Title != "T" || s.Summary != "S" || s.options.nodes != 3 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestOpen(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	l, err := Open(fstest.MapFS{
		"scenarios/b.yaml": file(small), "scenarios/a.yaml": file(small),
		"scenarios/README": file("not one"), "other/c.yaml": file("nor this"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(l.Names(), " "); got != "a b" {
		t.Errorf("names are %q", got)
	}
	if _, ok := l.Get("c"); ok {
		t.Error("c is there")
	}
	if s, ok := l.Get("b"); !ok || s.Name != "b" {
		t.Errorf("b is %+v", s)
	}

	for name, text := range map[string]string{
		"scenarios/wrong.yaml": "title: [",
		"scenarios/huge.yaml":  strings.Repeat("#", 10<<20),
	} {
		_, err = Open(fstest.MapFS{"scenarios/a.yaml": file(small), name: file(text)})
		var input *InputError
		if !errors.As(err, &input) || input.File != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
