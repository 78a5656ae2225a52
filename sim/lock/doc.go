// Package lock holds the lock algorithms, as straight-line Go that reads like
// the numbered steps a lesson shows: the page shows these very files, with the
// running line lit.
//
// An algorithm sees the world through [Env] alone, so it knows nothing of the
// simulator and can run against real servers in real time. Every call on Env is
// a point at which its process may be paused, stalled or killed, also between
// reading the clock and sending the write. A killed process unwinds by a panic
// that only Env's owner knows: an algorithm never recovers, and puts no defer on
// Env.
package lock
