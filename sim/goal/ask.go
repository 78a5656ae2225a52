package goal

import "lockstep/sim/trace"

// test is one question about a trace.
type test struct {
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

// sort is what a test's name is the name of.
type sort uint8

const (
	sortRule sort = iota
	sortOutcome
	sortClient
	sortNode
)

// kind is a sort of test.
type kind struct {
	name  string
	sort  sort
	timed bool // a bound in time may follow the name
	is    func(t *test, e *trace.Event) bool
	none  bool // it is met by a run without such an event, not by one with it
}

var kinds = []kind{
	{name: "violated", sort: sortRule, is: breaks},
	{name: "never", sort: sortRule, is: breaks, none: true},
	{name: "holds", sort: sortClient, timed: true, is: func(t *test, e *trace.Event) bool {
		return e.Kind == trace.Hold && e.Who == t.name
	}},
	{name: "outcome", sort: sortOutcome, is: func(t *test, e *trace.Event) bool {
		return e.Kind == trace.End && e.Verdict == t.name
	}},
	{name: "writes", sort: sortClient, is: func(t *test, e *trace.Event) bool {
		return e.Kind == trace.Write && e.Who == t.name && e.OK
	}},
	{name: "refused", sort: sortClient, is: func(t *test, e *trace.Event) bool {
		return e.Kind == trace.Write && e.Who == t.name && !e.OK
	}},
	{name: "promoted", sort: sortNode, is: func(t *test, e *trace.Event) bool {
		return e.Kind == trace.Promote && string(e.Node) == t.name
	}},
}

func breaks(t *test, e *trace.Event) bool { return e.Kind == trace.Violation && e.Rule == t.name }

func (t *test) met(events []trace.Event) bool {
	for i := range events {
		if e := &events[i]; t.within(e.T) && t.kind.is(t, e) {
			return !t.kind.none
		}
	}
	return t.kind.none
}

// within tells whether an instant is within the bound: either before it or after it,
// the bound itself being after.
func (t *test) within(at trace.Time) bool {
	switch t.when {
	case before:
		return at < trace.Time(t.span)
	case after:
		return at >= trace.Time(t.span)
	}
	return true
}

func (t *test) text(int) string {
	text := t.kind.name + "(" + t.name
	if t.when != ever {
		text += ", " + words[t.when] + " " + t.span.String()
	}
	return text + ")"
}

func (t *test) walk(f func(*test)) { f(t) }

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
	g.root.walk(func(t *test) {
		what, names := "client", clients
		switch t.kind.sort {
		case sortClient:
		case sortNode:
			what, names = "node", nodes
		default:
			return
		}
		if err == nil && !among(names, t.name) {
			err = &Error{g.String(), t.column, "there is no " + what + " " + t.name + " in this run; there is " + list(names)}
		}
	})
	return err
}
