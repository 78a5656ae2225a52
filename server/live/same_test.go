package live

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// A session and a simulated run of the same clients tell the same: every client takes
// the same steps on the same lines of the same files, and every message has the same
// fate. Only times and tokens are the world's own.
func TestSameAsSimulated(t *testing.T) {
	short := job(40 * trace.Millisecond)
	for _, c := range []struct {
		name string
		lock lock.Options
	}{
		{"setnx", options(trace.LockSetNX)},
		{"setnx-expire", options(trace.LockSetNXExpire)},
		{"setpx", options(trace.LockSetPX)},
		{"token", options(trace.LockToken)},
		{"reentrant", options(trace.LockReentrant)},
		{"redlock", options(trace.LockRedlock)},
		{"redlock in turn", options(trace.LockRedlock, func(o *lock.Options) { o.Order = lock.Sequential })},
		{"a node listed twice", options(trace.LockRedlock, func(o *lock.Options) { o.Nodes = []trace.NodeID{"n1", "n1", "n2"} })},
		{"a node listed twice says OK twice", options(trace.LockRedlock, func(o *lock.Options) {
			o.Nodes, o.AcceptOwnToken = []trace.NodeID{"n1", "n1", "n2"}, true
		})},
		{"fencing", options(trace.LockFencing)},
		{"numbers from redis", options(trace.LockRedlock, func(o *lock.Options) { o.Fence = lock.FromRedis })},
		{"numbers from the resource", options(trace.LockToken, func(o *lock.Options) { o.Fence = lock.FromResource })},
		{"absolute expiry", options(trace.LockToken, func(o *lock.Options) { o.Expiry = lock.Absolute })},
		{"absolute expiry of a hash", options(trace.LockReentrant, func(o *lock.Options) { o.Expiry = lock.Absolute })},
		{"wall clock", options(trace.LockRedlock, func(o *lock.Options) { o.Clock = lock.WallClock })},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			addrs := addrsOf(realtest.Cluster(t, 5, real.Settings{}))
			if len(c.lock.Nodes) == 0 {
				c.lock.Nodes = []trace.NodeID{"n1", "n2", "n3", "n4", "n5"}
				if c.lock.Kind != trace.LockRedlock {
					c.lock.Nodes = c.lock.Nodes[:1]
				}
			}
			clients := []Client{{"A", c.lock, short}}
			g := open(t, Config{Redis: addrs, Clients: clients})
			g.Start("A")
			g.Wait()
			if r := g.Close(); len(r.Removed)+len(r.Left) > 0 {
				t.Errorf("keys stayed behind: %+v", r)
			}
			same(t, g.told(), simulated(t, clients, 0))
		})
	}
}

// Of two who want one lock, the second is refused, waits, and has it when the first is
// out: it begins when the first has the lock, and its second attempt is late enough.
func TestContendedSameAsSimulated(t *testing.T) {
	for _, kind := range []string{trace.LockToken, trace.LockRedlock} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			addrs := addrsOf(realtest.Cluster(t, 3, real.Settings{}))
			o := options(kind, func(o *lock.Options) {
				o.Retries, o.RetryDelay, o.RetryJitter = 1, 4*trace.Second, 0
				if o.Nodes = []trace.NodeID{"n1", "n2", "n3"}; kind == trace.LockToken {
					o.Nodes = o.Nodes[:1]
				}
			})
			clients := []Client{{"A", o, job(2 * trace.Second)}, {"B", o, job(10 * trace.Millisecond)}}
			g := open(t, Config{Redis: addrs, Clients: clients})
			g.Start("A")
			g.await("A's hold", of(trace.Hold, "A"))
			g.Start("B")
			g.Wait()
			g.Close()
			same(t, g.told(), simulated(t, clients, trace.Time(trace.Second)))
		})
	}
}

// The comparison can fail.
func TestComparisonCanary(t *testing.T) {
	o := options(trace.LockToken, func(o *lock.Options) { o.Nodes = []trace.NodeID{"n1"} })
	clients := []Client{{"A", o, job(trace.Millisecond)}}
	events := simulated(t, clients, 0)
	if d := difference(threads(events), threads(events)); d != "" {
		t.Errorf("a run differs from itself:\n%s", d)
	}
	for i := range events {
		if events[i].Kind == trace.Start || events[i].Kind == trace.End {
			continue
		}
		other := slices.Delete(slices.Clone(events), i, i+1)
		if difference(threads(events), threads(other)) == "" {
			t.Errorf("nobody misses event %d, a %v", i, events[i].Kind)
		}
	}
}

// simulated is a run of the clients in the simulator, the second of which begins at
// that time.
func simulated(t *testing.T, clients []Client, second trace.Time) []trace.Event {
	t.Helper()
	c := &world.Config{Resources: []resource.Config{stock}}
	c.Network.Usual = world.Link{Min: trace.Millisecond, Max: trace.Millisecond}
	for _, n := range slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(clients[0].Lock.Nodes), "n1", "n2", "n3", "n4", "n5")))) {
		c.Nodes = append(c.Nodes, world.Node{ID: n})
	}
	for i, x := range clients {
		c.Clients = append(c.Clients, world.Client{ID: x.ID, Lock: x.Lock, Job: x.Job, Start: second * trace.Time(i)})
	}
	e := world.NewEngine()
	defer e.Close()
	events, err := e.Run(c, choice.Seeded(1), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func same(t *testing.T, got, want []trace.Event) {
	t.Helper()
	if d := difference(threads(got), threads(want)); d != "" {
		t.Errorf("%s\nlive:\n%s\nsimulated:\n%s", d, lines(got), lines(want))
	}
	for _, clients := range [][2][]trace.ClientInfo{{got[0].Clients, want[0].Clients}} {
		if fmt.Sprint(clients[0]) != fmt.Sprint(clients[1]) {
			t.Errorf("the cast is %v, and simulated %v", clients[0], clients[1])
		}
	}
	if got, want := fmt.Sprint(got[0].Resources), fmt.Sprint(want[0].Resources); got != want {
		t.Errorf("the resources are %s, and simulated %s", got, want)
	}
	if got, want := got[len(got)-1], want[len(want)-1]; got.Verdict != want.Verdict || got.Why != want.Why {
		t.Errorf("it ends %s, %s; and simulated %s, %s", got.Verdict, got.Why, want.Verdict, want.Why)
	}
}

func difference(got, want map[string][]string) string {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		g, w := got[name], want[name]
		for i := range max(len(g), len(w)) {
			switch {
			case i >= len(g):
				return fmt.Sprintf("%s: nothing; simulated\n\t%s", name, w[i])
			case i >= len(w):
				return fmt.Sprintf("%s:\n\t%s\nand simulated nothing", name, g[i])
			case g[i] != w[i]:
				return fmt.Sprintf("%s:\n\t%s\nand simulated\n\t%s", name, g[i], w[i])
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if want[name] == nil {
			return fmt.Sprintf("%s: %s; and simulated nothing", name, got[name])
		}
	}
	return ""
}

// threads parts events into what each activity did and what became of each message, in
// their order, without times and tokens.
func threads(events []trace.Event) map[string][]string {
	mask := &masking{tokens: make(map[string]string)}
	list := make(map[string][]string)
	for i := range events {
		e := events[i]
		name := e.Who + "." + e.Activity
		switch {
		case e.Kind == trace.Start || e.Kind == trace.End:
			continue
		case e.Kind == trace.Send && len(e.Cmd) > 0:
			name = e.From + "." + e.Activity
		case e.Msg != "" && e.Kind != trace.Timeout:
			name = strings.Replace(e.Msg, "<", ">", 1)
		}
		list[name] = append(list[name], mask.line(e))
	}
	return list
}

// masking puts names in the place of tokens, in the order in which they come.
type masking struct{ tokens map[string]string }

func (m *masking) line(e trace.Event) string {
	if e.Token != "" && m.tokens[e.Token] == "" {
		m.tokens[e.Token] = fmt.Sprintf("token%d", len(m.tokens)+1)
	}
	for _, p := range []*trace.Duration{&e.Elapsed, &e.Drift, &e.Validity, &e.Lasts} {
		if *p = min(*p, 1); *p < 0 {
			*p = -1
		}
	}
	if e.Until != 0 && e.Until != trace.Forever {
		e.Until = 1
	}
	e.Seq, e.T, e.Arrive, e.Since, e.At.Local = 0, 0, 0, 0, 0
	if e.Kind == trace.Exec {
		e.At = trace.Reading{} // a session does not see the servers' clocks
		if !e.OK {
			e.Keys = nil // nor what is in the way
		}
	}
	e.Keys = slices.Clone(e.Keys)
	for i := range e.Keys {
		e.Keys[i].PTTL = min(e.Keys[i].PTTL, 1)
	}
	return hideWords(string(e.AppendJSON(nil)))
}

// hideWords hides what looks like a token, or an instant of a wall clock in
// milliseconds: they are of a length of their own.
func hideWords(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		n := 0
		for n < len(text) && strings.IndexByte("0123456789abcdef", text[n]) >= 0 {
			n++
		}
		switch {
		case n == 16:
			b.WriteString("TOKEN")
		case n == 13 && text[0] == '1':
			b.WriteString("INSTANT")
		default:
			n = max(n, 1)
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}
