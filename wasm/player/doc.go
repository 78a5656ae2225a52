// Package player is a playhead over a run's events. It plays, pauses, steps
// both ways and jumps, and folds the events before it to the state that is to be
// drawn.
//
// The playhead has a position among the events, not only in time: several events
// may share an instant, and stepping tells them apart. What has happened is
// events[0..k]; the time shown lies between the last of those and the next. While
// playing, time leads and k follows it; while stepping, k leads.
//
// Events may still be arriving. A playhead that reaches the last one known waits
// there, and goes on when more have come.
//
// Nothing here reads a clock: whoever draws says how much wall time has passed
// since the last frame.
package player
