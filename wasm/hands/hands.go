// Package hands says what can be done to a thing now: which actions a learner may
// take upon a node, a client, a message on its way or a link, given the state that
// the picture shows. Nothing here acts: an [Offer] holds the [run.Action] that it
// would be, and package tree makes a run of it. What would do nothing is not offered,
// or says why it is blocked; what somebody types at a node is read by [ParseCommand].
package hands

import (
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/thing"
)

// Offer is one line of a menu.
type Offer struct {
	Label   string     // in the reader's language
	Blocked string     // why it cannot be done now, in a sentence; empty if it can
	Action  run.Action // what it would be, but for its instant
	Amount  *Amount    // how much, where that is the reader's to say
	More    []Offer    // a menu of its own, instead of an action
	Console bool       // it opens the console of the node, instead of an action
}

// Amount is how long, how far or how much an action is.
type Amount struct {
	Presets     []trace.Duration // from the shortest
	Least, Most trace.Duration
	set         func(a *run.Action, d trace.Duration)
}

// Apply returns the offer's action with that amount.
func (o *Offer) Apply(d trace.Duration) run.Action {
	a := o.Action
	o.Amount.set(&a, d)
	return a
}

// Offers lists what can be done to a thing in the state s at the instant t, after all
// that happens in it. A thing that is not there, or that has been and gone, has none,
// but for a message, which says why nothing can be done to it.
func Offers(say phrase.Catalog, s *trace.State, t trace.Time, th thing.Thing) []Offer {
	m := maker{say: say, s: s, t: t}
	offers := m.offers(th)
	if s.Stopped != nil && s.Stopped.Why != trace.EndNothingLeft {
		for i := range offers {
			offers[i].Blocked = say.Say("hands.blocked.limit")
		}
	}
	return offers
}

// maker makes offers.
type maker struct {
	say phrase.Catalog
	s   *trace.State
	t   trace.Time
}

func (m *maker) offers(th thing.Thing) []Offer {
	switch th.Kind {
	case thing.Node:
		if n := m.s.Node(trace.NodeID(th.Name)); n != nil {
			return m.node(n)
		}
	case thing.Client:
		if c := m.s.Client(trace.ClientID(th.Name)); c != nil {
			return m.client(c)
		}
	case thing.Resource:
		if r := m.s.Resource(th.Name); r != nil {
			return m.resource(r)
		}
	case thing.Msg:
		return m.message(th.Name)
	case thing.Link:
		if m.exists(th.Name) && m.exists(th.To) && th.Name != th.To {
			return m.link(th.Name, th.To)
		}
	}
	return nil
}

// blocked is why something cannot be done now, or nothing if it can.
func (m *maker) blocked(is bool, why string, args ...string) string {
	if !is {
		return ""
	}
	return m.say.Say("hands.blocked."+why, args...)
}

// amount is a span from the smallest there is.
func amount(most trace.Duration, set func(*run.Action, trace.Duration), presets ...trace.Duration) *Amount {
	return &Amount{Presets: presets, Least: trace.Microsecond, Most: most, set: set}
}
