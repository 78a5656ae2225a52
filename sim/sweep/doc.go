// Package sweep makes random worlds, plays them, and counts what happened in them.
//
// [Random] draws any world at all: every topology, kind of lock, option and fault,
// sensible or not. Such runs show that the engine keeps its own rules whatever it
// is asked for.
//
// [Within] draws worlds inside the promises of Redlock, in which mutual exclusion
// must hold; [Outside] is the same world with one promise broken, by one of
// [Breaches], in which it must be seen to fail. The second is what makes the first
// worth anything.
//
// A seed is a world: each draw has a key that names what it decides, so a world
// does not change with the order in which it is drawn. A sweep in which nothing
// ever went wrong proves nothing, so [Counts] say which situations were reached.
package sweep
