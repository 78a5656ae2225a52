// Package live runs the files of package lock, unchanged, against real Redis
// servers in real time, and tells the same events as the simulator does.
//
// A [Session] is one run: [Open] connects to the servers, checks each of them, and
// tells the Start event; [Session.Start] lets a client of the cast begin its
// [lock.Do]; [Session.Wait] returns when all who began are done; [Session.Close]
// removes what is left on the servers, and tells the End with the verdict.
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
package live
