package goal

import (
	"slices"

	"lockstep/sim/trace"
)

// atom is one question about a trace, which has no formula within it.
type atom struct {
	kind   *kind
	name   string // of the rule, client, node or outcome
	when   when
	span   trace.Duration
	column int // where the name stands in the text, from 1
}

// when bounds the instant of an event.
type when uint8

const (
	ever when = iota
	before
	after
)

// words are how a bound is written.
var words = [...]string{before: "before", after: "after"}

// subject is what an atom is about, and so what it names.
type subject uint8

const (
	subjectRule subject = iota
	subjectOutcome
	subjectClient
	subjectNode
)

// kind is what an atom asks: whether a run has an event that is so.
type kind struct {
	name    string
	subject subject
	timed   bool // a bound in time may follow the name
	is      func(a *atom, e *trace.Event) bool
	none    bool // it is met by a run without such an event, not by one with it
}

// kindViolated is what a goal without it is told by: never is that it is not so.
const kindViolated = "violated"

var kinds = []kind{
	{name: kindViolated, subject: subjectRule, is: breaks},
	{name: "never", subject: subjectRule, is: breaks, none: true},
	{name: "holds", subject: subjectClient, timed: true, is: func(a *atom, e *trace.Event) bool {
		return e.Kind == trace.Hold && e.Who == a.name
	}},
	{name: "outcome", subject: subjectOutcome, is: func(a *atom, e *trace.Event) bool {
		return e.Kind == trace.End && e.Verdict == a.name
	}},
	{name: "writes", subject: subjectClient, is: func(a *atom, e *trace.Event) bool {
		return e.Kind == trace.Write && e.Who == a.name && e.OK
	}},
	{name: "refused", subject: subjectClient, is: func(a *atom, e *trace.Event) bool {
		return e.Kind == trace.Write && e.Who == a.name && !e.OK
	}},
	{name: "promoted", subject: subjectNode, is: func(a *atom, e *trace.Event) bool {
		return e.Kind == trace.Promote && string(e.Node) == a.name
	}},
}

func breaks(a *atom, e *trace.Event) bool { return e.Kind == trace.Violation && e.Rule == a.name }

func (a *atom) met(events []trace.Event) bool {
	for i := range events {
		if e := &events[i]; a.within(e.T) && a.kind.is(a, e) {
			return !a.kind.none
		}
	}
	return a.kind.none
}

// within tells whether an instant is within the bound: either before it or after it,
// the bound itself being after.
func (a *atom) within(at trace.Time) bool {
	switch a.when {
	case before:
		return at < trace.Time(a.span)
	case after:
		return at >= trace.Time(a.span)
	}
	return true
}

func (a *atom) text(int) string {
	text := a.kind.name + "(" + a.name
	if a.when != ever {
		text += ", " + words[a.when] + " " + a.span.String()
	}
	return text + ")"
}

func (a *atom) walk(f func(*atom)) { f(a) }

// Check tells whether all clients and nodes that the goal speaks of are there in a run,
// by its first event: of somebody who is not, nothing would ever be true. The error is
// an [*Error].
func (g *Goal) Check(events []trace.Event) error {
	if len(events) == 0 {
		return nil
	}
	var clients, nodes []string
	for i := range events[0].Clients {
		clients = append(clients, string(events[0].Clients[i].ID))
	}
	for i := range events[0].Nodes {
		nodes = append(nodes, string(events[0].Nodes[i].ID))
	}
	var err error
	g.root.walk(func(a *atom) {
		what, names := "client", clients
		switch a.kind.subject {
		case subjectClient:
		case subjectNode:
			what, names = "node", nodes
		default:
			return
		}
		if err == nil && !slices.Contains(names, a.name) {
			err = &Error{g.String(), a.column, "there is no " + what + " " + a.name + " in this run; there is " + list(names)}
		}
	})
	return err
}
