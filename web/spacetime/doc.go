// Package spacetime draws a run as a space-time diagram: time to the right, a row for
// each process, and messages as slanted lines between rows.
//
// What is true on a node is a filled bar, as long as its key lives; what a client
// believes is an outlined one, dashed from the instant at which it is no longer true,
// where the sign ≠ stands. On a resource's row one sees who is inside. Whatever
// somebody did to the world is amber, and a broken rule red.
//
// A [Story] is what the events so far tell, folded once and only ever appended to. A
// picture of it is a function of the story, of how many events have happened, of an
// instant and of a [View], and of nothing else: whoever goes back draws with smaller
// numbers. Of what lies ahead the picture has only what is due already, dotted: where
// messages on their way will arrive, when keys and beliefs will end.
//
// Time has one scale, so that slants can be compared, except where nothing happens for
// long: such a stretch is folded away between two torn edges, with its length above.
package spacetime
