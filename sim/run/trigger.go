package run

import "lockstep/sim/trace"

// Trigger is the event that an action waits for: the nth of those that it matches.
type Trigger struct {
	Kind  trace.Kind
	Who   string // the process that it is about, of whatever sort, or trace.Operator; empty for any
	Node  string // the node that it is about; empty for any
	Rule  string // of a violation, one of trace.Rules; empty for any
	Phase string // of a phase, one of trace.Phases; empty for any
	Nth   int    // which of them, from 1
}

// Matches tells whether e is one of the events that t waits for. Who of a message
// that leaves is its sender, and Node the node that it is sent to. Events that
// tell of a message by name alone are about whoever they say, not about the client
// in that name.
func (t *Trigger) Matches(e *trace.Event) bool {
	who, node := e.Who, string(e.Node)
	if e.Kind == trace.Send {
		who, node = e.From, e.To
	}
	return e.Kind == t.Kind &&
		(t.Who == "" || t.Who == who) &&
		(t.Node == "" || t.Node == node) &&
		(t.Rule == "" || t.Rule == e.Rule) &&
		(t.Phase == "" || t.Phase == e.Phase)
}
