package narrate

import (
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// violation says what happened, and whether it had been promised that it cannot.
func (t teller) violation() string {
	promise := "event.violation.open"
	if t.e.Promised {
		promise = "event.violation.promised"
	}
	return t.c.Say("event.violation", "what", t.rule(), "promise", t.c.Say(promise))
}

// Rule says how the rule of a violation was broken.
func Rule(c phrase.Catalog, e *trace.Event) string { return teller{c, &trace.State{}, e}.rule() }

// rule says how a rule was broken.
func (t teller) rule() string {
	e := t.e
	key := "rule." + e.Rule
	if !t.c.Has(key) {
		return e.Rule + ": " + e.Detail
	}
	return t.c.Say(t.form(key, t.about()),
		"who", t.name(e.Who), "with", t.name(e.With), "resource", e.Resource, "node", string(e.Node), "key", e.Key)
}

// about is the ending of the sentence that makes do with what the event tells.
func (t teller) about() string {
	if t.e.With != "" {
		return ".with"
	}
	return ""
}
