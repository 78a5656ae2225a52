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
package redis
