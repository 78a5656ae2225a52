// Package draw is what pictures are made of: parts, text, signs, the identities of
// clients, and how a page that shows one picture comes to show the next. It knows
// nothing of what a picture shows; packages scene and spacetime do.
//
// A [Picture] is an ordered list of parts, each one element of the svg: a client's
// card, a node, a message on its way. What changes with bare time is a slot, a number
// within a part: where a message is, how wide a bar, how many seconds are left. Each slot
// has its [Course], so that until something else changes a picture moves and need not be
// drawn: a [Screen] sees to that. [Delta] compares two pictures and tells which parts to
// put in, replace or take out, and which numbers to set.
//
// Whoever draws calls Reset, sets size, class and label, and then writes parts from
// back to front: Begin, some markup, End. The same thing must have the same kind and
// name in every picture, and two parts of one picture must keep their order in the
// next; otherwise all is drawn anew. Whatever goes by the instant and is no slot, be it
// a class or a part that is there or not, is announced with Until.
//
// Geometry is in whole hundredths of a pixel. Colours, fonts and strokes are classes,
// which package style defines; no style attribute is ever written, since a page's
// content policy would ignore it. The browser's viewer carries this package, so it
// imports nothing large: no fmt, no encoding/json.
package draw
