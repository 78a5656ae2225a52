// Package redis is one sandboxed Redis server in virtual time.
//
// A [Node] is called like a function: [Node.Exec] runs one command at an
// instant of the node's own wall clock, which the caller keeps, and returns the
// reply together with the state of every key the command named. Nothing here
// listens, waits, or reads a clock; equal calls give equal answers.
//
// Data and most commands are miniredis, which this package alone imports.
// Miniredis is a test double: it trusts its caller, keeps time in another way
// than Redis does, and builds a Lua machine for every script. So the node
//
//   - lists what it understands (commands.go) and checks arguments and sizes
//     before miniredis sees them,
//   - keeps deadlines itself, as Redis does (deadline.go),
//   - runs scripts in package script, with a budget of steps and of memory,
//   - turns a panic into an error reply, and lives on.
//
// The reference is Redis 7. A test replays generated commands against the real
// server and compares bytes.
//
// The caller asks [Node.NextExpiry] when the next key will run out, and calls
// [Node.Expire] then to learn which; a command at that instant or later finds
// them gone in any case.
//
// A node may crash and come back ([Node.Crash], [Node.Restart]): its
// [Persistence] decides what it then has (persistence.go). It is a primary or a
// replica ([Node.SetRole]). A primary tells in each [Result] what its replicas
// must do ([Effect]); a replica is given that with [Node.Apply], or everything
// with [Node.Load] (replication.go), and deletes nothing of its own accord
// (hidden.go). Bytes and time are the caller's to move, so REPLICAOF and WAIT,
// which ask for that, end as a request in the Result (role.go).
package redis
