package narrate

import "lockstep/sim/trace"

// failover tells of replication, of sentinels and of what they bring about.
func (t teller) failover() string {
	e := t.e
	args := []string{
		"node", string(e.Node), "from", e.From, "who", e.Who, "votes", t.list(e.Votes), "n", number(len(e.Keys)),
	}
	key := "event." + e.Kind.String()
	switch e.Kind {
	case trace.Replicate:
		return t.replicate(args)
	case trace.SDown:
		if e.OK {
			key += ".over"
		}
	case trace.Promote:
		switch {
		case e.Who == trace.Operator:
			key = t.form(key, ".operator")
		case e.Who != "" && len(e.Votes) > 0:
			key = t.form(key, ".votes")
		case e.From != "":
			key = t.form(key, ".from")
		}
	case trace.Demote:
		n := t.node(e.Node)
		switch {
		case e.From == "":
		case n != nil && n.Role == trace.RoleReplica:
			key += ".replica"
		default:
			key += ".primary"
		}
		if keys := t.gone(e.Keys); len(keys) > 0 {
			return t.c.Say("event.demote.lost", append(args, "keys", t.list(keys))...)
		}
	}
	return t.c.Say(key, args...)
}

// gone lists the keys that are not there any more, by name.
func (t teller) gone(keys []trace.Key) []string {
	var names []string
	for _, k := range keys {
		if k.PTTL == trace.Gone {
			names = append(names, k.Name)
		}
	}
	return names
}

// replicate tells what a replica took from its primary.
func (t teller) replicate(args []string) string {
	e := t.e
	lost := t.gone(e.Keys)
	switch {
	case e.Why == trace.WhyFullCopy && len(lost) > 0:
		return t.c.Say("event.replicate.copy.lost", append(args, "keys", t.list(lost))...)
	case e.Why == trace.WhyFullCopy:
		return t.c.Say("event.replicate.copy", args...)
	case len(e.Keys) != 1:
		return t.c.Say(t.form("event.replicate", "."+few(len(e.Keys))), args...)
	}
	k := &e.Keys[0]
	args = append(args, "key", k.Name)
	if k.PTTL == trace.Gone {
		return t.c.Say("event.replicate.gone", args...)
	}
	if owner, ok := t.owner(trace.NodeID(e.From), k.Name); ok && owner != "" {
		return t.c.Say("event.replicate.key", append(args, "owner", t.name(owner))...)
	}
	return t.c.Say("event.replicate.one", args...)
}

// few names how many keys a replica took, when it was not one: none or many.
func few(n int) string {
	if n == 0 {
		return "none"
	}
	return "many"
}
