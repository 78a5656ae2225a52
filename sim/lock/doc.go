// Package lock holds the lock algorithms, as straight-line Go that reads like
// the numbered steps a lesson shows: the page shows these very files, with the
// running line lit.
//
// [Do] is a client's whole life: get the lock, work, give it back. Each kind of
// lock is one file, and differs from its neighbours by [Options] alone:
//
//	single.go      one node, or the primary that sentinels name: setnx,
//	               setnx-expire, setpx, token, watchdog
//	reentrant.go   the same with a hold count
//	redlock.go     a majority of nodes that know nothing of each other
//	consensus.go   a lease of a linearizable lock service
//	fencing.go     no lock, numbers only
//
// Around them: client.go (the life), deadline.go (who does not wait for ever), work.go
// (what the lock is for), extend.go and watchdog.go (holding on), release.go (letting
// go), fence.go (numbers), locate.go and confirm.go (primaries and their replicas).
//
// An algorithm sees the world through [Env] alone, so it knows nothing of the
// simulator and can run against real servers in real time. Every call on Env is
// a point at which its process may be paused, stalled or killed, also between
// reading the clock and sending the write. A killed process unwinds by a panic
// that only Env's owner knows: an algorithm never recovers, and puts no defer on
// Env. The activities of one process take turns, and a turn passes within a call
// on Env only: what they share needs no lock of its own.
package lock
