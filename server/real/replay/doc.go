// Package replay compares the simulator's nodes with real ones, by what runs told
// of them. It has no code of its own, only tests.
//
// A run is played in the simulator. Then every command that its trace says a node
// ran is run again, in the same order, on a redis-server of that node's own, whose
// clock is set to what the node's wall clock showed at that instant. The reply must
// be the same, and so must the value and the PTTL of every key that the trace shows
// after the command. A key that the trace says ran out must be gone, and, if time
// alone had passed, still there a microsecond before. So whichever side changes,
// and be it in how it takes a jump of its clock, a test fails.
//
// Redis removes a key when a command looks at it, or a timer; a node of ours at the
// instant at which it runs out. Where a clock then steps back, a key that nobody
// looked at would live again. The servers' timers stand still here, so they look
// when the trace says that a key ran out, and at no other time.
//
// What is not compared:
//
//   - replicas, and what becomes of a node that another was promoted over: when
//     which effect reached whom is the simulator's to say, and stands in no command;
//   - WAIT, ROLE, INFO and REPLICAOF, which tell of or change who follows whom;
//   - sentinels and the lock service, which are not Redis servers;
//   - the script that an operator types to show that a sandbox has bounds, which a
//     real server would run for ever;
//   - what a crash leaves: that is a matter of the disk. The server is made to hold
//     what the trace says the node came back with, with FLUSHALL if that is nothing.
//
// DELEX is newer than the Redis that most have, and a script that does the same
// stands in for it.
package replay
