package because

import (
	"slices"

	"lockstep/sim/trace"
)

// Cause is one thing that brought about what decides a run. It is read off the trace:
// where a lock's keys went, by which event, and what was done before to make it so.
type Cause struct {
	Kind  string         // one of the constants below
	Who   string         // whose lock, wait or write it is about
	With  string         // another client that has a part in it
	Nodes []trace.NodeID // where
	Event *trace.Event   // what was done or counted; nil if nothing was
	Gone  *trace.Event   // what took the key that decided; nil where none went
	Away  *trace.Event   // of Promoted and Moved: the fault that took the old primary away, if any
}

// The kinds of cause.
const (
	// How a lock was lost without its holder.
	NodeClock = "node-clock" // a node's clock jumped ahead
	NodeRate  = "node-rate"  // a node's clock runs too fast
	OwnClock  = "own-clock"  // the holder's clock, by which it lets keys end, jumped
	OwnRate   = "own-rate"   // the holder's clock runs too slowly
	Spent     = "spent"      // nothing was left of it when it was taken
	Uncounted = "uncounted"  // the time that asking took was not counted
	Paused    = "pause"      // the holder stood still
	Stalled   = "stall"      // its worker did
	Unrenewed = "renewal"    // its renewals got no answer
	Outlasted = "outlast"    // its work takes longer than its key lives
	Late      = "late"       // its key had run out before it went in
	Stillborn = "stillborn"  // by the node's clock its key had ended before it began
	Heedless  = "heedless"   // its holder knew that it was over, and worked on
	DataLost  = "crash"      // a node crashed and lost the key
	Flushed   = "flush"
	Evicted   = "evict"
	Typed     = "command"  // somebody removed the key from the console
	Foreign   = "foreign"  // another client deleted it
	OwnDelete = "own-del"  // the holder's own release did, out of its turn
	Copied    = "copy"     // the node took over another's data
	Promoted  = "promote"  // the new primary never had the key
	Moved     = "moved"    // there is another primary since
	Cheap     = "quorum"   // too few votes were taken for enough
	Twice     = "twice"    // one node's vote was counted twice
	Apart     = "apart"    // two do not ask the same nodes for the same key
	NoLock    = "no-lock"  // numbers keep nobody out
	Sent      = "crashed"  // the writer crashed when its write was on its way
	Delayed   = "delayed"  // the write was held up
	Doubled   = "doubled"  // the write was delivered twice
	Still     = "still"    // of a wait: who is inside stands still
	Frozen    = "frozen"   // who has the key does, and is not inside yet
	Dead      = "dead"     // a client crashed and its key stays
	Left      = "left"     // a key was left behind
	Down      = "down"     // nodes are down
	Cut       = "cut"      // nodes cannot be reached
	Slowed    = "slow"     // messages to or from them take longer
	Missed    = "missed"   // questions or answers were lost
	Unheard   = "unheard"  // questions and answers take longer than a node is waited for
	TooLate   = "too-late" // votes came when nothing was left of the lock
	Split     = "split"    // nobody has a majority
)

// most is how many causes are told: a sentence or two can be taken in at a glance.
const most = 2

// Causes finds what brought about what w says of a run, the nearest first. It finds
// none where the trace shows none: what happened is then all there is to say.
func Causes(events []*trace.Event, w *Why) []Cause {
	x := newSearch(events)
	switch {
	case len(w.Events) > 0:
		x.broken(w.Events[0])
	case w.Wait.Who != "":
		x.stuck(w)
	}
	for i := range x.found {
		x.found[i].Nodes = x.inOrder(x.found[i].Nodes)
	}
	return x.found[:min(len(x.found), most)]
}

// inOrder lists nodes as the cast does.
func (x *search) inOrder(nodes []trace.NodeID) (list []trace.NodeID) {
	for i := range x.start.Nodes {
		if id := x.start.Nodes[i].ID; slices.Contains(nodes, id) {
			list = append(list, id)
		}
	}
	return list
}

// search goes through a run's events up to the one that is to be explained.
type search struct {
	start *trace.Event
	past  []*trace.Event
	found []Cause
}

func newSearch(events []*trace.Event) *search {
	return &search{start: events[0], past: events}
}

// add takes a cause, or its nodes if the like of it was found at another.
func (x *search) add(c Cause) {
	for i := range x.found {
		if f := &x.found[i]; f.like(&c) {
			for _, n := range c.Nodes {
				if !slices.Contains(f.Nodes, n) {
					f.Nodes = append(f.Nodes, n)
				}
			}
			return
		}
	}
	x.found = append(x.found, c)
}

// severally are the kinds of which what happened at several nodes is one cause, even if
// it did so at different times.
var severally = []string{DataLost, Flushed, Evicted, Typed, Foreign, OwnDelete, Left, Dead, Down, Cut, Missed, Unheard}

// like tells whether two causes differ in nothing but where.
func (c *Cause) like(o *Cause) bool {
	if c.Kind != o.Kind || c.Who != o.Who || c.With != o.With {
		return false
	}
	e, f := c.Event, o.Event
	return e == f || slices.Contains(severally, c.Kind) ||
		e != nil && f != nil && e.T == f.T && e.Offset == f.Offset && e.Rate == f.Rate && e.Lasts == f.Lasts
}

// last returns the last of the past events that is so, or nil.
func (x *search) last(is func(e *trace.Event) bool) *trace.Event {
	for i := len(x.past) - 1; i >= 0; i-- {
		if is(x.past[i]) {
			return x.past[i]
		}
	}
	return nil
}

// fault returns the last fault of that sort that was done to who in a span of time.
func (x *search) fault(what, who string, from, to trace.Time) *trace.Event {
	return x.last(func(e *trace.Event) bool {
		return e.Kind == trace.Fault && e.Why == "" && e.What == what && e.Who == who && from <= e.T && e.T <= to
	})
}

func (x *search) client(name string) *trace.ClientInfo {
	for i := range x.start.Clients {
		if c := &x.start.Clients[i]; string(c.ID) == name {
			return c
		}
	}
	return nil
}
