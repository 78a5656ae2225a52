package narrate

import "lockstep/sim/trace"

// votes tells whether the client's lock rests on the votes of several nodes, as
// Redlock's does. Of the others' steps the five-step sentences would not be true.
func (t teller) votes(who string) bool {
	c := t.st.Client(trace.ClientID(who))
	return c == nil || c.Lock == trace.LockRedlock || c.Lock == ""
}

// listed counts the nodes that the client asks for its lock as it does itself: one that
// it lists twice is two.
func (t teller) listed(who string) int {
	c := t.st.Client(trace.ClientID(who))
	if c == nil || len(c.Nodes) == 0 {
		return len(t.st.Nodes)
	}
	return len(c.Nodes)
}

// asked counts them by what they are.
func (t teller) asked(who string) int {
	c := t.st.Client(trace.ClientID(who))
	if c == nil || len(c.Nodes) == 0 {
		return len(t.st.Nodes)
	}
	n := 0
	for i, id := range c.Nodes {
		if !contains(c.Nodes[:i], id) {
			n++
		}
	}
	return n
}

func contains[T comparable](list []T, x T) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// actor is a client, or one of its activities besides its work.
func (t teller) actor(who, activity string) string {
	if activity == "" {
		return t.name(who)
	}
	return t.c.Say("who.activity", "who", who, "activity", t.known("activity", activity))
}

func (t teller) phase() string {
	e := t.e
	args := []string{
		"who", t.actor(e.Who, e.Activity), "client", e.Who, "attempt", number(e.Attempt), "phase", e.Phase, "for", t.span(e.Lasts),
	}
	key := t.form("phase", "."+e.Phase)
	if e.Lasts > 0 {
		key = t.form(key, ".for")
	}
	switch {
	case e.Phase == trace.PhaseWait:
		key = t.wait()
	case e.Phase == trace.PhaseGaveUp:
		key = t.giveUp()
	case !t.votes(e.Who):
		key = t.form(key, ".single")
	case t.asked(e.Who) == 1:
		key = t.form(key, ".one")
	}
	return t.c.Say(key, args...)
}

// decide writes the sum out, so that a reader can add it up.
func (t teller) decide() string {
	e := t.e
	distinct := 0
	for i, id := range e.Acks {
		if !contains(e.Acks[:i], id) {
			distinct++
		}
	}
	ttl := e.Validity + e.Elapsed + e.Drift
	if t.uncounted(e) {
		ttl -= e.Elapsed
	}
	args := []string{
		"who", t.actor(e.Who, e.Activity), "client", e.Who,
		"k", number(len(e.Acks)), "n", number(t.listed(e.Who)), "need", number(e.Need), "distinct", number(distinct),
		"ttl", t.span(ttl), "elapsed", t.span(e.Elapsed), "drift", t.span(e.Drift),
		"validity", t.span(e.Validity), "over", t.span(-e.Validity), "why", t.known("why", e.Why),
	}
	key := "event.decide"
	if e.Activity != "" {
		key += ".renewal"
	}
	key += "." + t.outcome(distinct)
	if e.Validity < 0 {
		key = t.form(key, ".over")
	}
	if !t.votes(e.Who) {
		key = t.form(key, ".single")
	}
	if e.Drift != 0 {
		key = t.form(key, ".drift")
	}
	return t.c.Say(key, args...)
}

// uncounted tells whether a client's count left out the time that asking took.
func (t teller) uncounted(e *trace.Event) bool {
	c := t.st.Client(trace.ClientID(e.Who))
	return c != nil && e.Elapsed > 0 && e.Validity+e.Drift == c.TTL
}

// outcome is what a count came to, as the phrases call it.
func (t teller) outcome(distinct int) string {
	e := t.e
	c := t.st.Client(trace.ClientID(e.Who))
	ends := c == nil || c.TTL > 0
	switch {
	case e.OK && c != nil && c.Lock == trace.LockFencing:
		return "number"
	case e.OK && t.again(e.Who, e.Activity):
		return "again"
	case e.OK && distinct < len(e.Acks):
		return "twice"
	case e.OK && !ends:
		return "stays"
	case e.OK && t.uncounted(e):
		return "uncounted"
	case e.OK && e.Validity <= 0:
		return "spent"
	case e.OK:
		return "held"
	case len(e.Acks) < e.Need && (e.Why == trace.WhyNoMajority || e.Why == ""):
		return "no-majority"
	case e.Why == trace.WhyTooLate || e.Validity <= 0 && ends && len(e.Acks) >= e.Need:
		return "too-late"
	}
	return "no"
}

func (t teller) believe() string {
	e := t.e
	key := "event." + e.Kind.String()
	switch c := t.st.Client(trace.ClientID(e.Who)); {
	case c != nil && c.Lock == trace.LockFencing:
		key += ".number"
	case e.Until >= trace.Forever:
		key += ".stays"
	case e.At.Read && e.Until <= e.At.Local:
		key = t.form(key, ".past")
	case c != nil && !c.Stops:
		key = t.form(key, ".unminded") // it goes on believing after that
	}
	if e.Fence != 0 {
		key = t.form(key, ".fence")
	}
	if e.Activity != "" {
		key = t.form(key, ".watchdog")
	}
	return t.c.Say(key, "who", e.Who, "key", e.Key, "until", t.until(), "fence", long(e.Fence))
}

// until is when a belief ends, by the clock that the lock goes by: where the client's
// wall clock shows another time, which of the two is meant is said.
func (t teller) until() string {
	at := t.reading(t.e.Until)
	c := t.st.Client(trace.ClientID(t.e.Who))
	if c == nil || c.Wall || c.WallClock.At(t.e.T) == c.Clock.At(t.e.T) {
		return at
	}
	return t.c.Say("value.monotonic", "time", at)
}

func (t teller) forget() string {
	e := t.e
	key := "event." + e.Kind.String()
	if c := t.st.Client(trace.ClientID(e.Who)); c != nil && c.Lock == trace.LockFencing {
		key = t.form(key, ".number")
	}
	return t.reasoned(key, "who", e.Who, "key", e.Key)
}

// cross tells of a client that enters or leaves the critical section, and of
// whom it meets there.
func (t teller) cross() string {
	e := t.e
	if e.Kind == trace.Leave {
		return t.reasoned("event.leave", "who", e.Who, "resource", e.Resource)
	}
	others := t.inside(e.Who, e.Resource)
	args := []string{"who", e.Who, "resource", e.Resource, "others", t.list(others), "fence", long(e.Fence)}
	key := "event.enter"
	if len(others) > 0 {
		key += ".met"
	}
	if e.Fence != 0 {
		key = t.form(key, ".fence")
	}
	return t.c.Say(key, args...)
}

// inside lists who is inside the resource besides who.
func (t teller) inside(who, resource string) []string {
	var others []string
	for i := range t.st.Clients {
		c := &t.st.Clients[i]
		if c.Inside && string(c.ID) != who && (c.Resource == "" || c.Resource == resource) {
			others = append(others, string(c.ID))
		}
	}
	return others
}
