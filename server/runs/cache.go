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
	n := int(unsafe.Sizeof(*e)) + texts(
		e.Who, e.Activity, e.Phase, e.File, e.Msg, e.From, e.To, e.Reply, string(e.Purpose), string(e.Node), e.Key, e.Why, e.Token,
		e.Resource, e.Op, e.Value, e.What, e.By, e.Data, e.Rule, e.Detail, e.With, e.Run, e.Engine, e.Verdict, e.Hash,
	)
	n += list(e.Cmd) + list(e.Votes) + list(e.Links) + list(e.Acks)
	for _, k := range e.Keys {
		n += int(unsafe.Sizeof(k)) + texts(k.Name, k.Value)
	}
	for _, i := range e.Nodes {
		n += int(unsafe.Sizeof(i)) + texts(string(i.ID), i.Role, string(i.Follows), i.Fsync)
	}
	for _, i := range e.Clients {
		n += int(unsafe.Sizeof(i)) + texts(string(i.ID), i.Lock, i.Profile, i.Claims, i.Key, i.Fence, i.Resource) + list(i.Nodes)
	}
	for _, i := range e.Resources {
		n += int(unsafe.Sizeof(i)) + texts(i.ID, i.Kind, i.Guard, i.Value)
	}
	return n
}

// texts is what the content of texts takes; the texts themselves lie elsewhere.
func texts(all ...string) int {
	n := 0
	for _, s := range all {
		n += len(s)
	}
	return n
}

// list is what a list of texts takes.
func list[T ~string](all []T) int {
	n := 0
	for _, s := range all {
		n += len(s) + int(unsafe.Sizeof(s))
	}
	return n
}
