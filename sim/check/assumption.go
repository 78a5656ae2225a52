package check

import (
	"slices"

	"lockstep/sim/trace"
)

// assumptions is a set of things that promises rest on. An event that breaks one
// takes the promise away: what happens then is outside what the lock guarantees, and
// no bug of it. What an implementation does of its own accord breaks none.
type assumptions uint32

const (
	// unclaimed never holds: what rests on it is promised by nobody.
	unclaimed assumptions = 1 << iota

	// keysStay: keys come and go by their clients' commands and their own time
	// alone. A crash that loses or revives one, a flush, an eviction, or an operator
	// who touches a lock breaks it.
	keysStay

	// failover: the replica that is promoted has the locks that its primary had, and
	// no others, and nobody goes on with the old primary. WAIT makes it likelier that
	// a lock is there and cannot make it sure.
	failover

	// nodeClocks: no node's wall clock jumps, by which Redis keeps its deadlines.
	nodeClocks

	// clientClocks: nor does a client's, if its lock goes by the wall clock, or tells
	// nodes by it when a key is to end.
	clientClocks

	// ratesEqual: no node's clocks run faster than a client's, so that keys live as
	// long as their owners think.
	ratesEqual

	// ratesNear: they do so by no more than the drift allowance makes good.
	ratesNear

	// inLease: nobody is at work, or believes, when its lease is over: no pause or
	// stall outlasts it, and no work. A lease lasts for the time to live from when
	// the keys were asked for, or until the client itself takes it to end.
	inLease

	// writesInTime: no write reaches its resource after its writer's lease has ended
	// or was given back.
	writesInTime

	// writesOnce: the network delivers no write twice.
	writesOnce

	// inTurn: no request for a lock, and none to let go of it, is carried out twice,
	// or after its sender has ceased to wait for it.
	inTurn

	// freedInTime: no lock is given back when its lease is over.
	freedInTime

	// noCrash: no client crashes.
	noCrash

	// answered: every request for a lock is answered in time.
	answered

	// released: every request to let go of one is, and who lets go finds the primary.
	released

	// distinctNodes: nobody lists a node twice.
	distinctNodes

	// oneLock: all who work on a resource ask the same nodes for the same key in the
	// same way.
	oneLock

	// oneSource: the fencing numbers of a resource all come from one place.
	oneSource

	// numbersGrow: the fencing numbers of a resource keep their order.
	numbersGrow

	// numbersShown: whoever has a number shows it when it reads, so that no older
	// holder's write can come between its reading and its writing.
	numbersShown
)

// driftPercent is the drift allowance of the Redis page: clocks may differ in rate
// by a hundredth.
const driftPercent = 1

// slack is how late a client may notice that its lease is over: a reading is cut
// off to whole microseconds.
const slack = 10 * trace.Microsecond

// see takes the present event, before the view does.
func (p *promise) see(v *view, e *trace.Event) {
	switch e.Kind {
	case trace.Exec:
		p.exec(v, e)
	case trace.Timeout:
		p.timeout(e)
	case trace.Fault:
		p.fault(v, e)
	case trace.ClockSet:
		p.clock(v, e)
	case trace.Promote:
		p.promote(v, e)
	case trace.Write:
		p.write(v, e)
	case trace.Read:
		r := v.resource(e.Resource)
		if r != nil && r.info.Guard == guardFencing && e.OK && e.Fence == 0 && v.who != nil && v.who.info.Fence != "" {
			p.broken |= numbersShown
		}
	case trace.Start:
		p.cast(e)
	case trace.Extend, trace.Lost, trace.Release, trace.Leave:
		if v.who != nil && v.overruns(v.who) {
			p.broken |= inLease
		}
	}
}

// cast looks at who asks whom for what.
func (p *promise) cast(e *trace.Event) {
	for i := range e.Clients {
		c := &e.Clients[i]
		if distinct(c.Nodes) < len(c.Nodes) {
			p.broken |= distinctNodes
		}
		for j := range e.Clients[:i] {
			d := &e.Clients[j]
			if c.Resource != d.Resource {
				continue
			}
			if !together(c, d) {
				p.broken |= oneLock
			}
			if c.Fence != d.Fence && c.Fence != "" && d.Fence != "" {
				p.broken |= oneSource
			}
		}
	}
}

// together tells whether two clients' locks exclude each other.
func together(c, d *trace.ClientInfo) bool {
	return c.Key == d.Key && manner(c.Lock) == manner(d.Lock) && among(c.Nodes, d.Nodes) && among(d.Nodes, c.Nodes)
}

// manner is how a kind of lock asks: those that set one string on one node exclude
// each other, and so do those of one kind.
func manner(kind string) string {
	switch kind {
	case trace.LockSetNX, trace.LockSetNXExpire, trace.LockSetPX, trace.LockWatchdog:
		return trace.LockToken
	}
	return kind
}

func among(some, all []trace.NodeID) bool {
	for _, id := range some {
		if !contains(all, id) {
			return false
		}
	}
	return true
}

func (p *promise) exec(v *view, e *trace.Event) {
	n, c := v.node, v.who
	if n == nil {
		return
	}
	if c == nil {
		for i := range e.Keys {
			if v.disturbs(n, &e.Keys[i]) {
				p.broken |= keysStay
			}
		}
		return
	}
	if v.primary != nil && n != v.primary && n.role == trace.RolePrimary {
		p.broken |= failover
	}
	if e.Purpose == trace.ToAcquire || e.Purpose == trace.ToRelease {
		msg, copied := original(e.Msg)
		n := attemptOf(msg)
		if copied || c.idle() || n != 0 && n != c.attempt || slices.Contains(c.unheard, msg) {
			p.broken |= inTurn
		}
		if e.Purpose == trace.ToRelease && c.tenure != nobody && v.now(c).Sub(v.ends(&v.tenures[c.tenure])) > slack {
			p.broken |= freedInTime
		}
	}
}

// disturbs tells whether a key that is to be as k says on a node is, or becomes, a
// client's lock, and changes by that.
func (v *view) disturbs(n *node, k *trace.Key) bool {
	h := n.key(k.Name)
	if h == nil {
		return k.PTTL != trace.Gone && v.locks(k.Name)
	}
	if h.owner == nobody && !v.locks(h.name) {
		return false
	}
	return k.PTTL == trace.Gone || k.Value != h.value || (k.PTTL == trace.NoExpiry) != h.stays ||
		!h.stays && n.wall.At(v.t).Add(k.PTTL) != h.dies
}

// locks tells whether some client locks with the key of that name.
func (v *view) locks(key string) bool {
	for i := range v.clients {
		if v.clients[i].info.Key == key {
			return true
		}
	}
	return false
}

func (p *promise) timeout(e *trace.Event) {
	switch e.Purpose {
	case trace.ToRelease, trace.ToLocate: // who cannot find the primary cannot ask it
		p.broken |= released | answered
	case trace.ToAcquire, trace.ToExtend:
		p.broken |= answered
	}
}

func (p *promise) fault(v *view, e *trace.Event) {
	switch {
	case e.Why != "": // it had nothing to act on
	case v.who != nil && e.What == trace.WhatCrash:
		p.broken |= noCrash
	case v.node != nil:
		for i := range e.Keys {
			if v.disturbs(v.node, &e.Keys[i]) {
				p.broken |= keysStay
			}
		}
		if e.What == trace.WhatCrash && e.Data == trace.DataLose {
			for i := range v.node.keys {
				if h := &v.node.keys[i]; h.owner != nobody || v.locks(h.name) {
					p.broken |= keysStay
				}
			}
		}
	}
}

// clock takes a clock that was set. It jumped if it shows something else than just
// before.
func (p *promise) clock(v *view, e *trace.Event) {
	shows := trace.Local(e.T).Add(e.Offset)
	jumped := func(c trace.Clock) bool {
		d := shows.Sub(c.At(e.T))
		return d < -slack || d > slack
	}
	switch {
	case v.node != nil && v.keeps(v.node) && jumped(v.node.wall):
		p.broken |= nodeClocks
	case v.who != nil && (v.who.info.Wall || v.who.info.Absolute) && jumped(v.who.clocks.Wall):
		p.broken |= clientClocks
	}
	fastest, slowest := int64(trace.Million), int64(trace.Million)
	for i := range v.nodes {
		if v.keeps(&v.nodes[i]) {
			fastest = max(fastest, v.nodes[i].rate)
		}
	}
	for i := range v.clients {
		slowest = min(slowest, v.clients[i].rate)
	}
	if v.node != nil && v.keeps(v.node) {
		fastest = max(fastest, e.Rate)
	}
	if v.who != nil {
		slowest = min(slowest, e.Rate)
	}
	if fastest > slowest {
		p.broken |= ratesEqual
	}
	if fastest*(100-driftPercent) > slowest*100 {
		p.broken |= ratesNear
	}
}

// keeps tells whether a node keeps some client's lock by its clock, or may come to.
func (v *view) keeps(n *node) bool {
	switch n.role {
	case trace.RolePrimary, trace.RoleReplica:
		return true
	case trace.RoleMaster:
		for i := range v.clients {
			if contains(v.clients[i].info.Nodes, n.info.ID) {
				return true
			}
		}
	}
	return false
}

// promote compares what the new primary has with what the old one had.
func (p *promise) promote(v *view, e *trace.Event) {
	old := v.at(trace.NodeID(e.From))
	if old == nil {
		old = v.primary
	}
	if old == nil || v.node == nil || old == v.node {
		return
	}
	if v.lacks(v.node, old) || v.lacks(old, v.node) {
		p.broken |= failover
	}
}

// lacks tells whether a node lacks a client's key that another has, and that has not
// run out there unseen.
func (v *view) lacks(n, other *node) bool {
	for i := range other.keys {
		there, here := &other.keys[i], n.key(other.keys[i].name)
		if there.owner != nobody && !v.ranOut(other, there) && (here == nil || here.value != there.value) {
			return true
		}
	}
	return false
}

func (p *promise) write(v *view, e *trace.Event) {
	if v.who == nil {
		return
	}
	if _, copied := original(e.Msg); copied {
		p.broken |= writesOnce
	}
	if i := v.tenureOf(e); i != nobody {
		if t := &v.tenures[i]; t.over || v.now(v.who).Sub(v.ends(t)) > slack {
			p.broken |= writesInTime
		}
	}
}

// overruns tells whether the client is at work, or believes, although its lease is
// over.
func (v *view) overruns(c *client) bool {
	if c.tenure == nobody {
		return false
	}
	t := &v.tenures[c.tenure]
	if t.over && len(c.inside) == 0 {
		return false
	}
	return v.now(c).Sub(v.ends(t)) > slack
}

// ends is when a tenure should be over, by its client's clock: when its keys may be
// gone. Redlock reckons that out for itself, so one that reckons wrong, since it does
// not count the time that asking took, has itself to blame for going on. So has one
// that hands over a lock of which nothing is left: nobody outstays what never began.
func (v *view) ends(t *tenure) trace.Local {
	switch {
	case v.clients[t.client].claims() != trace.LockRedlock:
		return t.lease
	case t.spent > 0 && t.until != trace.Forever:
		return t.spent
	}
	return t.until
}

// claims is the kind of lock by whose promise a client is judged.
func (c *client) claims() string {
	if c.info.Claims != "" {
		return c.info.Claims
	}
	return c.info.Lock
}
