// Package stage is the page on which one takes the world into one's hands: linked
// views of one run under one cursor, menus of what can be done to a thing now,
// branches that grow from what was done, and an address that holds all of it.
//
// A [Stage] is the companion of a viewer's figure, which has the playhead, the
// picture and the controls of time. Each other concern is a file of its own: what
// events say, the space-time diagram, marks at the scrubber, the verdict, hands, the
// console, branches, the comparison, parameters, the challenge, the address.
//
// Like package viewer it knows the page only through interfaces, a [View] and a
// [Page]. A part that the page lacks is passed over.
package stage
