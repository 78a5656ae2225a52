package narrate

import (
	"slices"

	"lockstep/sim/trace"
)

// start introduces the cast: who wants what, and who decides about it.
func (t teller) start() string {
	troupes := t.troupes()
	args := t.machines()
	if len(troupes) > 1 {
		return t.sentences(t.c.Say("event.start.mixed"), t.mixed(troupes, args))
	}
	var all troupe // nobody, if there are no clients
	if len(troupes) == 1 {
		all = troupes[0]
	}
	args = append(args, "clients", t.list(all.names), "key", all.key, "resource", all.resource)
	key := "event.start"
	if len(all.names) == 1 {
		key += ".one"
	}
	by := t.byRole()
	switch data := len(by[masters]) + len(by[primaries]); {
	case all.lock == trace.LockFencing:
		key += ".fencing"
	case all.lock == trace.LockConsensus || data == 0 && len(by[members]) > 0:
		key += ".consensus"
	case len(by[primaries]) > 0:
		key += ".replicated"
	case data == 1:
		key += ".node"
	}
	return t.sentences(t.c.Say(key, args...), t.besides(&all, args))
}

// troupe is the clients that want the same by the same kind of lock.
type troupe struct {
	names               []string
	lock, key, resource string
}

// troupes parts the clients, in the order of the first of each.
func (t teller) troupes() []troupe {
	var all []troupe
	for _, c := range t.e.Clients {
		one := troupe{lock: c.Lock, key: c.Key, resource: c.Resource}
		switch c.Lock {
		case "":
			one.lock = trace.LockRedlock
		case trace.LockFencing:
			one.key = "" // it takes numbers and no key
		}
		i := slices.IndexFunc(all, func(o troupe) bool {
			return o.lock == one.lock && o.key == one.key && o.resource == one.resource
		})
		if i < 0 {
			i = len(all)
			all = append(all, one)
		}
		all[i].names = append(all[i].names, string(c.ID))
	}
	return all
}

// mixed says of each troupe what it wants, and then which machines there are.
func (t teller) mixed(troupes []troupe, args []string) []string {
	var said []string
	for _, one := range troupes {
		key := "start.troupe"
		switch {
		case one.lock == trace.LockFencing:
			key += ".fencing"
		case one.resource == "":
			key += ".key"
		}
		if len(one.names) == 1 {
			key += ".one"
		}
		said = append(said, t.c.Say(key, "clients", t.list(one.names), "key", one.key, "resource", one.resource, "lock", t.known("lock", one.lock)))
	}
	by := t.byRole()
	for _, m := range []struct {
		there bool
		key   string
	}{
		{len(by[masters]) == 1, "start.node"},
		{len(by[masters]) > 1, "start.nodes"},
		{len(by[primaries]) > 0, "start.primary"},
		{watched(&by), "start.sentinels"},
		{len(by[members]) > 0, t.service(troupes)},
	} {
		if m.there {
			said = append(said, t.c.Say(m.key, args...))
		}
	}
	return append(append(said, t.libraries()...), t.guards()...)
}

// service is what to say of the members of a lock service: whether anybody's lock
// is theirs, or only the numbers are.
func (t teller) service(troupes []troupe) string {
	if slices.ContainsFunc(troupes, func(one troupe) bool { return one.lock == trace.LockConsensus }) {
		return "start.service"
	}
	return "start.members"
}

// besides says what else there is to say of a cast that all wants the same.
func (t teller) besides(all *troupe, args []string) []string {
	var said []string
	by := t.byRole()
	if watched(&by) {
		said = append(said, t.c.Say("start.sentinels", args...))
	}
	if len(by[members]) > 0 && all.lock != trace.LockConsensus && all.lock != trace.LockFencing {
		said = append(said, t.c.Say("start.members", args...))
	}
	if key := "start.lock." + all.lock; t.c.Has(key) {
		said = append(said, t.c.Say(key, args...))
	}
	return append(append(said, t.libraries()...), t.guards()...)
}

// guards says how each resource that a client works on guards itself.
func (t teller) guards() []string {
	var said []string
	for _, r := range t.e.Resources {
		works := func(c trace.ClientInfo) bool { return c.Resource == r.ID }
		if key := "start.guard." + r.Guard; t.c.Has(key) && slices.ContainsFunc(t.e.Clients, works) {
			said = append(said, t.c.Say(key, "resource", r.ID))
		}
	}
	return said
}

// sentences writes one sentence after another.
func (t teller) sentences(text string, more []string) string {
	for _, sentence := range more {
		text = t.c.Say("sentence.and", "sentence", text, "more", sentence)
	}
	return text
}

// The roles, as places in a list.
const (
	masters = iota
	primaries
	replicas
	sentinels
	members
	roles // how many there are
)

// byRole names the machines of each role.
func (t teller) byRole() (by [roles][]string) {
	for i := range t.e.Nodes {
		n := &t.e.Nodes[i]
		r := roleOf(n)
		by[r] = append(by[r], string(n.ID))
	}
	return by
}

func roleOf(n *trace.NodeInfo) int {
	switch n.Role {
	case trace.RolePrimary:
		return primaries
	case trace.RoleReplica:
		return replicas
	case trace.RoleSentinel:
		return sentinels
	case trace.RoleConsensus:
		return members
	}
	return masters
}

// watched tells whether sentinels have anything to choose from.
func watched(by *[roles][]string) bool { return len(by[replicas]) > 0 && len(by[sentinels]) > 0 }

// machines fills what sentences say of the machines.
func (t teller) machines() []string {
	by := t.byRole()
	return []string{
		"nodes", t.list(by[masters]), "n", number(len(by[masters])),
		"primary", t.list(by[primaries]), "replicas", t.list(by[replicas]),
		"sentinels", t.list(by[sentinels]), "members", t.list(by[members]),
	}
}
