// Package world runs a world of clients, links and Redis nodes in virtual time
// and emits its trace.
//
// A [Config] says what the world consists of: package scenario compiles one from
// a scenario file. An [Engine] owns the sandboxed nodes, which are costly to make
// and cheap to reuse, and runs one world at a time.
//
// Everything happens in a heap of events ordered by time; nothing here reads a
// wall clock, starts a goroutine that outlives its turn, or ranges over a map.
// Clients are coroutines: the world resumes one at a time, and it runs until it
// needs time to pass. Chance comes from a choice.Chooser alone, by keys that name
// who and what: "latency A/1/set>n2".
//
// At one instant the scenario's faults come first, then the actions in their
// order, then everything else in the order in which it was scheduled.
package world

// Version is the engine's version. Runs that differ between two engines must
// differ in it: a link made by an older engine then says so, instead of showing
// something else than was shared.
const Version = "1"
