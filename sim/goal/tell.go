package goal

import "lockstep/sim/trace"

// Part is one of the things that must all be so for a goal to be met.
type Part struct {
	of  formula
	not bool // it is that this is not so
}

// Parts returns them in the order of the goal. What is left of them is a claim, or
// alternatives: not (A or B) has the parts not A and not B.
func (g *Goal) Parts() []Part { return g.root.split(false, nil) }

// Met tells whether the part is met by a run of which these are all events.
func (p *Part) Met(events []trace.Event) bool { return p.of.met(events) != p.not }

// Tell writes the part in somebody's words.
func (p *Part) Tell(w Words) string { return p.of.tell(w, p.not) }

// Claim is what a goal claims of a run, such as that A holds the lock before 500 ms.
type Claim struct {
	Kind string // as a goal writes it, though never is a violated that is not so
	Name string // of the rule, outcome, client or node
	Not  bool   // it is that this is not so

	Bound string // before, after, or empty
	Span  trace.Duration
}

// Words are how somebody writes a goal for people.
type Words interface {
	Claim(Claim) string
	Both(a, b string) string
	Either(a, b string) string
}

func (c *conjunction) split(not bool, parts []Part) []Part {
	if not {
		return append(parts, Part{c, not})
	}
	return c.right.split(not, c.left.split(not, parts))
}

func (d *disjunction) split(not bool, parts []Part) []Part {
	if !not {
		return append(parts, Part{d, not})
	}
	return d.right.split(not, d.left.split(not, parts))
}

func (n *negation) split(not bool, parts []Part) []Part { return n.of.split(!not, parts) }
func (a *atom) split(not bool, parts []Part) []Part     { return append(parts, Part{a, not}) }

func (c *conjunction) tell(w Words, not bool) string {
	if not {
		return w.Either(c.left.tell(w, not), c.right.tell(w, not))
	}
	return w.Both(c.left.tell(w, not), c.right.tell(w, not))
}

func (d *disjunction) tell(w Words, not bool) string {
	if not {
		return w.Both(d.left.tell(w, not), d.right.tell(w, not))
	}
	return w.Either(d.left.tell(w, not), d.right.tell(w, not))
}

func (n *negation) tell(w Words, not bool) string { return n.of.tell(w, !not) }

func (a *atom) tell(w Words, not bool) string {
	c := Claim{Kind: a.kind.name, Name: a.name, Not: not, Bound: words[a.when], Span: a.span}
	if a.kind.none {
		c.Kind, c.Not = kindViolated, !not
	}
	return w.Claim(c)
}
