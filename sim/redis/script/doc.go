// Package script runs the Lua scripts of EVAL inside bounds.
//
// The machine is gopher-lua, which is fast and complete but trusts its scripts.
// Here scripts come from anyone, and Go can recover neither from a stack
// overflow nor from running out of memory; so every bound comes before the deed:
//
//   - The source is limited in length and, once parsed, in nesting.
//   - The syntax tree is rewritten before it is compiled (rewrite.go): what the
//     machine would do in one instruction without asking, joining strings,
//     storing under an index, making a table, measuring one, becomes a call to
//     a function of ours that charges for it.
//   - The library is our own (base.go, strings.go, pattern.go, format.go,
//     tables.go, math.go, redis.go). It has nothing that loads, prints, reads a
//     clock or draws at random, and shows no address of memory.
//   - A budget (budget.go) of steps and of bytes is charged for all of it. The
//     machine asks the budget before every instruction. Once it is spent,
//     pcall no longer catches anything and the script ends.
//
// The machine is kept from script to script, since to build one costs more than
// a script does. That is safe as nothing a script can reach outlives it: the
// globals and the library are read-only, as in Redis.
//
// Numbers of Lua are floating point, so this package is the one under sim that
// has any. Arithmetic, square roots and formatting are the same on all platforms;
// what is not (exponentials, logarithms, a number that fits no integer) is made
// of what is, or left out.
package script
