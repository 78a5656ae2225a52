//go:build js

// Command wasm is Lockstep in the browser: it makes the still figures of a page
// play. It is compiled to WebAssembly and started by boot.js.
//
// Its parts, from the hands inwards: dom is the browser; viewer binds what a
// learner does to what is shown; stage is what the page has on which one takes the
// world into one's hands, with hands for what can be done now and tree for the runs
// that came of it; player is a playhead over a run; link fetches the run's events.
// The pictures themselves are web/scene and web/spacetime. All but dom is plain Go.
package main

import "lockstep/wasm/dom"

func main() { dom.Run() }
