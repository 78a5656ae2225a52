// Package matrix lays scenarios over kinds of lock and says what comes of each: the
// table that a reader who has one lock in mind, or one mishap, wants to see. Nothing
// in it is typed in: every cell is a run, and its outcome the verdict of that run.
//
// The files are in the folder matrix. One, variants.yaml, lists the locks:
//
//	common: {network: ..., lock: ..., clients: ..., resources: ...}
//	variants:
//	  - id: G
//	    title: {en: "Redlock on five nodes"}
//	    topology: independent          # or single, replicated, consensus
//	    world:                         # as in a scenario file
//	      cluster: {independent: 5}
//	      lock: {kind: redlock}
//	    guard: fencing                 # of every resource; none if left out
//
// Every other is a scenario, called as its file is:
//
//	id: S12
//	title: {en: "A node restarts empty"}
//	summary: {en: "A holds the lock on three of five nodes. ..."}
//	needs: [lock]                      # what a variant must have: see [Needs]
//	options: {clock: wall}             # of every client's lock, in this scenario
//	story: {clients: ..., faults: ...} # as in a scenario file
//	on:                                # what else holds on a topology, or for a variant
//	  single: {faults: ...}
//	  F+: {faults: ...}
//	assumed:                           # what a cell takes for granted
//	  - {for: [A, B], en: "It has one node, and that one restarts."}
//
// Scenarios name variants, so the two belong together. Of files laid over the built-in
// ones, as the option --data does, a scenario alone joins the built-in folder, or takes
// the place of one there; variants.yaml takes the place of the whole folder.
//
// A cell is what these say, each laid over those before it as
// [lockstep/sim/strictyaml.Value.Merge] does: common, the variant's world, the
// scenario's options, its story, what holds on the topology, what holds for the
// variant. It is a scenario of the library like any other, called S12.G, and so a
// link to its run opens anywhere.
//
// Whatever of lock, cluster and network a cell has otherwise than its variant, it
// names: see [Option]. A variant that lacks what a scenario needs is not run: the
// scenario has nothing in it to act on.
package matrix
