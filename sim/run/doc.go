// Package run is the one idea of Lockstep: a run is a value. Engine version,
// scenario, parameters, seed, choices and actions together say everything about
// a run; equal runs give equal traces, byte for byte. [Run.Link] is its form in
// an address, [Parse] reads that back. What can be done to a world is one table of
// verbs, [Form], by which links, JSON and [Action.Check] go. The JSON form of actions
// is package runjson, which the viewer leaves out.
//
//	crash := run.Action{At: 1_200_000, Verb: run.Crash, Target: "n3", Restart: 2 * trace.Second}
//	if err := crash.Check(); err != nil {
//		return err // such as "crash.restart": it may be from 1us to 600s
//	}
//	r := &run.Run{Scenario: "redlock", Seed: 7, Actions: []run.Action{crash}}
//	r.Params = []run.Param{{Name: "lock.ttl", Value: "30s"}}
//	link := r.Link() // AgAHcmVkbG9jaw…
//	…
//	again, err := run.Parse(link) // equal to r
//
// Whether what a run names exists is checked by whoever plays it: the scenario and
// its parameters by package scenario; processes, messages and keys by the world, where
// an action upon what is not there does nothing.
package run
