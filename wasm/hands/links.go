package hands

import (
	"strconv"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// exists tells whether there is a machine of that name.
func (m *maker) exists(name string) bool {
	return m.s.Node(trace.NodeID(name)) != nil || m.s.Client(trace.ClientID(name)) != nil || m.s.Resource(name) != nil
}

// parties lists whom a machine may exchange messages with.
func (m *maker) parties(of string) []string {
	var all []string
	add := func(name string, talks bool) {
		if talks && name != of {
			all = append(all, name)
		}
	}
	n, c := m.s.Node(trace.NodeID(of)), m.s.Client(trace.ClientID(of))
	for i := range m.s.Clients {
		other := &m.s.Clients[i]
		add(string(other.ID), n != nil || c == nil && other.Resource == of)
	}
	for i := range m.s.Nodes {
		other := &m.s.Nodes[i]
		add(string(other.ID), c != nil || n != nil && peers(n.Role, other.Role))
	}
	for i := range m.s.Resources {
		add(m.s.Resources[i].ID, c != nil && c.Resource == m.s.Resources[i].ID)
	}
	return all
}

// peers tells whether nodes of these roles speak with each other: those that replicate
// and their sentinels do, and the members of the lock service.
func peers(a, b string) bool {
	group := func(role string) int {
		switch role {
		case trace.RolePrimary, trace.RoleReplica, trace.RoleSentinel:
			return 1
		case trace.RoleConsensus:
			return 2
		}
		return 0 // it knows nothing of other nodes
	}
	return group(a) != 0 && group(a) == group(b)
}

// links is the menu of a machine's links: all of them together, and those with each
// party.
func (m *maker) links(of string) Offer {
	parties := m.parties(of)
	o := Offer{Label: m.say.Say("hands.links"), Blocked: m.blocked(len(parties) == 0, "alone", "who", of)}
	if len(parties) == 0 {
		return o
	}
	open := false
	for _, other := range parties {
		open = open || !m.s.Link(of, other).Cut || !m.s.Link(other, of).Cut
	}
	o.More = append(o.More,
		Offer{
			Label:   m.say.Say("hands.cut.all", "who", of),
			Action:  run.Action{Verb: run.Partition, Cut: [][]string{{of}, parties}},
			Blocked: m.blocked(!open, "cut"),
		},
		Offer{
			Label: m.say.Say("hands.heal.all"), Action: run.Action{Verb: run.Heal, Heal: run.HealAll},
			Blocked: m.blocked(len(m.s.Links) == 0, "well"),
		})
	for _, other := range parties {
		o.More = append(o.More, Offer{Label: m.say.Say("hands.link.with", "other", other), More: m.both(of, other)})
	}
	return o
}

// both is the menu of the links between two machines, in both directions.
func (m *maker) both(a, b string) []Offer {
	offers := []Offer{m.cutBoth(a, b)}
	for _, way := range [...][2]string{{a, b}, {b, a}} {
		offers = append(offers, m.cut(way[0], way[1]), m.slow(way[0], way[1]), m.lose(way[0], way[1]))
	}
	return append(offers, m.heals(a, b, true)...)
}

// link is the menu of one link.
func (m *maker) link(from, to string) []Offer {
	return append([]Offer{m.cut(from, to), m.cutBoth(from, to), m.slow(from, to), m.lose(from, to)}, m.heals(from, to, false)...)
}

func (m *maker) cut(from, to string) Offer {
	return Offer{
		Label:   m.say.Say("hands.cut", "from", from, "to", to),
		Action:  run.Action{Verb: run.Partition, Cut: [][]string{{from}, {to}}, OneWay: true},
		Blocked: m.blocked(m.s.Link(from, to).Cut, "cut"),
	}
}

func (m *maker) cutBoth(a, b string) Offer {
	return Offer{
		Label:   m.say.Say("hands.cut.both", "a", a, "b", b),
		Action:  run.Action{Verb: run.Partition, Cut: [][]string{{a}, {b}}},
		Blocked: m.blocked(m.s.Link(a, b).Cut && m.s.Link(b, a).Cut, "cut"),
	}
}

func (m *maker) slow(from, to string) Offer {
	return Offer{
		Label:  m.say.Say("hands.slow", "from", from, "to", to),
		Action: run.Action{Verb: run.Slow, Link: [2]string{from, to}},
		Amount: amount(run.MaxTime, func(a *run.Action, d trace.Duration) { a.By = d },
			100*trace.Millisecond, trace.Second, 5*trace.Second),
	}
}

// losses are the parts of a link's messages that it can be made to lose, in percent.
var losses = [...]int{100, 50, 10}

func (m *maker) lose(from, to string) Offer {
	o := Offer{Label: m.say.Say("hands.lose", "from", from, "to", to)}
	for _, percent := range losses {
		a := run.Action{Verb: run.Lose, Link: [2]string{from, to}, PPM: int64(percent) * trace.Million / 100}
		if m.s.Link(from, to).PPM == a.PPM {
			continue // it does already
		}
		o.More = append(o.More, Offer{Label: m.say.Say("hands.lose.part", "n", strconv.Itoa(percent)), Action: a})
	}
	return o
}

// heals lists what is wrong with the links between two machines, to be put right; or
// says that nothing is. A cut is healed both ways; the rest of the way back only if
// asked for.
func (m *maker) heals(a, b string, back bool) []Offer {
	there, here := m.s.Link(a, b), m.s.Link(b, a)
	var offers []Offer
	add := func(key, from, to string, h run.Healing) {
		offers = append(offers, Offer{
			Label: m.say.Say(key, "from", from, "to", to), Action: run.Action{Verb: run.Heal, Heal: h},
		})
	}
	if there.Cut || here.Cut {
		add("hands.heal.cut", a, b, run.Healing{Cut: run.HealCut{Cut: [][]string{{a}, {b}}}})
	}
	ways := []trace.LinkState{there}
	if back {
		ways = append(ways, here)
	}
	for _, l := range ways {
		one := run.HealLink{Link: [2]string{l.From, l.To}}
		if l.Slow > 0 {
			add("hands.heal.slow", l.From, l.To, run.Healing{Slow: one})
		}
		if l.PPM > 0 {
			add("hands.heal.lose", l.From, l.To, run.Healing{Lose: one})
		}
	}
	if offers == nil {
		add("hands.heal", a, b, run.Healing{Cut: run.HealCut{Cut: [][]string{{a}, {b}}}})
		offers[0].Blocked = m.blocked(true, "well")
	}
	return offers
}
