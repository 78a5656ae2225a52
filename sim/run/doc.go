// Package run is the one idea of Lockstep: a run is a value. Engine version,
// scenario, parameters, seed, choices and actions together say everything about
// a run; equal runs give equal traces, byte for byte. [Run.Link] is its form in
// an address, [Parse] reads that back. What can be done to a world is one table of
// verbs, [Form], by which links, JSON and [Action.Check] go. The JSON form of actions
// is package runjson, which the viewer leaves out.
package run
