// Package sim is the deterministic world of Lockstep and this page its manual.
//
// # A run is a value
//
// Engine version, scenario, parameters, seed, choices and actions together are a
// run (package run). Two equal runs give the same trace byte for byte, natively
// and in WebAssembly, at every speed of playback. The trace (package trace) is
// all there is: picture, verdict, narration and the state a late joiner needs are
// folds over it.
//
// # The rooms
//
//	trace       events, their forms, their hash, the fold to a state    leaf
//	choice      the one door for chance: questions with keys            leaf
//	strictyaml  YAML as people write it, errors with file and line      leaf
//	run         runs, actions, links
//	lock        the algorithms, straight-line code against Env
//	redis       one sandboxed Redis node in virtual time
//	check       invariants, a fold over events
//	world       clocks, event queue, processes, network, faults
//	scenario    scenario files, compiled to worlds; plays runs
//	sweep       many random runs at once, for tests
//
// Imports point one way: trace, choice, run <- lock, redis, check <- world <-
// scenario <- sweep, and strictyaml <- scenario. A test in this package holds that,
// and that nothing here reads a wall clock, starts a goroutine, draws from shared
// randomness, ranges over a map or computes with floats.
//
// # Where to begin
//
// Read lock/redlock.go, which is what all the rest is for; then trace/kind.go for
// what a run leaves behind; then world/engine.go for how it comes about. To add
// an algorithm, write it against lock.Env. To add a fault, give package run a
// verb and package world its deed. To add an invariant, write a rule in package
// check and a scenario that breaks it.
package sim
