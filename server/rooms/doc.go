// Package rooms holds the rooms of a server, and their members' WebSockets.
//
// What a room is, package room says, as a state machine that one goroutine owns: a [Room]
// here is that goroutine. It alone reads and changes the state, and waits for nobody:
// whatever takes long, as playing a run that is to be shown, its members' goroutines do
// before they come to it, and what it sends goes into queues that are never waited for.
//
// A member is one page, on one connection, served by two goroutines: one reads commands and
// has them carried out, one after another; one writes. Between the room and who writes there
// is a bounded queue of frames. Frames for many are encoded once. A member that does not
// read lets its queue run full: the queue is emptied, and when the connection takes something
// again the member gets the room as it is then. One that takes nothing for
// [Limits.WriteWait] is dropped, and comes back by itself. So no member delays another.
//
// A room that has ended is in memory only while somebody looks at it, and else in the store
// alone, until [Limits.Keep] has passed. The store holds [Limits.Kept] rooms at most, also where
// it is no file but memory.
//
// # Frames
//
// Text frames are JSON. To pages:
//
//	{"seq":13,"prev":12,"epoch":"k3f9","by":4,"n":7,"room":{...}}
//
// what has changed of the room: see [room.View]. The first after quiet goes out at once, and
// what changes while [Limits.Together] passes goes into one frame. What nobody waits for, as
// how many are there and how many have answered, is told every [Limits.Unhurried] at most.
// A frame whose prev is not the last that a page has tells that it has missed some; with
// prev 0 it is the room as a whole. By and n say whose command moved the playhead, and
// which, where one page did: that page need not follow itself.
//
//	{"beat":13,"head":{...}}  nothing but that is new: every few seconds, and on joining
//	{"you":{...}}             what a member is told of itself: see [room.YouView]
//	{"own":{...}}             what the owner's pages alone are told: see [room.OwnView]
//	{"ack":5}                 the member's command 5 was carried out, and a vote stored
//	{"no":5,"why":"over"}     it was not: see [room.Refusal]. Why is "unknown" of what is no
//	                          command, with the "field" that is wrong, if it is one
//
// From pages come commands: see [room.Command]. Besides those, "again" asks for the room as
// a whole. Binary frames are of package wire, and carry the events of the run that the next
// frame shows and how it comes out: see [wire.Pushed]. They are a gift: a page that lacks
// them asks the server's other socket. A run too large is not pushed.
//
// A page connects with ?lang=, the language in which it wants to know how runs come out. One
// that connects anew names the last frame that it had, ?seq=, and the room's life in this
// server, ?epoch=. If that was the last, it gets a beat; if what it missed is still known, and
// no other run was shown meanwhile, it gets that; else the room as a whole.
//
// # Who is who
//
// A room's owner is whoever holds its key, in a cookie. A person is whoever has a certain
// cookie of random bits, and by that alone counts once; who has none can watch, and
// is asked again in the handshake to take one. Neither cookie is kept, logged or sent
// to anybody: see [room.Name].
//
// Codes that are none are counted by address, and new rooms are: see [Rooms.Find] and
// [Rooms.Open]. All else is limited by connection, person and room, for a school is one
// address. So whoever takes no cookie may come as often as the room has places.
package rooms
