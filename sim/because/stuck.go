package because

import (
	"slices"

	"lockstep/sim/trace"
)

// stuck looks for what kept a client waiting: who stands still inside, whose key is
// in the way, which nodes are out of reach, or rivals that take each other's votes.
func (x *search) stuck(w *Why) {
	wait := &w.Wait
	x.past = x.past[:slices.IndexFunc(x.past, func(e *trace.Event) bool { return e.T > wait.To || e.Kind == trace.End })]
	if w.Inside != "" {
		x.still(w.Inside, wait.From)
		return
	}
	x.frozen(wait)
	x.deserted(wait)
	if c := x.client(wait.Who); c != nil {
		x.unreachable(c, wait)
	}
	if len(x.found) < most {
		x.missed(wait)
	}
	if !slices.ContainsFunc(x.found, func(c Cause) bool { return c.Kind != Left }) {
		left := x.found
		x.found = nil
		x.unheard(wait) // who does not wait for a vote leaves its key behind as well
		x.found = append(x.found, left...)
	}
	if len(x.found) == 0 {
		x.counts(wait)
	}
}

// frozen looks for clients that stand still, are not inside, and have a key in the way.
func (x *search) frozen(wait *Wait) {
	for i := range x.start.Clients {
		c := &x.start.Clients[i]
		who := string(c.ID)
		f := x.last(func(e *trace.Event) bool {
			return e.Kind == trace.Fault && (e.What == trace.WhatPause || e.What == trace.WhatStall) && e.Why == "" && e.Who == who &&
				e.T <= wait.From && e.T+trace.Time(e.Lasts) > wait.From
		})
		set := x.last(func(e *trace.Event) bool {
			return e.Kind == trace.Exec && e.Who == who && e.Purpose == trace.ToAcquire && e.OK && len(e.Keys) > 0 && e.T <= wait.From
		})
		if f == nil || set == nil || who == wait.Who {
			continue
		}
		for _, k := range x.follow(c.Key, set.Keys[0].Value) {
			if k.gone == nil || k.gone.T > wait.From {
				x.add(Cause{Kind: Frozen, Who: who, Nodes: []trace.NodeID{k.node}, Event: f})
			}
		}
	}
}

// missed looks for votes that the client asked for in vain, because the question or the
// answer was lost.
func (x *search) missed(wait *Wait) {
	for _, e := range x.past {
		if e.Kind != trace.Drop || e.T < wait.From || e.Why == trace.WhyNodeDown || e.Why == trace.WhyCut {
			continue
		}
		name, ok := trace.ParseMsg(e.Msg)
		if !ok || string(name.Client) != wait.Who {
			continue
		}
		asks := x.last(func(s *trace.Event) bool { return s.Kind == trace.Send && s.Msg == e.Msg })
		if asks != nil && asks.Purpose == trace.ToAcquire {
			x.add(Cause{Kind: Missed, Who: wait.Who, Nodes: []trace.NodeID{name.Node}, Event: e})
		}
	}
}

// unheard looks for votes that the client did not wait for long enough: the question or the
// answer was still on its way.
func (x *search) unheard(wait *Wait) {
	for _, e := range x.past {
		if e.Kind != trace.Timeout || e.Who != wait.Who || e.T < wait.From || e.Purpose == trace.ToRelease || e.Activity != "" {
			continue
		}
		asked, ok := trace.ParseMsg(e.Msg)
		if !ok {
			continue
		}
		answer := asked
		answer.Reply = true
		if late := x.last(func(s *trace.Event) bool {
			return s.Kind == trace.Send && (s.Msg == e.Msg || s.Msg == answer.String()) && s.Arrive > e.T
		}); late != nil {
			x.add(Cause{Kind: Unheard, Who: wait.Who, Nodes: []trace.NodeID{asked.Node}, Event: e})
		}
	}
}

// still looks for what makes the one who is inside stand still.
func (x *search) still(who string, t trace.Time) {
	for _, what := range [...]string{trace.WhatPause, trace.WhatStall} {
		if f := x.fault(what, who, 0, t); f != nil {
			x.add(Cause{Kind: Still, Who: who, Event: f})
			return
		}
	}
}

// deserted looks for keys in the way whose owners have no use for them.
func (x *search) deserted(wait *Wait) {
	for _, v := range x.past {
		if v.Kind != trace.Violation || v.Rule != trace.RuleOrphanKey || !x.stays(v, wait.From) {
			continue
		}
		kind, crash := Left, x.fault(trace.WhatCrash, v.Who, 0, v.T)
		if crash != nil && crash.T == v.T {
			kind = Dead
		}
		x.add(Cause{Kind: kind, Who: v.Who, Nodes: []trace.NodeID{v.Node}, Event: v})
	}
}

// stays tells whether the key that an orphan-key violation is about lay on its node
// at that time or later.
func (x *search) stays(v *trace.Event, t trace.Time) bool {
	for _, e := range x.past {
		if e.Seq <= v.Seq || e.T > t {
			continue
		}
		taken := e.Kind == trace.Expire && e.Key == v.Key || isWiped(e) ||
			slices.ContainsFunc(e.Keys, func(k trace.Key) bool { return k.Name == v.Key && k.PTTL == trace.Gone })
		if taken && x.member(whereOf(e)) == x.member(v.Node) && e.Kind != trace.Send {
			return false
		}
	}
	return true
}

// unreachable looks for nodes that the client cannot reach, or not soon: some that were
// down, cut off from it or slow to reach when it began to wait, or have been since.
func (x *search) unreachable(c *trace.ClientInfo, wait *Wait) {
	for _, f := range x.past {
		if f.Kind != trace.Fault || f.Why != "" || x.healed(f, wait.From) {
			continue
		}
		for _, id := range c.Nodes {
			there, back := trace.LinkName(string(c.ID), string(id)), trace.LinkName(string(id), string(c.ID))
			switch {
			case f.What == trace.WhatCrash && f.Who == string(id):
				x.add(Cause{Kind: Down, Who: wait.Who, Nodes: []trace.NodeID{id}, Event: f})
			case !slices.Contains(f.Links, there) && !slices.Contains(f.Links, back):
			case f.What == trace.WhatPartition:
				x.add(Cause{Kind: Cut, Who: wait.Who, Nodes: []trace.NodeID{id}, Event: f})
			case f.What == trace.WhatSlow:
				x.add(Cause{Kind: Slowed, Who: wait.Who, Nodes: []trace.NodeID{id}, Event: f})
			}
		}
	}
}

// healed tells whether a crash or a cut was over by then.
func (x *search) healed(f *trace.Event, t trace.Time) bool {
	return slices.ContainsFunc(x.past, func(e *trace.Event) bool {
		if e.Kind != trace.Heal || e.Seq < f.Seq || e.T > t || e.Why != "" {
			return false
		}
		if f.What == trace.WhatCrash {
			return e.What == trace.WhatRestart && e.Who == f.Who
		}
		return e.What == f.What && len(f.Links) > 0 && slices.Contains(e.Links, f.Links[0])
	})
}

// counts looks for votes that were not enough: two who count during the wait, and neither
// of whom has a majority; or one who has it when nothing is left of its lock.
func (x *search) counts(wait *Wait) {
	var first *trace.Event
	for _, e := range x.past {
		if e.Kind != trace.Decide || e.OK || e.Activity != "" || e.T < wait.From {
			continue
		}
		switch {
		case e.Why == trace.WhyTooLate && e.Who == wait.Who:
			x.add(Cause{Kind: TooLate, Who: e.Who, Event: e})
			return
		case e.Why != trace.WhyNoMajority:
		case first == nil:
			first = e
		case e.Who != first.Who:
			x.add(Cause{Kind: Split, Who: first.Who, With: e.Who, Event: first})
			return
		}
	}
}
