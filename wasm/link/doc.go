// Package link keeps a page supplied with events. It is the page's half of
// package wire as a state machine: what it wants is asked for, what came stays,
// and when the connection breaks it asks again from the first event it lacks. So
// a break costs time, never a place in the run. How a run comes out, and what makes
// two different, it asks for in the same way and in the same line.
//
// Nothing here opens sockets, reads clocks or draws random numbers: a [Port]
// does, and tells what came of it by calling [Link.Opened], [Link.Closed],
// [Link.Received] and [Link.Woken].
package link
