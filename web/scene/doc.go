// Package scene draws the world at one instant: a function from a state of the
// trace and a time to a picture in SVG. It keeps nothing between two calls, so
// rewinding is the same call with a smaller time, and a picture can be tested,
// put into a page by the server, exported, or kept in step by the browser's
// viewer, all from here.
//
// What is true on a node is filled, what a client believes is outlined, and
// where the two part stands one sign, ≠. What somebody did to the world is amber: a
// node that crashed, a wall across a link, a tab with what a clock is off by. Red is
// a broken rule and nothing else; what a guard refused is ink, since nothing broke.
//
// A picture has clients and the resources that they work on, and machines: Redis
// nodes, sentinels, members of a lock service. Messages between a client and a
// machine or resource have their names on them. What machines send each other are
// beads on a rail beside them: square ones carry a primary's changes, round ones
// what sentinels ask and order.
//
// A [Picture] is an ordered list of parts: a client's card, a node, a message on
// its way. What changes with bare time is a slot, a number within a part: where a
// message is, how wide a bar, how many seconds are left. Between two events the
// parts stay as they are, and [Delta] tells which numbers to set; at an event it
// tells which parts to put in, replace or take out.
//
// Geometry is in whole hundredths of a pixel. Colours, fonts and strokes are
// classes, which package style defines; no style attribute is ever written,
// since a page's content policy would ignore it. The browser's viewer carries
// this package, so it imports nothing large: no fmt, no encoding/json.
package scene
