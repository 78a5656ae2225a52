package attempt

import (
	"lockstep/sim/goal"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/words"
)

// lacks says of a goal that is not met what is missing, and what is there already.
func lacks(c phrase.Catalog, g *goal.Goal, events []trace.Event) string {
	var missing, there string
	for _, p := range g.Parts() {
		clause := p.Tell(claims{c})
		if p.Met(events) {
			there = then(c, there, clause)
		} else {
			missing = then(c, missing, clause)
		}
	}
	if there == "" {
		return c.Say("challenge.unmet", "missing", missing)
	}
	return c.Say("challenge.unmet.some", "missing", missing, "there", there)
}

// then is a clause after others.
func then(c phrase.Catalog, text, clause string) string {
	if text == "" {
		return clause
	}
	return c.Say("goal.then", "first", text, "next", clause)
}

// claims are the words of goals in a language: a goal.Words.
type claims struct{ phrase.Catalog }

// Claim is a clause: two are inside at the same time.
func (c claims) Claim(x goal.Claim) string {
	key := "goal." + x.Kind
	name := x.Name
	switch x.Kind {
	case "violated":
		key += "." + x.Name
	case "outcome":
		name = c.Say("outcome." + x.Name)
	}
	if x.Bound != "" {
		key += "." + x.Bound
	}
	if x.Not {
		key += ".not"
	}
	return c.Say(key, "name", name, "t", words.Span(c.Catalog, x.Span))
}

// Both is that two clauses are so.
func (c claims) Both(a, b string) string { return c.Say("goal.both", "a", a, "b", b) }

// Either is that one is so at least.
func (c claims) Either(a, b string) string { return c.Say("goal.either", "a", a, "b", b) }
