package because

import (
	"cmp"
	"slices"

	"lockstep/sim/trace"
)

// broken looks for what let two in, deleted somebody's key or damaged the data.
func (x *search) broken(first *trace.Event) {
	x.past = x.past[:slices.Index(x.past, first)]
	parties := []string{first.With, first.Who}
	if first.Rule != trace.RuleMutualExclusion {
		// Who deletes another's key, or writes late, has lost its own lock.
		parties = parties[1:]
		x.letter(first)
	}
	for _, who := range parties {
		if c := x.client(who); c != nil && len(x.found) == 0 {
			x.lost(c)
		}
	}
	if len(x.found) == 0 && len(parties) > 1 {
		x.never(x.client(first.With), x.client(first.Who))
	}
}

// letter looks at what became of a write on its way to the resource.
func (x *search) letter(e *trace.Event) {
	msg := e.Msg
	if e.Kind == trace.Violation {
		if w := x.last(func(w *trace.Event) bool { return w.Kind == trace.Write && w.Who == e.Who }); w != nil {
			msg = w.Msg
		}
	}
	name, ok := trace.ParseMsg(msg)
	if !ok {
		return
	}
	name.Copy = 0
	original := name.String()
	of := func(what string) *trace.Event {
		return x.last(func(f *trace.Event) bool {
			return f.Kind == trace.Fault && f.What == what && f.Why == "" && f.Msg == original
		})
	}
	sent := x.last(func(s *trace.Event) bool { return s.Kind == trace.Send && s.Msg == original })
	if f := of(trace.WhatDuplicate); f != nil {
		x.add(Cause{Kind: Doubled, Who: e.Who, Event: f})
	} else if f := of(trace.WhatDelay); f != nil {
		x.add(Cause{Kind: Delayed, Who: e.Who, Event: f})
	} else if sent != nil {
		if f := x.fault(trace.WhatCrash, e.Who, sent.T, e.T); f != nil {
			x.add(Cause{Kind: Sent, Who: e.Who, Event: f})
		}
	}
}

// lost looks for how a client's lock went, if it is not there any more.
func (x *search) lost(c *trace.ClientInfo) {
	hold := x.last(func(e *trace.Event) bool { return e.Kind == trace.Hold && e.Who == string(c.ID) })
	if hold == nil || c.Key == "" {
		return
	}
	copies := append(x.follow(c.Key, hold.Token), x.stillborn(hold)...)
	asked, need := x.asked(c)
	there := 0
	for _, id := range asked {
		if slices.ContainsFunc(copies, func(k keyCopy) bool { return k.node == id && k.gone == nil }) {
			there++
		}
	}
	if there >= need {
		return
	}
	p := x.last(func(e *trace.Event) bool { return e.Kind == trace.Promote && e.T > hold.T })
	if p != nil && slices.ContainsFunc(copies, func(k keyCopy) bool { return k.node == p.Node && k.gone != nil && k.gone.T > p.T }) {
		x.promoted(Moved, c, p)
	}
	for _, k := range nearest(copies, asked, there, need) {
		x.went(c, hold, k)
	}
	if len(x.found) == 0 && p != nil {
		x.promoted(Promoted, c, p)
	}
	over := x.last(func(e *trace.Event) bool { return e.Kind == trace.Lost && e.Who == string(c.ID) && e.T > hold.T })
	if over != nil && x.inside(string(c.ID), over.T) {
		x.add(Cause{Kind: Heedless, Who: string(c.ID), Event: over})
	}
}

// nearest lists the copies on the nodes asked that went: first the one with which fewer
// were left than it takes, then those before it, the latest first, then those after it.
// What went at one instant stays in order.
func nearest(copies []keyCopy, asked []trace.NodeID, there, need int) []*keyCopy {
	var gone []*keyCopy
	for i := range copies {
		if k := &copies[i]; k.gone != nil && slices.Contains(asked, k.node) {
			gone = append(gone, k)
		}
	}
	slices.SortStableFunc(gone, func(a, b *keyCopy) int { return cmp.Compare(a.gone.Seq, b.gone.Seq) })
	fell := min(max(there+len(gone)-need, 0), len(gone))
	before := gone[:min(fell+1, len(gone))]
	slices.Reverse(before)
	return gone
}

// asked is whom the client's lock rests on by now, each once, and how many of them it
// takes. The members of a lock service stand for one.
func (x *search) asked(c *trace.ClientInfo) (nodes []trace.NodeID, need int) {
	for _, id := range c.Nodes {
		if !slices.Contains(nodes, id) {
			nodes = append(nodes, id)
		}
	}
	if c.Lock == trace.LockRedlock {
		return nodes, len(nodes)/2 + 1
	}
	if p := x.last(func(e *trace.Event) bool { return e.Kind == trace.Promote }); p != nil {
		return []trace.NodeID{p.Node}, 1
	}
	for i := range x.start.Nodes {
		switch n := &x.start.Nodes[i]; n.Role {
		case trace.RolePrimary:
			return []trace.NodeID{n.ID}, 1
		case trace.RoleConsensus:
			if c.Lock == trace.LockConsensus {
				return []trace.NodeID{n.ID}, 1
			}
		}
	}
	return nodes[:min(len(nodes), 1)], 1
}

// went says how a key went. Events that fit are taken in the order in which they
// explain most: what was done to the node, then to its owner, then what that did.
func (x *search) went(c *trace.ClientInfo, hold *trace.Event, k *keyCopy) {
	who := string(c.ID)
	say := func(kind string, e *trace.Event) {
		x.add(Cause{Kind: kind, Who: who, Nodes: []trace.NodeID{k.node}, Event: e, Gone: k.gone})
	}
	switch g := k.gone; g.Kind {
	case trace.Fault:
		switch g.What {
		case trace.WhatFlush, trace.WhatEvict:
			say(g.What, g)
		default:
			say(DataLost, g)
		}
	case trace.Demote, trace.Replicate:
		say(Copied, g)
	case trace.Exec:
		switch {
		case g == k.set:
			x.ranOut(c, hold, k, say)
		case g.Who == trace.Operator:
			say(Typed, g)
		case g.Who == who:
			say(OwnDelete, g)
		default:
			x.add(Cause{Kind: Foreign, Who: who, With: g.Who, Nodes: []trace.NodeID{k.node}, Event: g, Gone: g})
		}
	case trace.Expire:
		x.ranOut(c, hold, k, say)
	}
}

// ranOut says why a key's time was over too early, or its owner's work too late.
func (x *search) ranOut(c *trace.ClientInfo, hold *trace.Event, k *keyCopy, say func(kind string, e *trace.Event)) {
	who, now := string(c.ID), x.past[len(x.past)-1].T
	enter := x.last(func(e *trace.Event) bool { return e.Kind == trace.Enter && e.Who == who })
	count := x.last(func(e *trace.Event) bool { return e.Kind == trace.Decide && e.Who == who && e.Activity == "" && e.OK })
	switch f := x.fault(trace.WhatClock, string(k.node), 0, k.gone.T); {
	case f != nil && f.Rate > trace.Million:
		say(NodeRate, f)
		return
	case f != nil && f.Offset > 0 && f.T >= k.set.T:
		say(NodeClock, f)
		return
	}
	switch f := x.fault(trace.WhatClock, who, 0, now); {
	case f != nil && f.Rate > 0 && f.Rate < trace.Million:
		say(OwnRate, f)
		return
	case f != nil && f.Offset != 0 && (c.Wall || c.Absolute):
		say(OwnClock, f)
		return
	}
	switch {
	case count != nil && count.Validity <= 0 && c.TTL > 0:
		say(Spent, count)
		return
	case count != nil && k.gone.T <= hold.T && count.Elapsed > 0 && count.Validity+count.Drift == c.TTL:
		say(Uncounted, count)
		return
	}
	for _, what := range [...]string{trace.WhatPause, trace.WhatStall} {
		if f := x.fault(what, who, k.set.T, now); f != nil && (f.T <= k.gone.T || !x.inside(who, k.gone.T)) {
			say(what, f)
			return
		}
	}
	unheard := x.last(func(e *trace.Event) bool {
		return e.Kind == trace.Timeout && e.Who == who && e.Purpose == trace.ToExtend && e.T >= k.set.T
	})
	switch {
	case k.gone == k.set:
		say(Stillborn, k.gone)
	case unheard != nil && c.Watchdog > 0:
		say(Unrenewed, unheard)
	case enter != nil && enter.T <= k.gone.T:
		say(Outlasted, nil)
	default:
		say(Late, nil)
	}
}

// inside tells whether a client was in the critical section at that time.
func (x *search) inside(who string, t trace.Time) bool {
	e := x.last(func(e *trace.Event) bool {
		return (e.Kind == trace.Enter || e.Kind == trace.Leave) && e.Who == who && e.T <= t
	})
	return e != nil && e.Kind == trace.Enter
}

// promoted says how the primary that had a client's key was followed by another.
func (x *search) promoted(kind string, c *trace.ClientInfo, p *trace.Event) {
	cause := Cause{Kind: kind, Who: string(c.ID), Nodes: []trace.NodeID{p.Node}, Event: p}
	if cause.Away = x.fault(trace.WhatCrash, p.From, 0, p.T); cause.Away == nil {
		cause.Away = x.last(func(e *trace.Event) bool {
			return e.Kind == trace.Fault && e.What == trace.WhatPartition && e.T <= p.T && touches(e.Links, p.From)
		})
	}
	x.add(cause)
}

// touches tells whether one of the links begins or ends at who.
func touches(links []string, who string) bool {
	return slices.ContainsFunc(links, func(link string) bool {
		from, to, _ := trace.ParseLink(link)
		return from == who || to == who
	})
}

// never looks for why two locks did not exclude each other in the first place.
func (x *search) never(a, b *trace.ClientInfo) {
	for _, c := range [...]*trace.ClientInfo{a, b} {
		if c == nil {
			continue
		}
		count := x.last(func(e *trace.Event) bool { return e.Kind == trace.Decide && e.Who == string(c.ID) && e.Activity == "" })
		asked, need := x.asked(c)
		switch {
		case c.Lock == trace.LockFencing:
			x.add(Cause{Kind: NoLock, Who: string(c.ID)})
			return
		case count == nil || c.Lock != trace.LockRedlock:
		case distinct(count.Acks) < need && len(count.Acks) >= need:
			x.add(Cause{Kind: Twice, Who: string(c.ID), Nodes: repeated(count.Acks), Event: count})
			return
		case distinct(count.Acks) < need:
			x.add(Cause{Kind: Cheap, Who: string(c.ID), Nodes: asked, Event: count})
			return
		}
	}
	if a != nil && b != nil && (a.Key != b.Key || !slices.Equal(a.Nodes, b.Nodes) || (a.Lock == trace.LockRedlock) != (b.Lock == trace.LockRedlock)) {
		x.add(Cause{Kind: Apart, Who: string(b.ID), With: string(a.ID)})
	}
}

func distinct(nodes []trace.NodeID) int { return len(nodes) - len(repeated(nodes)) }

// repeated lists the nodes that stand there once more.
func repeated(nodes []trace.NodeID) (again []trace.NodeID) {
	for i, id := range nodes {
		if slices.Contains(nodes[:i], id) {
			again = append(again, id)
		}
	}
	return again
}
