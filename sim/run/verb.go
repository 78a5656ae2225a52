package run

import "lockstep/sim/trace"

// Verb is what an action does.
type Verb uint8

// The verbs, in the order of the link form: append new ones at the end.
const (
	Crash     Verb = iota + 1 // a node, a client or a sentinel stops dead
	Restart                   // it comes back
	Pause                     // a client's whole process stands still
	Stall                     // only its worker does: its timers live
	Partition                 // some cannot reach others
	Lose                      // a link loses some of its messages
	Slow                      // a link takes longer
	Drop                      // one message is lost
	Delay                     // one message takes longer
	Duplicate                 // one message is delivered twice
	Clock                     // a wall clock jumps, or both clocks change their rate
	Flush                     // a node loses all its keys
	Evict                     // a node gives up one key
	Command                   // a node runs a command that a person typed
	Heal                      // faults of links end
)

var verbs = [...]string{
	Crash: trace.WhatCrash, Restart: trace.WhatRestart, Pause: trace.WhatPause, Stall: trace.WhatStall,
	Partition: trace.WhatPartition, Lose: trace.WhatLose, Slow: trace.WhatSlow, Drop: trace.WhatDrop,
	Delay: trace.WhatDelay, Duplicate: trace.WhatDuplicate, Clock: trace.WhatClock, Flush: trace.WhatFlush,
	Evict: trace.WhatEvict, Command: trace.WhatCommand, Heal: trace.WhatHeal,
}

// String returns the verb as it stands in an action's JSON.
func (v Verb) String() string {
	if v.Valid() {
		return verbs[v]
	}
	return "unknown"
}

// Valid tells whether v is one of the verbs above.
func (v Verb) Valid() bool { return v >= Crash && v <= Heal }

var datas = [...]string{DataPolicy: trace.DataPolicy, DataKeep: trace.DataKeep, DataLose: trace.DataLose}

// String returns policy, keep or lose.
func (d Data) String() string {
	if int(d) < len(datas) {
		return datas[d]
	}
	return "unknown"
}

var ofs = [...]string{OfNode: "node", OfClient: "client", OfSentinel: "sentinel"}

// String returns node, client or sentinel.
func (o Of) String() string {
	if int(o) < len(ofs) {
		return ofs[o]
	}
	return "unknown"
}
