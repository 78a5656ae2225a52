// Package scenario reads scenario files and plays runs of them.
//
// A scenario file is YAML and says what a world consists of: nodes, how messages
// travel, the lock and its options, the clients, and the scenario's own faults.
// A run names a scenario and may change its parameters; [Library.Play] compiles
// the two into a world and runs it.
//
//	title: Redlock on five nodes
//	summary: Two clients want the same lock; one waits for the other.
//	resource: invoice-42
//	nodes: 5
//	network:
//	  latency: 1ms..4ms         # each way, drawn evenly
//	  loss: 0                   # messages lost by chance, in a million
//	  links:                    # exceptions, both ways between the two
//	    - {between: [A, n3], latency: 20ms}
//	lock:
//	  kind: redlock
//	  key: lock:invoice:42
//	  ttl: 10s                  # every option of options.go, each a parameter too
//	clients:
//	  - {id: A, start: 10ms, takes: 400ms}
//	faults:                     # as actions on the command line
//	  - {at: 1.2s, crash: {node: n3, data: lose}}
//
// Whatever is wrong with a file or a run is an [InputError] that says what, where
// and what would be right.
package scenario
