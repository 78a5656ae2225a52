// Package hands says what can be done to a thing now: which actions a learner may
// take upon a node, a client, a message on its way or a link, given the state that
// the picture shows. Nothing here acts: an [Offer] holds the [run.Action] that it
// would be, and package tree makes a run of it.
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
	Label       string
	Presets     []trace.Duration // in the order shown; the first is the usual one
	Least, Most trace.Duration
	set         func(a *run.Action, d trace.Duration)
}

// Apply returns the offer's action with that amount.
func (o *Offer) Apply(d trace.Duration) run.Action {
	a := o.Action
	o.Amount.set(&a, d)
	return a
}

// Offers lists what can be done to a thing in the state s at the instant t.
func Offers(say phrase.Catalog, s *trace.State, t trace.Time, th thing.Thing) []Offer { return nil }

// Group is things of one kind, for a list of all that can be taken hold of.
type Group struct {
	Label  string
	Things []Named
}

// Named is a thing and what to call it in the reader's language.
type Named struct {
	thing.Thing
	Label string
}

// All lists everything that can be taken hold of in the state s.
func All(say phrase.Catalog, s *trace.State) []Group { return nil }
