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

import "lockstep/sim/trace"

// MaxText is how long the text of a goal may be, in bytes: what is longer nobody reads.
const MaxText = 400

// Goal is a predicate over traces. The zero Goal is none: see Parse.
type Goal struct {
	root term
}

// term is a node of the predicate's tree.
type term interface {
	met(events []trace.Event) bool
	// text is how it is written; level is how closely what stands around it binds.
	text(level int) string
	// walk calls f for each test below it, in order.
	walk(f func(*test))
}

// How closely something binds, from the loosest.
const (
	levelOr = iota
	levelAnd
	levelNot
)

type (
	both   struct{ left, right term }
	either struct{ left, right term }
	except struct{ of term }
)

// Met tells whether the goal is met by a run of which these are all events, its End too.
func (g *Goal) Met(events []trace.Event) bool { return g.root.met(events) }

// String returns the goal as Parse reads it, with no more parentheses than it needs.
func (g *Goal) String() string { return g.root.text(levelOr) }

// Rules returns the rules that the goal speaks of, each once, in its order.
func (g *Goal) Rules() []string {
	var rules []string
	g.root.walk(func(t *test) {
		if t.kind.sort != sortRule {
			return
		}
		for _, r := range rules {
			if r == t.name {
				return
			}
		}
		rules = append(rules, t.name)
	})
	return rules
}

func (b *both) met(events []trace.Event) bool   { return b.left.met(events) && b.right.met(events) }
func (e *either) met(events []trace.Event) bool { return e.left.met(events) || e.right.met(events) }
func (x *except) met(events []trace.Event) bool { return !x.of.met(events) }

func (b *both) text(level int) string {
	return within(level > levelAnd, b.left.text(levelAnd)+" and "+b.right.text(levelAnd))
}

func (e *either) text(level int) string {
	return within(level > levelOr, e.left.text(levelOr)+" or "+e.right.text(levelOr))
}

func (x *except) text(int) string { return "not " + x.of.text(levelNot) }

// within puts parentheses around a text, if it needs them.
func within(needs bool, text string) string {
	if needs {
		return "(" + text + ")"
	}
	return text
}

func (b *both) walk(f func(*test))   { b.left.walk(f); b.right.walk(f) }
func (e *either) walk(f func(*test)) { e.left.walk(f); e.right.walk(f) }
func (x *except) walk(f func(*test)) { x.of.walk(f) }
