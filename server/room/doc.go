// Package room is what a class shares, as a state machine: the scenes that its instructor
// has prepared, which run is shown and where its playhead is, who drives, and the poll.
//
// A [Room] reads no clock and does no I/O: whoever keeps it, package rooms, passes the time
// in, sends what changes to the members and has it stored. It belongs to one goroutine.
// Roles are decided here, at every command, by what the server knows of who sends it.
//
// What is shown is a fragment as package tree has it: the runs of the scene with the one
// that is chosen, a few hundred bytes. So a room is small, and everything else that a
// member needs follows from it: the picture, the verdict, the link to the run as driven.
// A room plays no run, so that of a playhead that runs it knows the place alone; see [Head].
//
// Its owner is whoever opened it, on as many devices as know the secret. Everybody else is
// a person with a number, which is all that a room knows of people.
//
// What outlives the server is three things, which are stored apart: the [State], as it is
// after a change; every person's number, once; every [Vote]. To bring a room back, check the
// state, restore it, then recall the people and the votes.
package room
