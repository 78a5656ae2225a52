package narrate

import (
	"strings"

	"lockstep/sim/trace"
)

// fault tells of a fault and of its end.
func (t teller) fault() string {
	e := t.e
	key := "event." + e.Kind.String() + "." + e.What
	kind := ".client"
	if t.node(trace.NodeID(e.Who)) != nil {
		kind = ".node"
	}
	if t.c.Has(key + kind) {
		key += kind
	}
	if t.c.Has(key + "." + e.Data) {
		key += "." + e.Data
	}
	if !t.c.Has(key) {
		key = "event." + e.Kind.String()
	}
	args := []string{"who", e.Who, "what", t.known("what", e.What), "for", t.span(e.Lasts)}
	if e.Why != "" {
		return t.caused(t.c.Say("event.fault.nothing", append(args, "why", t.known("why", e.Why))...))
	}
	return t.caused(t.c.Say(key, args...))
}

// caused opens with who brought it about, where anybody did.
func (t teller) caused(sentence string) string {
	by := t.e.By
	if n, ok := strings.CutPrefix(by, "action "); ok {
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

// violation states the rule that broke, and whether that had been promised.
func (t teller) violation() string {
	e := t.e
	promise := "event.violation.open"
	if e.Promised {
		promise = "event.violation.promised"
	}
	return t.c.Say("event.violation", "rule", t.known("rule", e.Rule), "detail", t.known("detail", e.Detail), "promise", t.c.Say(promise))
}
