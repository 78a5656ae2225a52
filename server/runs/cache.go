package runs

import (
	"math"
	"sync"
	"unsafe"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"lockstep/sim/trace"
)

// Trace is the whole trace of a run. Many may share it: nobody changes it.
type Trace struct {
	Events []trace.Event
	Bytes  int // about what the events take in memory: the sum of their weights
}

func newTrace(events []trace.Event) Trace {
	t := Trace{Events: events}
	for i := range events {
		t.Bytes += Weight(&events[i])
	}
	return t
}

// cache keeps traces by link form up to a bound of bytes; those wanted longest
// ago go first.
type cache struct {
	mu    sync.Mutex
	lru   *simplelru.LRU[string, Trace]
	bytes int // of all traces in lru
	most  int
}

func newCache(most int) *cache {
	c := &cache{most: most}
	// The list itself is unbounded: what counts is how much the entries weigh.
	c.lru, _ = simplelru.NewLRU(math.MaxInt, func(link string, t Trace) {
		c.bytes -= entryWeight(link, t)
	})
	return c
}

func (c *cache) get(link string) (Trace, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lru.Get(link)
}

// put keeps a trace, unless it alone is over the bound.
func (c *cache) put(link string, t Trace) {
	weight := entryWeight(link, t)
	c.mu.Lock()
	defer c.mu.Unlock()
	if weight > c.most || c.lru.Contains(link) {
		return
	}
	c.lru.Add(link, t)
	for c.bytes += weight; c.bytes > c.most; {
		c.lru.RemoveOldest()
	}
}

func entryWeight(link string, t Trace) int { return len(link) + t.Bytes }

// Weight estimates how many bytes an event takes in memory. Texts that events
// share count each time: it is a bound, not a measure.
func Weight(e *trace.Event) int {
	n := int(unsafe.Sizeof(*e))
	for _, s := range [...]string{
		e.Who, e.Activity, e.Phase, e.File, e.Msg, e.From, e.To, e.Reply, string(e.Purpose), string(e.Node), e.Key, e.Why, e.Token,
		e.Resource, e.Op, e.Value, e.What, e.By, e.Data, e.Rule, e.Detail, e.Run, e.Engine, e.Verdict, e.Hash,
	} {
		n += len(s)
	}
	for _, list := range [...][]string{e.Cmd, e.Votes} {
		for _, s := range list {
			n += len(s) + int(unsafe.Sizeof(s))
		}
	}
	for _, id := range e.Acks {
		n += len(id) + int(unsafe.Sizeof(id))
	}
	for _, k := range e.Keys {
		n += len(k.Name) + len(k.Value) + int(unsafe.Sizeof(k))
	}
	for _, node := range e.Nodes {
		n += len(node.ID) + int(unsafe.Sizeof(node))
	}
	for _, c := range e.Clients {
		n += len(c.ID) + len(c.Lock) + len(c.Key) + int(unsafe.Sizeof(c))
	}
	return n
}
