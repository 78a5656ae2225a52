// Package player is a playhead over a run's events. It plays, pauses, steps both
// ways and jumps, and folds the events before it to the state that is to be
// drawn.
//
// Events are taken in as steps, and each step has its place on a line of wall
// time, so that steps of one instant follow each other too: virtual time stands
// still meanwhile. The playhead is a place on that line and nothing else. What
// has happened, what is told of it and what the clock shows are functions of that
// place, however the playhead came there.
//
// Events may still be arriving. A playhead that reaches the last one known waits
// there, and goes on when more have come; one that is sent to what is not known yet
// goes there when it is.
//
// A run that begins as another did has a player that adopts the other's beginning.
// States are kept along the way, so that going back folds few events again.
//
// Nothing here reads a clock: whoever draws says how much wall time has passed
// since the last frame.
package player
