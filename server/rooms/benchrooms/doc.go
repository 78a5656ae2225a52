// Package benchrooms measures what a room costs that many watch: its benchmark has a class
// of up to 5,000 in a second process follow a driver, over loopback.
//
// The same story is told three times. Ours is a real [rooms.Rooms] over HTTP, with the real
// engine behind it. The floor is the least that can be done without putting events together:
// the same bytes over raw TCP, one reader, one writer and a bounded queue per connection,
// one frame an event. Centrifuge is that library behind its WebSocket handler, with the same
// bytes, one publication an event.
//
// An event is what a viewer must learn separately: an event of the trace that differs from
// the one shown before, how the run comes out, that it is shown, a move of the playhead, a
// count of a poll. A moment of the story is told no sooner than a quarter of a second after
// the one before, and once every viewer has all of that: nothing piles up, however slow the
// machine.
//
// Reported are, of the server's process:
//
//	cpu-µs/event   time on the processors, user and system, per event delivered to a viewer
//	p50-ms, p99-ms from before the driver's command until a viewer has all of the moment; not
//	               of answers to a poll, whose count waits on purpose
//	B/conn         heap and stacks per connection, after a collection
//	x/floor        of cpu-µs/event, what ours takes for each of the floor's
//	x/centrifuge   likewise
//
// Ours alone pays for the driver's commands and for playing the runs: to the other two they
// are given.
package benchrooms
