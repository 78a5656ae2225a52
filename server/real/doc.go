// Package real starts real Redis servers and sentinels on loopback ports, and
// puts relays between them: for demonstrations, for tests, and to compare the
// simulator with.
//
//	server, err := real.Server(ctx, real.Settings{})   // redis-server
//	servers, err := real.Cluster(ctx, 5, real.Settings{})
//	watcher, err := real.Sentinel(ctx, real.Watch{...}, real.Settings{})
//	relay, err := real.NewRelay(ctx, server.Addr())    // stands in a replica's way
//
// The programs are those that are installed; where there is none the error is
// [ErrNotInstalled] and says what to install. A server that was started answers
// already. It has its own temporary folder, no persistence, and listens to this
// machine alone.
//
// A [Process] may be crashed, stopped in order, and frozen. None outlives who
// started it: it ends with its context, and on Linux also with a parent that
// was killed. It is in a process group of its own, so the Ctrl-C that
// interrupts the parent does not reach it. When it has ended, however it did,
// [Process.Done] is closed and its folder is gone.
//
// Tests use package realtest, which skips where Redis is not installed.
package real
