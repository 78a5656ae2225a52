package sentinel

import (
	"cmp"
	"container/heap"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lockstep/sim/choice"
	"lockstep/sim/trace"
	"pgregory.net/rapid"
)

// net is a small world of sentinels and nodes, for tests: messages take a random
// time and may be lost, anybody may be down or cut off.
type net struct {
	chance    choice.Seeded
	latency   trace.Duration // at most
	loss      uint64         // of a thousand messages
	now       trace.Local
	seq       int
	queue     queue
	nodes     map[trace.NodeID]*fakeNode
	sentinels map[string]*Sentinel
	configs   map[string]Config
	down      map[string]bool
	lives     map[string]int     // how often it has restarted: old wake-ups are not for it
	cut       map[[2]string]bool // from, to
	log       []entry
}

type fakeNode struct {
	follows trace.NodeID
	offset  int64
}

type entry struct {
	at   trace.Local
	who  string
	fact Fact
}

func (e entry) String() string {
	s := fmt.Sprintf("%v %s %s", trace.Duration(e.at), e.who, e.fact.What)
	for _, part := range []string{string(e.fact.Node), string(e.fact.From), strings.Join(e.fact.Votes, " "), e.fact.Why} {
		if part != "" {
			s += " " + part
		}
	}
	if e.fact.Epoch > 0 {
		s += fmt.Sprintf(" epoch %d", e.fact.Epoch)
	}
	return s
}

type event struct {
	at  trace.Local
	seq int
	do  func()
}

type queue []event

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].at, q[j].at), cmp.Compare(q[i].seq, q[j].seq)) < 0
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(event)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// newNet makes nodes n1, n2, ... of which n1 is the primary, and sentinels S1, S2,
// ... each of which is as c says.
func newNet(t rapid.TB, seed uint64, nodes, sentinels int, c Config) *net {
	t.Helper()
	n := &net{
		chance: choice.Seeded(seed), latency: 5 * trace.Millisecond,
		nodes: map[trace.NodeID]*fakeNode{}, sentinels: map[string]*Sentinel{}, configs: map[string]Config{},
		down: map[string]bool{}, lives: map[string]int{}, cut: map[[2]string]bool{},
	}
	for i := range nodes {
		id := trace.NodeID(fmt.Sprintf("n%d", i+1))
		c.Nodes = append(c.Nodes, id)
		n.nodes[id] = &fakeNode{follows: "n1"}
	}
	n.nodes["n1"].follows = ""
	for i := range sentinels {
		c.Sentinels = append(c.Sentinels, fmt.Sprintf("S%d", i+1))
	}
	c.Random = func(occasion string, max trace.Duration) trace.Duration {
		return trace.Duration(n.chance.Choose(occasion, uint64(max)+1))
	}
	for _, id := range c.Sentinels {
		c.ID = id
		s, err := New(c, 0)
		if err != nil {
			t.Fatal(err)
		}
		n.sentinels[id], n.configs[id] = s, c
		n.wake(id)
	}
	return n
}

func (n *net) at(at trace.Local, do func()) {
	n.seq++
	heap.Push(&n.queue, event{at, n.seq, do})
}

// wake has the sentinel tick when it is due.
func (n *net) wake(id string) {
	s, life := n.sentinels[id], n.lives[id]
	due := s.Next()
	n.at(max(due, n.now), func() {
		if n.down[id] || n.lives[id] != life || s.Next() > n.now {
			return // it is down, or an earlier message has done the work
		}
		n.handle(id, s.Tick(n.now))
		if s.Next() <= n.now {
			panic(fmt.Sprintf("%s is due at %d after a tick at %d", id, s.Next(), n.now))
		}
	})
}

func (n *net) handle(id string, outs []Out) {
	for _, o := range slices.Clone(outs) {
		if o.Msg == nil {
			n.log = append(n.log, entry{n.now, id, o.Fact})
			continue
		}
		n.send(id, o.To, o.Msg)
	}
	n.wake(id)
}

func (n *net) send(from, to string, m Message) {
	key := fmt.Sprintf("%s>%s %d", from, to, n.seq)
	if n.chance.Choose("loss "+key, 1000) < n.loss {
		return
	}
	n.at(n.now.Add(trace.Duration(n.chance.Choose(key, uint64(n.latency)))+1), func() {
		if n.down[to] || n.cut[[2]string{from, to}] {
			return
		}
		if s := n.sentinels[to]; s != nil {
			n.handle(to, s.Receive(n.now, from, m))
			return
		}
		node := n.nodes[trace.NodeID(to)]
		switch m := m.(type) {
		case Ping:
			n.send(to, from, Pong{Number: m.Number, Follows: node.follows, Offset: node.offset})
		case ReplicaOf:
			node.follows = m.Primary
		default:
			panic(fmt.Sprintf("a node was sent %#v", m))
		}
	})
}

func (n *net) run(until trace.Duration) {
	end := trace.Local(until)
	for len(n.queue) > 0 && n.queue[0].at <= end {
		e := heap.Pop(&n.queue).(event)
		n.now = e.at
		e.do()
	}
	n.now = end
}

func (n *net) crash(id string) { n.down[id] = true }

func (n *net) restart(id string) {
	n.down[id] = false
	n.lives[id]++
	if s := n.sentinels[id]; s != nil {
		s.Restart(n.now)
		n.wake(id)
	}
}

// split cuts the groups off from each other, both ways.
func (n *net) split(groups ...[]string) {
	for i, a := range groups {
		for j, b := range groups {
			for _, x := range a {
				for _, y := range b {
					if i != j {
						n.cut[[2]string{x, y}] = true
					}
				}
			}
		}
	}
}

func (n *net) heal() { clear(n.cut) }

func (n *net) everybody() []string {
	names := slices.Sorted(maps.Keys(n.sentinels))
	for _, id := range slices.Sorted(maps.Keys(n.nodes)) {
		names = append(names, string(id))
	}
	return names
}

// facts returns those of the given sorts, in order.
func (n *net) facts(sorts ...What) []entry {
	var list []entry
	for _, e := range n.log {
		if slices.Contains(sorts, e.fact.What) {
			list = append(list, e)
		}
	}
	return list
}

func (n *net) transcript() string {
	var b strings.Builder
	for _, e := range n.log {
		fmt.Fprintln(&b, e)
	}
	return b.String()
}
