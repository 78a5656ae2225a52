package trace

// Event is one thing that happened. Which fields an event of a kind carries is
// the table in kind.go; the others stay zero and are in neither written form.
type Event struct {
	Kind Kind
	Seq  int     // from 0, without gaps
	T    Time    // true time
	At   Reading // what the clock of Who or Node showed, where one was read

	Who      string // a client, a node, or Operator
	Activity string // which of a client's activities: its watchdog; empty for its worker
	Phase    string // a step of the algorithm: PhaseAsk
	Attempt  int    // which attempt at the lock, from 1

	// The source line of the algorithm that was running: base name and number.
	// The hash leaves them out, so a comment may move them.
	File string
	Line int

	Msg    string   // a message's name, such as A/1/set>n3
	From   string   // a message's sender; for Replicate, Promote and Demote the primary, old or new
	To     string   // a message's addressee
	Cmd    []string // a request's command
	Reply  string   // a reply as redis-cli writes it
	Arrive Time     // when the message will arrive; 0 if it will be lost

	// Purpose is what a request, the command that it holds, the reply to it and
	// its timeout are about. OK on a reply, and on the command that made it, says
	// that the node did what it was asked.
	Purpose Purpose

	Node NodeID
	Key  string
	Keys []Key // what a command left under the keys it touched

	Acks     []NodeID // the distinct nodes that said OK
	Need     int      // how many acknowledgements a majority needs
	Elapsed  Duration // by the client's clock, T2 - T1
	Drift    Duration // allowance for clocks that run at different rates
	Validity Duration // TTL - Elapsed - Drift, or without Elapsed for one who does not count it
	OK       bool
	Why      string

	Token string
	Until Local // by the client's clock: when its belief ends
	Fence int64 // fencing token; 0 for none

	Resource string
	Op       string
	Value    string
	Votes    []string // the sentinels that agreed
	Version  int64    // of the resource: how many writes it has taken, this one too
	Base     int64    // the version that a write followed from: what its writer had read

	What  string   // which fault: WhatCrash
	Links []string // directed links, as LinkName writes them
	PPM   int64    // of a link: how many messages in a million it loses
	By    string   // who caused it: ByScenario, or ByAction and its number
	Data  string   // of a node's crash: DataKeep, DataLose or DataPolicy
	Lasts Duration // how long a pause or a delay (true time) or a wait (the client's clock) will last

	Offset Duration // of a clock, against true time
	Rate   int64    // of a clock, in parts per million

	Rule     string
	Detail   string
	With     string // the other client that a violation is about
	Since    Time   // since when the rule's condition held
	Promised bool   // the algorithm had promised this under the run's faults

	Run       string // the run's link form, without its engine version
	Engine    string
	Nodes     []NodeInfo
	Clients   []ClientInfo
	Resources []ResourceInfo

	Verdict string
	Hash    string
}

// Operator is Who of a command that a person typed at a node.
const Operator = "operator"

// Reading is what a clock showed, if one was read.
type Reading struct {
	Local Local
	Read  bool
}

// ReadAt is the reading of a clock that showed l.
func ReadAt(l Local) Reading { return Reading{Local: l, Read: true} }
