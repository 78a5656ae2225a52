// Package cells says in words what came of the matrix's cells, and why. Every number
// in a sentence is the run's.
package cells

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/because"
	"lockstep/sim/matrix"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// Outcome is the word for an outcome.
func Outcome(c phrase.Catalog, outcome string) string { return c.Say(outcomeKey(outcome)) }

// Meaning says in a sentence what an outcome means.
func Meaning(c phrase.Catalog, outcome string) string { return c.Say(outcomeKey(outcome) + ".means") }

func outcomeKey(outcome string) string {
	return "site.matrix.outcome." + strings.ReplaceAll(outcome, "/", "-")
}

// Reason is a sentence that says what decides the cell.
func Reason(c phrase.Catalog, cell *matrix.Cell) string {
	t := teller{c, cell}
	var parts []string
	switch {
	case cell.Lacks != "":
		parts = []string{c.Say("site.matrix.lacks." + strings.ReplaceAll(cell.Lacks, " ", "-"))}
	case cell.Outcome == trace.VerdictStuck:
		parts = []string{t.waits()}
	case cell.Outcome == trace.VerdictOK:
		parts = t.stays()
	default:
		for i := range cell.Why.Events {
			parts = append(parts, t.event(cell.Why.Events[i]))
		}
		if cell.Outcome == trace.VerdictGuarded && !slices.ContainsFunc(cell.Why.Events, because.Refusal) {
			parts = append(parts, c.Say("site.matrix.why.intact"))
		}
	}
	if len(parts) == 0 {
		return Meaning(c, cell.Outcome)
	}
	text := parts[0]
	for _, part := range parts[1:] {
		text = c.Say("site.matrix.joined", "first", text, "then", part)
	}
	return c.Say("site.matrix.sentence", "text", capital(text))
}

// Promise says whether a broken cell's lock had promised otherwise. Of other cells it
// says so if it had, and else nothing.
func Promise(c phrase.Catalog, cell *matrix.Cell) string {
	switch {
	case cell.Promised:
		return c.Say("site.matrix.promised")
	case cell.Outcome == trace.VerdictBroken:
		return c.Say("site.matrix.unpromised")
	}
	return ""
}

// Options lists what the scenario sets beyond the variant, such as clock: wall; or
// nothing.
func Options(c phrase.Catalog, cell *matrix.Cell) string {
	if len(cell.Options) == 0 {
		return ""
	}
	var all []string
	for _, o := range cell.Options {
		all = append(all, o.Name+": "+o.Value)
	}
	return c.Say("site.matrix.options", "options", strings.Join(all, ", "))
}

// Assumed says what the cell takes for granted, in a language; or nothing.
func Assumed(c phrase.Catalog, cell *matrix.Cell, lang string) string {
	if cell.Assumed.IsZero() {
		return ""
	}
	return c.Say("site.matrix.assumed", "text", cell.Assumed.In(lang))
}

// teller is one cell and the words for it.
type teller struct {
	c    phrase.Catalog
	cell *matrix.Cell
}

func (t teller) event(e *trace.Event) string {
	args := []string{"who", e.Who, "with", e.With, "t", t.at(e.T), "resource", t.resource(e), "fence", strconv.FormatInt(e.Fence, 10)}
	switch {
	case because.Refusal(e) && e.Why == trace.WhyStaleNumber:
		return t.c.Say("site.matrix.why.refused", args...)
	case because.Refusal(e) && e.OK:
		return t.c.Say("site.matrix.why.done-already", args...)
	case because.Refusal(e):
		return t.c.Say("site.matrix.why.refused.other", args...)
	case e.Rule == trace.RuleMutualExclusion && e.With == "":
		return t.c.Say("site.matrix.why.mutual-exclusion.alone", args...)
	}
	return t.c.Say("site.matrix.why."+e.Rule, args...)
}

// resource is what the event is about: there is one in every scenario.
func (t teller) resource(e *trace.Event) string {
	if e.Resource != "" {
		return e.Resource
	}
	return e.Key
}

func (t teller) waits() string {
	w := t.cell.Why.Wait
	inside := t.c.Say("site.matrix.why.stuck.nobody")
	if t.cell.Why.Inside != "" {
		inside = t.c.Say("site.matrix.why.stuck.inside", "who", t.cell.Why.Inside)
	}
	args := []string{"who", w.Who, "from", t.at(w.From), "to", t.at(w.To), "inside", inside}
	switch {
	case w.Open:
		return t.c.Say("site.matrix.why.stuck.open", args...)
	case w.GaveUp:
		return t.c.Say("site.matrix.why.stuck.gave-up", args...)
	}
	return t.c.Say("site.matrix.why.stuck", args...)
}

func (t teller) stays() []string {
	var all []string
	for _, s := range t.cell.Why.Stays {
		key := "site.matrix.why.stay"
		switch {
		case s.To == 0:
			key += ".open"
		case s.Crashed:
			key += ".crashed"
		case s.Cut:
			key += ".cut"
		}
		all = append(all, t.c.Say(key, "who", s.Who, "from", t.at(s.From), "to", t.at(s.To)))
	}
	if len(all) == 0 {
		all = []string{t.c.Say("site.matrix.why.nobody")}
	}
	return all
}

// at writes an instant in seconds, to the hundredth.
func (t teller) at(when trace.Time) string {
	const hundredth = 10 * trace.Millisecond
	n := (int64(when) + int64(hundredth)/2) / int64(hundredth)
	text := strconv.FormatInt(n/100, 10)
	if rest := n % 100; rest > 0 {
		text += "." + strings.TrimRight(strconv.FormatInt(100+rest, 10)[1:], "0")
	}
	return t.c.Say("unit.s", "n", text)
}

// capital begins a sentence: parts of one begin small where they can.
func capital(text string) string {
	if text != "" && text[0] >= 'a' && text[0] <= 'z' {
		return string(text[0]-'a'+'A') + text[1:]
	}
	return text
}
