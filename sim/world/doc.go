// Package world runs a world of clients, links, Redis nodes, sentinels, members of
// a lock service and resources in virtual time, and emits its trace.
//
// A [Config] says what the world consists of: package scenario compiles one from
// a scenario file. An [Engine] owns the sandboxed nodes, which are costly to make
// and cheap to reuse, and runs one world at a time.
//
// Everything happens in a heap of events ordered by time; nothing here reads a
// wall clock, starts a goroutine that outlives its turn, or ranges over a map.
// What clients do are coroutines: the world resumes one at a time, and it runs
// until it needs time to pass. Chance comes from a choice.Chooser alone, by keys
// that name who and what: "latency A/1/set>n2".
//
// At one instant the scenario's faults come first, then the actions in their
// order, then everything else in the order in which it was scheduled. A fault that
// waits for an event comes right after it, before the process whose event it was
// takes its next step.
//
// # Where to look
//
//	engine, queue      the loop, and what can happen
//	build              the machines, and how they begin
//	endpoint           what all machines have in common
//	process, activity  a client, and what it does: env and ask are its view
//	network, links     messages under way, and what faults make of links
//	host               a Redis node; replication is what it does with others
//	sentinel, member   a Redis Sentinel; a member of the lock service
//	asset              a resource
//	fault              faults, actions, and the triggers that let them loose
package world

// Version is the engine's version. Runs that differ between two engines must
// differ in it: a link made by an older engine then says so, instead of showing
// something else than was shared.
const Version = "3"
