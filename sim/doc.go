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
//	profile     lock libraries, as the options that amount to them
//	run         runs, actions and what they wait for, links
//	lock        the algorithms, straight-line code against Env
//	redis       one sandboxed Redis node: persistence, replication, scripts
//	sentinel    one Redis Sentinel: watches, agrees, elects, promotes
//	consensus   a linearizable lock service, modelled simply
//	resource    what locks protect, and the guards it may have
//	because     what decides how a run comes out, and what brought it about
//	check       invariants, promises and outcomes: a fold over events
//	world       clocks, event queue, processes, network, faults
//	scenario    scenario files, compiled to worlds; plays runs
//	matrix      every scenario against every variant
//	claims      what the sources say, each sentence played in a world: tests only
//	sweep       many random worlds at once, for tests
//	golden      files that tests compare with what they make
//
// Imports point one way: trace, choice, run <- lock, redis, sentinel, consensus,
// resource, check <- world <- scenario <- matrix, claims, sweep, strictyaml <- profile <-
// scenario, and trace <- because <- check. A test in this package holds that, and that
// nothing here reads a wall clock, starts a goroutine, draws from shared randomness,
// ranges over a map or computes with floats.
//
// # Where to begin
//
// Read lock/redlock.go, which is what all the rest is for; then trace/kind.go for
// what a run leaves behind; then world/engine.go for how it comes about.
//
// To add
//
//   - a scenario: a YAML file in lessons/scenarios; the comment of package scenario
//     is its manual. server/cli/testdata/script wants its transcript.
//   - an option of a lock: a field of lock.Options and a row in scenario's table of
//     options, which makes it a field of scenario files and a parameter of runs.
//   - a library: a YAML file in sim/profile, whose comment says what stands in it,
//     with what the library does by default; and a row of the same defaults, written
//     out, in sim/profile/defaults_test.go. Each library has a habit. Where no option
//     says what the library does, its stands_in names the one that comes near, and a
//     phrase in each language tells the real thing: site.libraries.actual.ID.OPTION in
//     lessons/phrases/libraries.LANGUAGE.yaml.
//   - a habit of a library, which is what it does otherwise than its algorithm: a
//     file in lessons/habits with texts and a cure, and the scenario in which it
//     shows, lessons/scenarios/habit-ID.yaml, of a client with the library's profile.
//     Package server/habits is the manual; its tests want the run to come out badly,
//     and the cured run and a plain lock's run better. A transcript is wanted, as of
//     any scenario. A habit that no option expresses wants an option first.
//   - an algorithm: straight-line code against lock.Env.
//   - a fault: a verb in the table of package run, and the deed in world/fault.go.
//   - a machine: a file of package world, which build.go makes.
//   - an invariant: a rule in package check, its name in trace/words.go, what its
//     promise rests on in check/promise.go, and a canary that breaks it.
//   - a kind of event, or a field: the tables in trace/kind.go and trace/field.go.
//
// Whatever a trace can say needs its sentence in lessons/phrases, in every
// language: tests of package narrate ask for it.
package sim
