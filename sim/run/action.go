package run

import "lockstep/sim/trace"

// Action is what somebody did to the world: at one instant, or after an event. A
// scenario's faults have the same form. Which fields a verb takes, and what they
// may be, is the table in verb.go; the others stay zero.
type Action struct {
	At    trace.Time     // when it happens, unless When says so
	When  *Trigger       // the event that it waits for; nil for one at a time
	After trace.Duration // how long after that event

	Verb   Verb
	Of     Of     // what sort of process Target is
	Target string // the node, client or sentinel that it is done to

	Data    Data           // of a node's crash
	Restart trace.Duration // of a crash: when it comes back; 0 if it stays down
	For     trace.Duration // of a pause or stall, in true time

	Cut    [][]string // of a partition: two groups or more that cannot reach each other
	OneWay bool       // only what the first group sends is lost

	Link [2]string      // of a loss or a slow link: from the first to the second, that way alone
	PPM  int64          // of a loss: messages lost in a million
	By   trace.Duration // of a slow link or a delay: how much longer it takes
	Msg  string         // of a drop, delay or duplicate: the message's name

	Jump trace.Duration // of a clock: how far its wall clock steps, backward if negative
	Rate int64          // of a clock: how fast it runs from now on, in parts per million; 0 for as before

	Key  string   // of an eviction
	Args []string // of a command; any bytes

	Heal Healing // of a heal
}

// Of says what sort of process a Target is.
type Of uint8

// The sorts of processes that something can be done to.
const (
	OfNode Of = iota
	OfClient
	OfSentinel
)

// Data says what becomes of a crashed node's keys.
type Data uint8

// What a crash leaves behind.
const (
	DataPolicy Data = iota // what the node's persistence keeps
	DataKeep
	DataLose
)

// Healing says which faults of links end.
type Healing struct {
	Cut  HealCut
	Slow HealLink
	Lose HealLink
}

// HealCut is the cuts that end: none, all, or those of the links between these groups,
// each both ways, whichever partition cut them. Links within a group stay as they are.
type HealCut struct {
	All bool
	Cut [][]string
}

// HealLink is the links that a fault leaves: none, all, or one, named as in the
// fault.
type HealLink struct {
	All  bool
	Link [2]string
}

// HealAll ends every fault of every link.
var HealAll = Healing{Cut: HealCut{All: true}, Slow: HealLink{All: true}, Lose: HealLink{All: true}}

// IsAll tells whether h ends every fault of every link.
func (h *Healing) IsAll() bool { return h.Cut.All && h.Slow.All && h.Lose.All }

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
