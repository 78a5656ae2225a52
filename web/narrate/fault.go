package narrate

import (
	"strings"

	"lockstep/sim/trace"
)

// fault tells of a fault and of its end.
func (t teller) fault() string {
	e := t.e
	args := []string{"who", e.Who, "what", t.known("what", e.What), "for", t.span(e.Lasts)}
	if e.Why != "" {
		key := t.form("event.fault.nothing", "."+e.What)
		return t.caused(t.c.Say(key, append(args, "why", t.known("why", e.Why))...))
	}
	kind := ".client"
	if t.node(trace.NodeID(e.Who)) != nil {
		kind = ".node"
	}
	key := "event." + e.Kind.String()
	key = t.form(key, "."+e.What, "."+e.What+kind, "."+e.What+kind+"."+e.Data)
	return t.caused(t.c.Say(key, args...))
}

// caused opens with who brought it about, where anybody did.
func (t teller) caused(sentence string) string {
	by := t.e.By
	if n, ok := strings.CutPrefix(by, trace.ByAction); ok {
		return t.c.Say("sentence.by", "sentence", sentence, "by", t.c.Say("by.action", "n", n))
	}
	if by == "" {
		return sentence
	}
	return t.c.Say("sentence.by", "sentence", sentence, "by", t.known("by", by))
}

func (t teller) clock() string {
	e := t.e
	offset := t.span(e.Offset)
	if e.Offset > 0 {
		offset = "+" + offset
	}
	if e.Rate == trace.Million {
		return t.c.Say("event.clock", "who", e.Who, "offset", offset)
	}
	return t.c.Say("event.clock.rate", "who", e.Who, "offset", offset, "rate", number(int(e.Rate)))
}

// violation says what happened, and whether it had been promised that it cannot.
func (t teller) violation() string {
	e := t.e
	promise := "event.violation.open"
	if e.Promised {
		promise = "event.violation.promised"
	}
	what := e.Rule + ": " + e.Detail
	if key := "rule." + e.Rule; t.c.Has(key) {
		var node string
		if t.st.Last != nil { // the event that broke the rule
			node = string(t.st.Last.Node)
		}
		what = t.c.Say(key, "who", e.Who, "others", t.list(t.inside(e.Who)), "resource", e.Resource, "node", node)
	}
	return t.c.Say("event.violation", "what", what, "promise", t.c.Say(promise))
}
