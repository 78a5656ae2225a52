// Package goal is what a run is asked for: the goal of a challenge, and the condition
// under which an answer to a prediction is right. It is a predicate over a whole trace,
// written as people read it:
//
//	violated(mutual-exclusion)             the rule broke
//	never(stale-write)                     it did not
//	holds(A)                               A came to believe that it holds the lock
//	holds(A, before 500ms)                 sooner than 500 ms after the run began
//	holds(A, after 3s)                     at 3 s or later
//	outcome(broken)                        ok, stuck, guarded or broken
//	writes(A), refused(A)                  a write of A's was taken, was refused
//	promoted(n2)                           n2 became the primary
//	not holds(B) and (holds(A) or holds(C))
//
// Not binds closer than and, and closer than or. Package check says what a rule and an
// outcome are; a goal goes by the events alone, so that every way to reach it counts.
//
//	g, err := goal.Parse("violated(oversold) and not promoted(n2)")
//	…
//	if g.Met(events) {
package goal

import (
	"slices"

	"lockstep/sim/trace"
)

// MaxText is how long the text of a goal may be, in bytes: what is longer nobody reads.
const MaxText = 400

// Goal is a predicate over traces. The zero Goal is none: see Parse.
type Goal struct {
	root formula
}

// formula is a node of the predicate's tree.
type formula interface {
	met(events []trace.Event) bool
	// text is how it is written; level is how closely what stands around it binds.
	text(level int) string
	// walk calls f for each atom below it, in order.
	walk(f func(*atom))
	// split adds what must be so for it to be met, or not to be.
	split(not bool, parts []Part) []Part
	// tell writes it, or that it is not so, in somebody's words.
	tell(w Words, not bool) string
}

// How closely something binds, from the loosest.
const (
	levelOr = iota
	levelAnd
	levelNot
)

type (
	conjunction struct{ left, right formula }
	disjunction struct{ left, right formula }
	negation    struct{ of formula }
)

// Met tells whether the goal is met by a run of which these are all events, its End too.
func (g *Goal) Met(events []trace.Event) bool { return g.root.met(events) }

// String returns the goal as Parse reads it, with no more parentheses than it needs.
func (g *Goal) String() string { return g.root.text(levelOr) }

// Rules returns the rules that the goal speaks of, each once, in its order.
func (g *Goal) Rules() []string {
	var rules []string
	g.root.walk(func(a *atom) {
		if a.kind.subject == subjectRule && !slices.Contains(rules, a.name) {
			rules = append(rules, a.name)
		}
	})
	return rules
}

func (c *conjunction) met(events []trace.Event) bool {
	return c.left.met(events) && c.right.met(events)
}

func (d *disjunction) met(events []trace.Event) bool {
	return d.left.met(events) || d.right.met(events)
}

func (n *negation) met(events []trace.Event) bool { return !n.of.met(events) }

func (c *conjunction) text(level int) string {
	return enclosed(level > levelAnd, c.left.text(levelAnd)+" and "+c.right.text(levelAnd))
}

func (d *disjunction) text(level int) string {
	return enclosed(level > levelOr, d.left.text(levelOr)+" or "+d.right.text(levelOr))
}

func (n *negation) text(int) string { return "not " + n.of.text(levelNot) }

// enclosed puts parentheses around a text, if it needs them.
func enclosed(needs bool, text string) string {
	if needs {
		return "(" + text + ")"
	}
	return text
}

func (c *conjunction) walk(f func(*atom)) { c.left.walk(f); c.right.walk(f) }
func (d *disjunction) walk(f func(*atom)) { d.left.walk(f); d.right.walk(f) }
func (n *negation) walk(f func(*atom))    { n.of.walk(f) }
