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
// Three layouts have the same parts: Figure beside a lesson's text, Stage where there
// is the width of a screen, Narrow on telephones. With Options.Hands each thing that
// something can be done to has a target with its name (package thing) and a label; the
// rest is ink, hidden from those who listen.
//
// What a picture is made of, parts and slots, is package draw's. Between two events
// the parts stay as they are and numbers alone change; at an event parts come, change
// and go. The browser's viewer carries this package, so it imports nothing large: no
// fmt, no encoding/json.
package scene
