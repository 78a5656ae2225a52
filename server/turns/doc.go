// Package turns shares out what only a few can do at once, and fairly: whoever asks for
// much waits for it, and nobody else does.
//
// Turns go round by place, which is whom one asker counts with: see [Place]. The next
// turn is for a place that has the fewest, and among those for the one that has had none
// for longest. So a place with a single question waits for no more than one turn of a
// place with many, and each place comes round in the end.
//
// Many people may share a place: a school has one address. So within a place turns go
// round in the same way by session, which is a browser as far as the server can tell one,
// and within a session in order of arrival.
//
// Whose a turn is travels in the context, from where a request comes in to where it is
// worked on: see [For] and [As].
package turns
