package narrate

import "lockstep/sim/trace"

// start introduces the cast: who wants what, and who decides about it.
func (t teller) start() string {
	var clients []string
	var by [5][]string // the machines, by role
	wanted, work, lock := "", "", ""
	for i, c := range t.e.Clients {
		clients = append(clients, string(c.ID))
		wanted, work = c.Key, c.Resource
		if lock = c.Lock; i > 0 && lock != t.e.Clients[0].Lock {
			lock = ""
		}
	}
	for i := range t.e.Nodes {
		n := &t.e.Nodes[i]
		r := roleOf(n)
		by[r] = append(by[r], string(n.ID))
	}
	args := []string{
		"clients", t.list(clients), "key", wanted, "resource", work,
		"nodes", t.list(by[masters]), "n", number(len(by[masters])),
		"primary", t.list(by[primaries]), "replicas", t.list(by[replicas]),
		"sentinels", t.list(by[sentinels]), "members", t.list(by[members]),
	}
	key := "event.start"
	if len(clients) == 1 {
		key += ".one"
	}
	switch data := len(by[masters]) + len(by[primaries]); {
	case lock == trace.LockFencing:
		key += ".fencing"
	case lock == trace.LockConsensus || data == 0 && len(by[members]) > 0:
		key += ".consensus"
	case len(by[primaries]) > 0:
		key += ".replicated"
	case data == 1:
		key += ".node"
	}
	text := t.c.Say(key, args...)
	for _, more := range t.besides(by, lock) {
		text = t.c.Say("sentence.and", "sentence", text, "more", t.c.Say(more, args...))
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
)

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

// besides lists what else there is to say of the cast.
func (t teller) besides(by [5][]string, lock string) []string {
	var more []string
	if len(by[replicas]) > 0 && len(by[sentinels]) > 0 {
		more = append(more, "start.sentinels")
	}
	if len(by[members]) > 0 && lock != trace.LockConsensus && lock != trace.LockFencing {
		more = append(more, "start.members")
	}
	if key := "start.lock." + lock; t.c.Has(key) {
		more = append(more, key)
	}
	for _, c := range t.e.Clients {
		r := resourceNamed(t.e.Resources, c.Resource)
		if r != nil && t.c.Has("start.guard."+r.Guard) {
			more = append(more, "start.guard."+r.Guard)
			break
		}
	}
	return more
}

func resourceNamed(list []trace.ResourceInfo, id string) *trace.ResourceInfo {
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	return nil
}
