package world

import (
	"lockstep/sim/redis"
	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// Replication is a stream that a primary pushes from memory over a connection for
// each of its replicas: a full copy first, then every change. A connection that
// loses something breaks, and the replica asks for a full copy again. The disk has
// no part in it.

// leading is a host's part as a primary.
type leading struct {
	streams   []*stream
	waits     []*wait
	published int // how many changes it has ever sent
	copied    int // how many full copies
}

// reset gives up all connections. The counts go on, since messages are named by
// them.
func (l *leading) reset() { l.streams, l.waits = nil, nil }

// stream is the connection from a primary to one replica.
type stream struct {
	from, to *host
	open     bool
	serial   int   // counts connections: what was sent on an earlier one is stale
	base     int64 // the offset of the full copy that it began with
	acked    int64 // the offset that the replica has acknowledged
	last     trace.Time
}

// following is a host's part as a replica.
type following struct {
	primary *host // nil for a primary
	synced  bool  // it has a full copy, and the connection has not broken since
	asking  bool  // it will ask for one
	asked   int   // how often it has
}

// followEvery is how often a replica that lost its primary asks for a full copy.
const followEvery = trace.Second

func (h *host) offset() int64 { return h.redis.Offset() }

// inOrder returns when something that would arrive at t arrives on a connection
// that keeps the order.
func (s *stream) inOrder(t trace.Time) trace.Time {
	s.last = max(s.last, t)
	return s.last
}

// tear breaks the connection. The replica notices.
func (s *stream) tear() {
	if !s.open {
		return
	}
	s.open = false
	s.to.disconnected()
}

// stream returns the connection to a replica, which may be closed.
func (h *host) stream(to *host) *stream {
	for _, s := range h.lead.streams {
		if s.to == to {
			return s
		}
	}
	s := &stream{from: h, to: to}
	h.lead.streams = append(h.lead.streams, s)
	return s
}

// connect joins a replica that holds what its primary holds: nothing, at the start.
func (h *host) connect(replica *host) {
	h.stream(replica).open = true
	replica.redis.SetRole(redis.Replica, h.id)
	replica.redis.SetLinked(true)
	replica.follow = following{primary: h, synced: true}
}

// cutOff breaks all connections of a host that crashed.
func (h *host) cutOff() {
	for _, s := range h.lead.streams {
		s.tear()
	}
	h.lead.waits = nil
	h.follow.synced, h.follow.asking = false, false
	if p := h.follow.primary; p != nil {
		p.stream(h).open = false
	}
}

// publish sends what a command changed to the replicas, after the time that it
// stays in the primary's memory. A primary that crashes meanwhile sends nothing.
func (h *host) publish(effects []redis.Effect) {
	if len(effects) == 0 || len(h.lead.streams) == 0 {
		return
	}
	h.lead.published++
	c := &change{h: h, life: h.life, number: h.lead.published, offset: h.offset(), effects: effects}
	h.w.queue.push(item{at: h.w.t.Add(h.w.config.Replication.Lag), class: ordinary, do: doShip, change: c})
}

// change is what one command changed, on its way to the replicas.
type change struct {
	h       *host
	life    int
	number  int
	offset  int64
	effects []redis.Effect
}

// ship lets a change leave the primary.
func (c *change) ship() {
	h := c.h
	if h.down || h.life != c.life || h.follow.primary != nil {
		return
	}
	for _, s := range h.lead.streams {
		if s.open && s.base < c.offset {
			h.w.request(s.message("replicate", trace.ToReplicate, c.number, c.offset, c.effects))
		}
	}
}

// message is one that a primary sends its replica.
func (s *stream) message(step string, purpose trace.Purpose, number int, offset int64, effects []redis.Effect) *message {
	name := trace.MsgName{Client: trace.ClientID(s.from.id), Attempt: number, Step: step, Node: s.to.id}
	return &message{
		name: name, text: name.String(), purpose: purpose, from: s.from, to: s.to,
		cargo: &changes{s: s, serial: s.serial, offset: offset, effects: effects, full: purpose == trace.ToCopy},
	}
}

// changes is the cargo of what a primary sends its replica.
type changes struct {
	s       *stream
	serial  int
	offset  int64
	effects []redis.Effect
	full    bool
}

func (c *changes) stream() *stream { return c.s }

func (c *changes) show(_ *message, e *trace.Event) {
	for i := range c.effects {
		if key := c.effects[i].Key; key != "" {
			e.Cmd = append(e.Cmd, shownText(key))
		}
	}
}

func (c *changes) deliver(w *world, m *message) {
	h := c.s.to
	if !c.s.open || c.serial != c.s.serial || h.follow.primary != c.s.from {
		return // of a connection that was given up
	}
	e := trace.Event{Kind: trace.Replicate, Node: h.id, From: string(c.s.from.id), Msg: m.text}
	if c.full {
		e.Keys, e.Why = h.redis.Load(h.now(), c.effects), trace.WhyFullCopy
		h.follow.synced = true
	} else {
		e.Keys = h.redis.Apply(h.now(), c.effects)
	}
	e.Keys, e.At = shownKeys(e.Keys), trace.ReadAt(h.now())
	w.emit(e)
	name := m.name
	name.Reply = true
	w.request(&message{
		name: name, text: name.String(), purpose: m.purpose, from: h, to: c.s.from,
		cargo: &acknowledgement{c.s, c.serial, c.offset},
	})
}

// acknowledgement is the cargo of a replica's answer: it has all up to offset.
type acknowledgement struct {
	s      *stream
	serial int
	offset int64
}

func (a *acknowledgement) show(_ *message, e *trace.Event) {
	e.Reply, e.OK = countReply(int(a.offset)).String(), true
}

func (a *acknowledgement) deliver(w *world, _ *message) {
	if a.s.open && a.serial == a.s.serial {
		a.s.acked = max(a.s.acked, a.offset)
		a.s.from.tellFollowers()
		a.s.from.settleWaits()
	}
}

// tellFollowers lets the node know who follows it, for whoever asks it.
func (h *host) tellFollowers() {
	var list []redis.Follower
	for _, s := range h.lead.streams {
		if s.open {
			list = append(list, redis.Follower{ID: s.to.id, Offset: s.acked})
		}
	}
	h.redis.SetFollowers(list)
}

// acknowledged counts the replicas that have all up to offset.
func (l *leading) acknowledged(offset int64) int {
	n := 0
	for _, s := range l.streams {
		if s.open && s.acked >= offset {
			n++
		}
	}
	return n
}

// wait is a WAIT that a client's request asked for.
type wait struct {
	h      *host
	m      *message
	r      *request
	res    redis.Result
	offset int64 // what the replicas must have
	over   bool
}

// await answers a WAIT as soon as enough replicas have what was written so far, or
// its time is up.
func (h *host) await(m *message, r *request, res redis.Result) {
	x := &wait{h: h, m: m, r: r, res: res, offset: h.offset()}
	h.lead.waits = append(h.lead.waits, x)
	if res.Wait.Timeout > 0 {
		h.w.queue.push(item{at: h.w.t.Add(res.Wait.Timeout), class: ordinary, do: doWaited, wait: x})
	}
	h.settleWaits()
}

func (h *host) settleWaits() {
	open := h.lead.waits[:0]
	for _, x := range h.lead.waits {
		if n := h.lead.acknowledged(x.offset); n >= x.res.Wait.Replicas {
			x.finish(n)
		} else {
			open = append(open, x)
		}
	}
	h.lead.waits = open
}

// timeUp answers with the number there is. A primary that has crashed since
// answers nobody.
func (x *wait) timeUp() {
	for i, open := range x.h.lead.waits {
		if open == x {
			x.h.lead.waits = append(x.h.lead.waits[:i], x.h.lead.waits[i+1:]...)
			x.finish(x.h.lead.acknowledged(x.offset))
			return
		}
	}
}

func (x *wait) finish(n int) {
	x.res.Reply = countReply(n)
	x.h.answer(x.m, x.r, x.res)
}

func countReply(n int) resp.Reply { return resp.IntOf(int64(n)) }

// disconnected lets a replica find its primary again.
func (h *host) disconnected() {
	h.follow.synced = false
	h.redis.SetLinked(false)
	h.askToFollow(followEvery)
}

// reconnect is what a host does when it comes back: a replica asks its primary for
// a full copy.
func (h *host) reconnect() {
	if h.follow.primary != nil {
		h.follow.synced = false
		h.askToFollow(0)
	}
}

func (h *host) askToFollow(after trace.Duration) {
	if h.follow.primary == nil || h.follow.asking || h.down {
		return
	}
	h.follow.asking = true
	h.w.queue.push(item{at: h.w.t.Add(after), class: ordinary, background: true, do: doFollow, machine: h, turn: h.life})
}

// askNow asks the primary for a full copy, again and again until it has one.
func (h *host) askNow() {
	h.follow.asking = false
	if h.down || h.follow.primary == nil || h.follow.synced {
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

func (f *followRequest) deliver(w *world, m *message) {
	h := m.to.(*host)
	if h.follow.primary != nil {
		return // it is no primary itself (yet): ask again
	}
	s := h.stream(f.replica)
	if s.open {
		return // the copy is under way
	}
	h.expire()
	s.open, s.base, s.acked = true, h.offset(), 0
	s.serial++
	h.lead.copied++
	w.request(s.message("copy", trace.ToCopy, h.lead.copied, s.base, h.redis.Snapshot()))
}

// promote makes a replica the primary. e says who did it, and with whose votes.
func (h *host) promote(e trace.Event) {
	if old := h.follow.primary; old != nil {
		e.From = string(old.id)
		old.stream(h).open = false
	}
	h.follow = following{asked: h.follow.asked}
	h.lead.reset()
	h.redis.SetRole(redis.Primary, "")
	e.Kind, e.Node = trace.Promote, h.id
	h.w.emit(e)
	h.expire() // what it only hid until now
	h.watch()
}

// demote makes a host a replica of another, of whatever it was before. What it
// alone knew it loses with the full copy.
func (h *host) demote(primary trace.NodeID, e trace.Event) {
	p, ok := find[*host](h.w, string(primary))
	if !ok || p == h {
		return
	}
	if old := h.follow.primary; old != nil {
		old.stream(h).open = false
	}
	for _, s := range h.lead.streams {
		s.tear()
	}
	h.lead.reset()
	h.follow = following{primary: p, asked: h.follow.asked, asking: h.follow.asking}
	h.redis.SetRole(redis.Replica, p.id)
	h.redis.SetFollowers(nil)
	e.Kind, e.Node, e.From = trace.Demote, h.id, string(p.id)
	h.w.emit(e)
	h.watch()
	h.askToFollow(0)
}
