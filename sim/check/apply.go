package check

import "lockstep/sim/trace"

// apply folds the present event into the view.
func (v *view) apply(e *trace.Event) {
	switch e.Kind {
	case trace.Start:
		v.start(e)
	case trace.Exec, trace.Expire, trace.Replicate, trace.Promote, trace.Demote:
		v.applyNode(e)
	case trace.Read, trace.Write:
		v.reach(e)
	case trace.Fault:
		v.fault(e)
	case trace.Heal:
		v.heal(e)
	case trace.ClockSet:
		v.setClock(e)
	default:
		if v.who != nil {
			v.applyClient(v.who, e)
		}
	}
	v.seen++
}

func (v *view) start(e *trace.Event) {
	v.nodes = make([]node, len(e.Nodes))
	for i := range e.Nodes {
		n := &v.nodes[i]
		n.info, n.role, n.rate = &e.Nodes[i], e.Nodes[i].Role, trace.Million
		if n.role == trace.RolePrimary {
			v.primary = n
		}
		if n.role == trace.RoleConsensus && v.service == nil {
			v.service = n
		}
	}
	v.clients = make([]client, len(e.Clients))
	for i := range e.Clients {
		v.clients[i] = client{info: &e.Clients[i], index: i, rate: trace.Million, need: 1, tenure: nobody}
		if e.Clients[i].Lock == trace.LockRedlock {
			v.clients[i].need = distinct(e.Clients[i].Nodes)/2 + 1
		}
	}
	v.resources = make([]resource, len(e.Resources))
	for i := range e.Resources {
		v.resources[i] = newResource(&e.Resources[i])
	}
}

// distinct counts the nodes in a list that may name one twice.
func distinct(list []trace.NodeID) (n int) {
	for i := range list {
		if !contains(list[:i], list[i]) {
			n++
		}
	}
	return n
}

func contains(list []trace.NodeID, id trace.NodeID) bool {
	for _, x := range list {
		if x == id {
			return true
		}
	}
	return false
}

func (v *view) applyClient(c *client, e *trace.Event) {
	switch e.Kind {
	case trace.Phase:
		if e.Activity == "" {
			c.step(e)
		}
	case trace.Send:
		v.send(c, e)
	case trace.Timeout:
		if e.Purpose == trace.ToAcquire || e.Purpose == trace.ToRelease {
			c.unheard = append(c.unheard, e.Msg)
		}
	case trace.Decide:
		if e.Need > 0 {
			c.need = e.Need
		}
		if e.Activity == "" {
			c.spent = 0
			if e.OK && e.Validity <= 0 {
				c.spent = v.now(c).Add(c.info.TTL)
			}
		}
	case trace.Hold:
		v.hold(c, e)
	case trace.Extend:
		v.extend(c, e)
	case trace.Lost, trace.Release:
		v.letGo(c)
	case trace.Enter:
		c.inside = append(c.inside, e.Resource)
		if c.tenure != nobody {
			v.tenures[c.tenure].entered = v.seen
		}
	case trace.Leave:
		c.leave(e.Resource)
	}
}

// step takes the next step of the client's worker.
func (c *client) step(e *trace.Event) {
	c.phase = e.Phase
	if e.Attempt != 0 && e.Attempt != c.attempt {
		c.attempt, c.unheard = e.Attempt, c.unheard[:0]
	}
}

func (c *client) leave(resource string) {
	for i, r := range c.inside {
		if r == resource {
			c.inside = append(c.inside[:i], c.inside[i+1:]...)
			return
		}
	}
}

func (v *view) send(c *client, e *trace.Event) {
	if len(e.Cmd) == 0 {
		return
	}
	switch e.Purpose {
	case trace.ToAcquire:
		c.acquire.begin(e.Msg, v.now(c))
		if c.info.Lock == trace.LockConsensus {
			c.number = v.seen // the lease comes with its number
		}
	case trace.ToExtend:
		c.extend.begin(e.Msg, v.now(c))
	case trace.ToNumber:
		c.number = v.seen
	case trace.ToWrite:
		v.writes = append(v.writes, sentWrite{e.Msg, c.tenure})
	}
}

// begin notes when a question was first put to a node.
func (q *question) begin(msg string, now trace.Local) {
	if name := questionOf(msg); name != q.name {
		*q = question{name, now}
	}
}

func (v *view) fault(e *trace.Event) {
	switch {
	case e.Why != "": // it had nothing to act on
	case v.node != nil:
		v.faultOfNode(v.node, e)
	case v.who != nil:
		if e.What == trace.WhatCrash {
			v.crash(v.who)
		}
	}
}

// crash ends all that the client was about.
func (v *view) crash(c *client) {
	v.letGo(c)
	c.inside = c.inside[:0]
	c.down = true
	c.phase, c.acquire, c.extend, c.number = "", question{}, question{}, 0
}

func (v *view) heal(e *trace.Event) {
	if v.who != nil && e.What == trace.WhatRestart {
		v.who.down = false
	}
}

func (v *view) setClock(e *trace.Event) {
	if c := v.who; c != nil {
		c.clocks.Set(e.T, e.Offset, e.Rate)
		c.rate = min(c.rate, e.Rate)
	}
	if n := v.node; n != nil && n.role != trace.RoleConsensus {
		// A member's clock is nothing to the service, whose time is its own.
		both := trace.Clocks{Wall: n.wall}
		both.Set(e.T, e.Offset, e.Rate)
		n.wall, n.rate = both.Wall, max(n.rate, e.Rate)
	}
}
