package world

import (
	"slices"

	"lockstep/sim/redis"
	"lockstep/sim/trace"
)

// Replication is a stream that a primary pushes from memory over a connection for
// each of its replicas: a full copy first, then every change, in order. A connection
// that loses something breaks, and the replica asks for a full copy again. The disk
// has no part in it.

// leading is a host's part as a primary.
type leading struct {
	term      int       // counts the times it began anew: what an earlier one left is stale
	streams   []*stream // the connections that are open
	waits     []*wait   // the WAITs that are not answered
	published int       // how many changes there ever were
	copied    int       // how many full copies
}

// following is a host's part as a replica.
type following struct {
	primary    *host   // nil for a primary
	stream     *stream // the connection that its data came over; nil until there is one
	asking     bool    // it will ask for a full copy
	generation int     // of that: an earlier one is stale
	asked      int     // how often it has
}

// followEvery is how often a replica that lost its primary asks for a full copy.
const followEvery = trace.Second

// stream is one connection from a primary to one replica. A new connection is a new
// stream.
type stream struct {
	from, to *host
	closed   bool
	base     int64      // the primary's offset at the full copy that it began with
	acked    int64      // the offset that the replica has acknowledged; nothing before its full copy
	sent     int        // how many messages have left
	taken    int        // how many of them the replica has taken
	early    []*changes // those that arrived before one that left earlier
	there    trace.Time // when the latest arrives at the replica
	back     trace.Time // and the latest answer at the primary
}

// nothing is what a replica has acknowledged that has no full copy yet: it does not
// count, whatever is asked for.
const nothing = int64(-1)

func (h *host) offset() int64 { return h.redis.Offset() }

// join connects a replica that holds what its primary holds: nothing, at the start.
func (h *host) join(replica *host) {
	replica.redis.SetRole(redis.Replica, h.id)
	replica.redis.SetLinked(true)
	s := h.connect(replica)
	s.acked = 0
	h.tellFollowers()
	replica.follow = following{primary: h, stream: s}
}

func (h *host) connect(replica *host) *stream {
	s := &stream{from: h, to: replica, base: h.offset(), acked: nothing}
	h.lead.streams = append(h.lead.streams, s)
	return s
}

// close ends the connection. Both ends notice at once, also across a cut: how long
// that takes is not modelled. The replica looks for another.
func (s *stream) close() {
	if s.closed {
		return
	}
	s.closed = true
	s.from.lead.streams = slices.DeleteFunc(s.from.lead.streams, func(x *stream) bool { return x == s })
	s.from.tellFollowers()
	if s.to.follow.stream == s {
		s.to.follow.stream = nil
		s.to.redis.SetLinked(false)
		s.to.askToFollow(followEvery)
	}
}

// cutOff ends all connections of a host: it has crashed, or its role changes.
func (h *host) cutOff() {
	for _, other := range h.w.hosts {
		for _, s := range slices.Clone(other.lead.streams) {
			if s.from == h || s.to == h {
				s.close()
			}
		}
	}
	h.lead.waits = nil
	h.lead.term++
	h.follow.asking = false
	h.follow.generation++
}

// publish sends what a command changed to the replicas, after the time that it
// stays in the primary's memory. A primary that crashes meanwhile sends nothing.
func (h *host) publish(effects []redis.Effect) {
	if len(effects) == 0 || len(h.lead.streams) == 0 {
		return
	}
	h.lead.published++
	c := &change{h: h, term: h.lead.term, number: h.lead.published, offset: h.offset(), effects: effects}
	h.w.queue.push(item{at: h.w.t.Add(h.w.config.Replication.Lag), class: ordinary, do: doShip, change: c})
}

// change is what one command changed, while it is still in the primary.
type change struct {
	h       *host
	term    int
	number  int
	offset  int64
	effects []redis.Effect
}

// ship lets a change leave the primary, unless that has crashed since, or been
// another's replica.
func (c *change) ship() {
	if c.h.lead.term != c.term {
		return
	}
	for _, s := range slices.Clone(c.h.lead.streams) {
		if s.base < c.offset {
			s.send("replicate", trace.ToReplicate, c.number, &changes{s: s, offset: c.offset, effects: c.effects})
		}
	}
}

// send puts what a primary has for its replica under way.
func (s *stream) send(step string, purpose trace.Purpose, number int, c *changes) {
	s.sent++
	c.place = s.sent
	name := trace.MsgName{Client: trace.ClientID(s.from.id), Attempt: number, Step: step, Node: s.to.id}
	s.from.w.request(&message{name: name, text: name.String(), purpose: purpose, from: s.from, to: s.to, cargo: c})
}

// changes is the cargo of what a primary sends its replica.
type changes struct {
	s       *stream
	place   int // in the order of the stream, from 1
	offset  int64
	effects []redis.Effect
	full    bool // a full copy

	m *message // that brought it
}

func (c *changes) inOrder(t trace.Time) trace.Time {
	c.s.there = max(c.s.there, t)
	return c.s.there
}

// lost breaks the connection, unless a copy has come before.
func (c *changes) lost() {
	if c.place > c.s.taken {
		c.s.close()
	}
}

// shownKeysMax bounds how many of the keys that a message is about it names.
const shownKeysMax = 16

func (c *changes) show(_ *message, e *trace.Event) {
	for i := range c.effects {
		key := c.effects[i].Key
		switch {
		case key == "": // the head of a full copy
		case len(e.Cmd) == shownKeysMax:
			e.Cmd = append(e.Cmd, "...")
			return
		default:
			e.Cmd = append(e.Cmd, shownText(key))
		}
	}
}

// deliver hands the changes to the replica in the order in which they left: one that
// overtook another waits for it, and one that came twice is known already.
func (c *changes) deliver(w *world, m *message) {
	s := c.s
	if s.closed || c.place <= s.taken {
		return
	}
	if s.to.follow.primary != s.from {
		s.close() // it has found another since it asked for this
		return
	}
	c.m = m
	s.early = append(s.early, c)
	for {
		i := slices.IndexFunc(s.early, func(c *changes) bool { return c.place == s.taken+1 })
		if i < 0 {
			return
		}
		next := s.early[i]
		s.early = slices.Delete(s.early, i, i+1)
		s.taken++
		next.take()
		if s.closed {
			return
		}
	}
}

// take makes the replica hold what the changes say, and acknowledges them.
func (c *changes) take() {
	h, m := c.s.to, c.m
	e := trace.Event{Kind: trace.Replicate, Node: h.id, From: string(c.s.from.id), Msg: m.text}
	if c.full {
		h.follow.stream = c.s
		e.Keys, e.Why = h.redis.Load(h.time(), c.effects), trace.WhyFullCopy
	} else {
		e.Keys = h.redis.Apply(h.time(), c.effects)
	}
	e.Keys, e.At = shownKeys(e.Keys), trace.ReadAt(h.now())
	h.w.emit(e)
	if h.w.carryOut(); c.s.closed {
		return
	}
	name := m.name
	name.Reply = true
	h.w.request(&message{
		name: name, text: name.String(), purpose: m.purpose, from: h, to: c.s.from,
		cargo: &acknowledgement{c.s, c.offset},
	})
}

// acknowledgement is the cargo of a replica's answer: it has all up to offset.
type acknowledgement struct {
	s      *stream
	offset int64
}

func (a *acknowledgement) inOrder(t trace.Time) trace.Time {
	a.s.back = max(a.s.back, t)
	return a.s.back
}

func (a *acknowledgement) lost() {
	if a.s.acked < a.offset {
		a.s.close()
	}
}

func (a *acknowledgement) show(_ *message, e *trace.Event) {
	e.Reply, e.OK = countReply(int(a.offset)).String(), true
}

func (a *acknowledgement) deliver(*world, *message) {
	if !a.s.closed {
		a.s.acked = max(a.s.acked, a.offset)
		a.s.from.tellFollowers()
		a.s.from.settleWaits()
	}
}

// tellFollowers lets the node know who follows it, for whoever asks it.
func (h *host) tellFollowers() {
	var list []redis.Follower
	for _, s := range h.lead.streams {
		if s.acked != nothing {
			list = append(list, redis.Follower{ID: s.to.id, Offset: s.acked})
		}
	}
	h.redis.SetFollowers(list)
}

// askToFollow makes a replica ask its primary for a full copy, again and again until
// it has one.
func (h *host) askToFollow(after trace.Duration) {
	if h.follow.primary == nil || h.follow.asking || h.down {
		return
	}
	h.follow.asking = true
	h.follow.generation++
	h.w.queue.push(item{at: h.w.t.Add(after), class: ordinary, do: doFollow, machine: h, generation: h.follow.generation})
}

func (h *host) askNow() {
	h.follow.asking = false
	if h.down || h.follow.primary == nil || h.follow.stream != nil {
		return
	}
	h.follow.asked++
	name := trace.MsgName{Client: trace.ClientID(h.id), Attempt: h.follow.asked, Step: "follow", Node: h.follow.primary.id}
	h.w.request(&message{
		name: name, text: name.String(), purpose: trace.ToFollow, from: h, to: h.follow.primary, silent: true,
		cargo: &followRequest{h},
	})
	h.askToFollow(followEvery)
}

// followRequest is the cargo of a replica's request for all that its primary has.
type followRequest struct{ replica *host }

func (f *followRequest) show(*message, *trace.Event) {}

func (f *followRequest) deliver(_ *world, m *message) {
	h := m.to.(*host)
	if h.follow.primary != nil || f.replica.follow.primary != h {
		return // it is no primary itself (yet): ask again; or the replica has found another
	}
	if slices.ContainsFunc(h.lead.streams, func(s *stream) bool { return s.to == f.replica }) {
		return // the copy is under way
	}
	h.expire()
	s := h.connect(f.replica)
	h.lead.copied++
	all := h.redis.Snapshot()
	h.w.work += len(all)
	s.send("copy", trace.ToCopy, h.lead.copied, &changes{s: s, offset: s.base, effects: all, full: true})
}

// promote makes a replica the primary; a primary stays one. e says who did it, and
// with whose votes.
func (h *host) promote(e trace.Event) {
	old := h.follow.primary
	if old == nil {
		return
	}
	h.cutOff()
	h.follow.primary = nil
	h.redis.SetRole(redis.Primary, "")
	e.Kind, e.Node, e.From = trace.Promote, h.id, string(old.id)
	h.w.emit(e)
	h.expire() // what it only hid until now
	h.watch()
}

// demote makes a host a replica of another, of whatever it was before. What it
// alone knew it loses with the full copy. A host that is told to follow itself, or
// nobody there is, stays what it is.
func (h *host) demote(primary trace.NodeID, e trace.Event) {
	p, ok := find[*host](h.w, string(primary))
	if !ok || p == h || p == h.follow.primary {
		return
	}
	h.cutOff()
	h.follow.primary = p
	h.redis.SetRole(redis.Replica, p.id)
	e.Kind, e.Node, e.From = trace.Demote, h.id, string(p.id)
	h.w.emit(e)
	h.watch()
	h.askToFollow(0)
}
