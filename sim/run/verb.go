package run

import "lockstep/sim/trace"

// Verb is what an action does.
type Verb uint8

// The verbs, in the order of the link form: append new ones at the end.
const (
	Crash     Verb = iota + 1 // a node, a client or a sentinel stops dead
	Restart                   // it comes back
	Pause                     // a client's whole process stands still
	Stall                     // only its worker does: its timers live
	Partition                 // some cannot reach others
	Lose                      // a link loses some of its messages
	Slow                      // a link takes longer
	Drop                      // one message is lost
	Delay                     // one message takes longer
	Duplicate                 // one message is delivered twice
	Clock                     // a wall clock jumps, or both clocks change their rate
	Flush                     // a node loses all its keys
	Evict                     // a node gives up one key
	Command                   // a node runs a command that a person typed
	Heal                      // faults of links end
)

// Form says what goes with a verb. The link form, the JSON form and the check of
// an action all go by it, so they cannot disagree about what an action holds.
type Form struct {
	Name     string
	Of       []Of             // what sort of process it is done to; none if to no process
	Required []*Field[Action] // those always there
	Optional []*Field[Action] // those left out while zero
	OneOf    []*Field[Action] // those of which one is there, the others zero
	AnyOf    []*Field[Action] // those of which one at least is there
}

var forms = [...]Form{
	Crash:     {Name: trace.WhatCrash, Of: []Of{OfNode, OfClient, OfSentinel}, Optional: fields{fData, fRestart}},
	Restart:   {Name: trace.WhatRestart, Of: []Of{OfNode, OfClient, OfSentinel}},
	Pause:     {Name: trace.WhatPause, Of: []Of{OfClient}, Required: fields{fFor}},
	Stall:     {Name: trace.WhatStall, Of: []Of{OfClient}, Required: fields{fFor}},
	Partition: {Name: trace.WhatPartition, Required: fields{fCut}, Optional: fields{fOneWay}},
	Lose:      {Name: trace.WhatLose, Required: fields{fLink, fPPM}},
	Slow:      {Name: trace.WhatSlow, Required: fields{fLink, fBy}},
	Drop:      {Name: trace.WhatDrop, Required: fields{fMsg}},
	Delay:     {Name: trace.WhatDelay, Required: fields{fMsg, fBy}},
	Duplicate: {Name: trace.WhatDuplicate, Required: fields{fMsg}},
	Clock:     {Name: trace.WhatClock, Of: []Of{OfNode, OfClient}, OneOf: fields{fJump, fRate}},
	Flush:     {Name: trace.WhatFlush, Of: []Of{OfNode}},
	Evict:     {Name: trace.WhatEvict, Of: []Of{OfNode}, Required: fields{fKey}},
	Command:   {Name: trace.WhatCommand, Of: []Of{OfNode}, Required: fields{fArgs}},
	Heal:      {Name: trace.WhatHeal, AnyOf: fields{fHealCut, fHealSlow, fHealLose}},
}

// Fields lists all the fields that may go with the verb, besides whom it is done
// to, in the order in which they are written.
func (f *Form) Fields() []*Field[Action] {
	var all []*Field[Action]
	for _, list := range [...][]*Field[Action]{f.Required, f.Optional, f.OneOf, f.AnyOf} {
		all = append(all, list...)
	}
	return all
}

// Form returns what goes with a valid verb.
func (v Verb) Form() *Form { return &forms[v] }

// Valid tells whether v is one of the verbs above.
func (v Verb) Valid() bool { return v >= Crash && v <= Heal }

// String returns the verb as it stands in an action's JSON.
func (v Verb) String() string {
	if v.Valid() {
		return forms[v].Name
	}
	return "unknown"
}

// VerbNamed returns the verb of that name, or false.
func VerbNamed(name string) (Verb, bool) {
	for v := Crash; v.Valid(); v++ {
		if forms[v].Name == name {
			return v, true
		}
	}
	return 0, false
}
