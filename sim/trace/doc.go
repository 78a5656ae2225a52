// Package trace is the record of a run: its events, their binary and JSON
// forms, a hash over the whole, and the fold from events to the state of the
// world at one instant.
//
// An [Event] is one thing that happened at one instant of true time. A run's
// events are numbered from 0 without gaps. [Encoder] and [Decoder] carry them in
// binary, [Event.AppendJSON] writes one as a line of JSON (package tracejson
// reads those lines back), [Hash] is what two equal runs have in common, and
// [State.Apply] folds them: whatever is drawn, checked or narrated about an
// instant follows from the events up to it.
//
// The browser's viewer carries this package, so it imports nothing large: no
// fmt, no encoding/json. It simulates nothing; package world makes events.
package trace
