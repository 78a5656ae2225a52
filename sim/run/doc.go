// Package run is the one idea of Lockstep: a run is a value. Engine version,
// scenario, parameters, seed, choices and actions together say everything about
// a run; equal runs give equal traces, byte for byte. [Run.Link] is its form in
// an address, [Parse] reads that back. Reading actions from JSON is package
// runjson, which the viewer leaves out.
package run
