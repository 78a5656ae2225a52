package hands

import (
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/unseen"
)

// node is the menu of whatever answers.
func (m *maker) node(n *trace.NodeState) []Offer {
	switch n.Role {
	case trace.RoleSentinel:
		return m.sentinel(n)
	case trace.RoleConsensus:
		return m.member(n)
	}
	who := string(n.ID)
	whom := run.Action{Of: run.OfNode, Target: who}
	return []Offer{
		m.crash(whom, n.Down, m.datas(n)...),
		m.restart(whom, n.Down),
		m.clock(whom, n.Clock.Rate(), true),
		m.links(who),
		m.flush(n),
		m.evict(n),
		{Label: m.say.Say("hands.console"), Console: true, Blocked: m.blocked(n.Down, "down", "who", who)},
	}
}

// sentinel is the menu of one. It goes by a clock that does not step.
func (m *maker) sentinel(n *trace.NodeState) []Offer {
	whom := run.Action{Of: run.OfSentinel, Target: string(n.ID)}
	return []Offer{
		m.crash(whom, n.Down),
		m.restart(whom, n.Down),
		m.clock(run.Action{Target: whom.Target}, n.Clock.Rate(), false),
		m.links(whom.Target),
		{Label: m.say.Say("hands.console"), Console: true, Blocked: m.blocked(true, "sentinel", "who", whom.Target)},
	}
}

// member is the menu of a member of the lock service, whose leases go by no member's
// clock.
func (m *maker) member(n *trace.NodeState) []Offer {
	whom := run.Action{Of: run.OfNode, Target: string(n.ID)}
	return []Offer{
		m.crash(whom, n.Down),
		m.restart(whom, n.Down),
		{Label: m.say.Say("hands.clock"), Blocked: m.blocked(true, "steady", "who", whom.Target)},
		m.links(whom.Target),
		{Label: m.say.Say("hands.console"), Console: true, Blocked: m.blocked(true, "member", "who", whom.Target)},
	}
}

func (m *maker) client(c *trace.ClientState) []Offer {
	who := string(c.ID)
	whom := run.Action{Of: run.OfClient, Target: who}
	still := func(v run.Verb, key string) Offer {
		a := whom
		a.Verb = v
		return Offer{
			Label: m.say.Say(key), Action: a, Blocked: m.blocked(c.Down, "down", "who", who),
			Amount: amount(run.MaxTime, func(a *run.Action, d trace.Duration) { a.For = d },
				500*trace.Millisecond, 2*trace.Second, 10*trace.Second, 30*trace.Second),
		}
	}
	return []Offer{
		still(run.Pause, "hands.pause"),
		still(run.Stall, "hands.stall"),
		m.crash(whom, c.Down),
		m.restart(whom, c.Down),
		m.clock(whom, c.WallClock.Rate(), true),
		m.links(who),
	}
}

// resource is the menu of what locks are for. It never fails: only who reaches it can
// be changed.
func (m *maker) resource(r *trace.ResourceState) []Offer {
	return []Offer{
		m.links(r.ID),
		{Label: m.say.Say("hands.crash"), Blocked: m.blocked(true, "resource", "who", r.ID)},
	}
}

// datas is what can become of a node's keys when it crashes. Where it writes every
// change to disk, or none, what its persistence keeps is all or nothing.
func (m *maker) datas(n *trace.NodeState) []run.Data {
	if n.Fsync == trace.FsyncEverySecond {
		return []run.Data{run.DataKeep, run.DataLose, run.DataPolicy}
	}
	return []run.Data{run.DataKeep, run.DataLose}
}

// crash is the menu of a crash: it stays down or comes back, with what becomes of its
// keys where it has any.
func (m *maker) crash(whom run.Action, down bool, datas ...run.Data) Offer {
	var stays, returns []Offer
	add := func(suffix string, a run.Action) {
		stays = append(stays, Offer{Label: m.say.Say("hands.crash.stays" + suffix), Action: a})
		returns = append(returns, Offer{
			Label: m.say.Say("hands.crash.returns" + suffix), Action: a,
			Amount: amount(run.MaxTime, func(a *run.Action, d trace.Duration) { a.Restart = d },
				trace.Second, 5*trace.Second, 30*trace.Second),
		})
	}
	whom.Verb = run.Crash
	for _, data := range datas {
		whom.Data = data
		add("."+data.String(), whom)
	}
	if len(datas) == 0 {
		add("", whom)
	}
	return Offer{
		Label: m.say.Say("hands.crash"), More: append(stays, returns...),
		Blocked: m.blocked(down, "down", "who", whom.Target),
	}
}

func (m *maker) restart(whom run.Action, down bool) Offer {
	whom.Verb = run.Restart
	return Offer{Label: m.say.Say("hands.restart"), Action: whom, Blocked: m.blocked(!down, "up", "who", whom.Target)}
}

// rates are those at which a clock can be made to run, in parts per million.
var rates = [...]int64{1_020_000, 980_000, trace.Million}

// clock is the menu of a machine's clocks; of the wall clock too if it is of account.
func (m *maker) clock(whom run.Action, rate int64, wall bool) Offer {
	o := Offer{Label: m.say.Say("hands.clock")}
	whom.Verb = run.Clock
	if wall {
		jump := func(key string, sign trace.Duration) Offer {
			return Offer{
				Label: m.say.Say(key), Action: whom,
				Amount: amount(run.MaxJump, func(a *run.Action, d trace.Duration) { a.Jump = sign * d },
					100*trace.Millisecond, trace.Second, 10*trace.Second),
			}
		}
		o.More = append(o.More, jump("hands.clock.forward", 1), jump("hands.clock.back", -1))
	}
	for _, r := range rates {
		if r == rate {
			continue // it does already
		}
		a := whom
		a.Rate = r
		key := "hands.clock.rate"
		if r == trace.Million {
			key = "hands.clock.true"
		}
		o.More = append(o.More, Offer{Label: m.say.Say(key, "rate", run.Ratio(r).String()), Action: a})
	}
	return o
}

// untouched is why a node's keys cannot be touched, or nothing.
func (m *maker) untouched(n *trace.NodeState) string {
	who := string(n.ID)
	switch {
	case n.Down:
		return m.blocked(true, "down", "who", who)
	case n.Role == trace.RoleReplica:
		return m.blocked(true, "replica", "who", who, "primary", string(n.Follows))
	}
	return m.blocked(len(m.living(n)) == 0, "empty", "who", who)
}

// living lists, sorted, the keys that a node will have when something is done to it.
func (m *maker) living(n *trace.NodeState) []string {
	var names []string
	for i := range n.Keys {
		if k := &n.Keys[i]; k.Stays || n.Left(k, m.t+1) > 0 {
			names = insertSorted(names, k.Name)
		}
	}
	return names
}

// insertSorted puts a name where it belongs in a sorted list: a node has few keys.
func insertSorted(names []string, name string) []string {
	i := 0
	for i < len(names) && names[i] < name {
		i++
	}
	names = append(names, name)
	copy(names[i+1:], names[i:])
	names[i] = name
	return names
}

func (m *maker) flush(n *trace.NodeState) Offer {
	a := run.Action{Verb: run.Flush, Of: run.OfNode, Target: string(n.ID)}
	return Offer{Label: m.say.Say("hands.flush"), Action: a, Blocked: m.untouched(n)}
}

func (m *maker) evict(n *trace.NodeState) Offer {
	o := Offer{Label: m.say.Say("hands.evict"), Blocked: m.untouched(n)}
	for _, key := range m.living(n) {
		// One that begins with a quote may be any bytes, as redis-cli prints them.
		if len(key) > 0 && len(key) <= run.MaxKey && !strings.HasPrefix(key, `"`) {
			a := run.Action{Verb: run.Evict, Of: run.OfNode, Target: string(n.ID), Key: key}
			o.More = append(o.More, Offer{Label: unseen.Shown(key), Action: a})
		}
	}
	if o.Blocked == "" && len(o.More) == 0 {
		o.Blocked = m.blocked(true, "unnamed", "who", string(n.ID))
	}
	return o
}
