// Package viewer is what happens between a learner's hands and the picture: it
// binds playhead, connection, scene and words to the figures of a page.
//
// It knows the page only as a [Page] of [View]s, and time only as what the page
// says has passed, so all of it is tested without a browser; package dom is the
// browser.
//
// While nothing moves, nothing runs: a frame is asked for only when the last one
// left something to move, or when something was done.
package viewer
