package narrate

import "lockstep/sim/trace"

func (t teller) phase() string {
	e := t.e
	who := e.Who
	if e.Activity != "" {
		who = t.c.Say("who.activity", "who", e.Who, "activity", t.known("activity", e.Activity))
	}
	args := []string{"who", who, "attempt", number(e.Attempt), "phase", e.Phase, "for", t.span(e.Lasts)}
	key := t.form("phase", "."+e.Phase)
	if e.Lasts > 0 {
		key = t.form(key, ".for")
	}
	if len(t.st.Nodes) == 1 {
		key = t.form(key, ".one")
	}
	return t.c.Say(key, args...)
}

// decide writes the sum out, so that a reader can add it up.
func (t teller) decide() string {
	e := t.e
	args := []string{
		"who", e.Who, "k", number(len(e.Acks)), "n", number(len(t.st.Nodes)), "need", number(e.Need),
		"ttl", t.span(e.Validity + e.Elapsed + e.Drift), "elapsed", t.span(e.Elapsed), "drift", t.span(e.Drift),
		"validity", t.span(e.Validity), "why", t.known("why", e.Why),
	}
	switch {
	case e.OK:
		return t.c.Say("event.decide.held", args...)
	case len(e.Acks) < e.Need:
		return t.c.Say("event.decide.no-majority", args...)
	case e.Validity <= 0:
		return t.c.Say("event.decide.too-late", args...)
	}
	return t.c.Say("event.decide.no", args...)
}

func (t teller) believe() string {
	e := t.e
	key := "event." + e.Kind.String()
	if e.Fence != 0 {
		key += ".fence"
	}
	return t.c.Say(key, "who", e.Who, "key", e.Key, "until", t.reading(e.Until), "fence", number(int(e.Fence)))
}

func (t teller) forget() string {
	e := t.e
	return t.reasoned("event."+e.Kind.String(), "who", e.Who, "key", e.Key)
}

// cross tells of a client that enters or leaves the critical section, and of
// whom it meets there.
func (t teller) cross() string {
	e := t.e
	if e.Kind == trace.Leave {
		return t.reasoned("event.leave", "who", e.Who, "resource", e.Resource)
	}
	others := t.inside(e.Who)
	args := []string{"who", e.Who, "resource", e.Resource, "others", t.list(others)}
	if len(others) > 0 {
		return t.c.Say("event.enter.met", args...)
	}
	return t.c.Say("event.enter", args...)
}

// inside lists who is in the critical section besides who.
func (t teller) inside(who string) []string {
	var others []string
	for _, c := range t.st.Clients {
		if c.Inside && string(c.ID) != who {
			others = append(others, string(c.ID))
		}
	}
	return others
}

// use tells of a write or a read that reached the resource.
func (t teller) use() string {
	e := t.e
	key := "event." + e.Kind.String()
	args := []string{"who", e.Who, "resource", e.Resource, "op", e.Op, "value", e.Value}
	if e.OK {
		return t.c.Say(key, args...)
	}
	return t.reasoned(key+".refused", args...)
}
