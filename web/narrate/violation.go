package narrate

// violation says what happened, and whether it had been promised that it cannot.
func (t teller) violation() string {
	e := t.e
	promise := "event.violation.open"
	if e.Promised {
		promise = "event.violation.promised"
	}
	what := e.Rule + ": " + e.Detail
	if key := "rule." + e.Rule; t.c.Has(key) {
		key = t.form(key, t.about())
		what = t.c.Say(key, "who", t.name(e.Who), "with", t.name(e.With), "resource", e.Resource, "node", string(e.Node), "key", e.Key)
	}
	return t.c.Say("event.violation", "what", what, "promise", t.c.Say(promise))
}

// about is the ending of the sentence that makes do with what the event tells.
func (t teller) about() string {
	if t.e.With != "" {
		return ".with"
	}
	return ""
}
