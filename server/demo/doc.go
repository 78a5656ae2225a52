// Package demo plays stories that the simulator tells with real processes, and
// compares the two.
//
// There is one story so far, [Failover]: a lock on a primary that dies before its
// replica has heard of it, and two clients that hold it therefore. Primary, replica
// and sentinels are redis-server processes of package real; the clients are package
// live's, which run the lock's own code; and all that happens is told in the
// simulator's events.
//
//	story := demo.Story{Library: library}
//	ending, err := story.Failover(ctx, demo.Audience{Tell: …})
//	if err != nil {
//		… // it could not be played to its end, and why
//	}
//	if ending.Differs != "" {
//		… // it came out otherwise than in the simulator
//	}
//
// Nothing that was started outlives the call, and no file does.
package demo
