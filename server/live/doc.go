// Package live runs the files of package lock, unchanged, against real Redis
// servers in real time, and tells the same events as the simulator does.
//
// A [Session] is one run: [Open] connects to the servers, checks each of them, and
// tells the Start event; [Session.Start] lets a client of the cast begin its
// [lock.Do]; [Session.Wait] returns when all who began are done; [Session.Close]
// tells the End with the verdict, and removes what is left on the servers.
//
//	s, err := live.Open(ctx, live.Config{
//		Redis:   []string{"10.0.0.1:6379", "10.0.0.2:6379", "10.0.0.3:6379"},
//		Clients: clients,
//		Tell:    func(e *trace.Event) { … },
//	})
//	for _, c := range clients {
//		s.Start(c.ID)
//	}
//	s.Wait()
//	report := s.Close()
//
// Servers are named as in the simulator: n1, n2 and so on in the order in which
// they are given, s1, s2 and so on for sentinels.
//
// # What is told
//
// The clients are goroutines of this process, so their part of the trace is exact.
// Of a server only its answers are known. When one comes, the request's delivery, the
// command's running, the answer's leaving and its delivery are told together, at that
// instant; a late answer too, that nobody waits for any more. Which keys a command left
// is told as far as its answer says so: an OK to SET NX is a key with a token and a time
// to live, a 1 to a release is a key that is gone, and a refusal is nothing. So a key may
// live a little shorter than the trace has it, or be gone before that says so; and a key
// of which nobody can say whether it was deleted is not called left behind.
//
// A connection that is refused, or breaks, is told as the request's loss (Drop). It ends
// the wait for that node at once, with the Timeout that comes at the end of its time in
// the simulator.
//
// # Time
//
// All clients read this machine's monotonic clock, counted from the session's beginning,
// and its wall clock, which somebody may set. A process that is stopped (SIGSTOP,
// Ctrl-Z) is paused as the simulator pauses one, except that all clients are.
//
// # Files
//
//	session.go  the life of a session      env.go      the world as lock sees it
//	config.go   who takes part             activity.go what a client does, in turns
//	connect.go  finding out about servers  ask.go      one question to several nodes
//	learn.go    what sentinels know        request.go  one of its requests
//	node.go     a server, and all of them  marks.go    which keys may be there
//	login.go    how a connection begins    recorder.go the order of events
//	pipe.go     the wire to a server       trouble.go  errors in words
//	wire.go     its answers as text        close.go    the end, and what is left
package live
