package sentinel

import (
	"strconv"

	"lockstep/sim/trace"
)

// A Message is what sentinels send and receive.
type Message interface {
	// Step is what a message's name calls it: ping, down?, vote, replicaof, config.
	Step() string

	// Text is the message as a trace shows it: a command, or the reply to one.
	Text() (cmd []string, reply string)
}

// Ping asks a node whether it lives, and who it is.
type Ping struct {
	Number int // the node's answer repeats it
}

// Pong is a node's answer to a Ping.
type Pong struct {
	Number  int
	Follows trace.NodeID // the primary whose replica it is; "" if it is a primary
	Offset  int64        // how far it is in the stream of replication
}

// Down asks another sentinel for its opinion of the primary and, if there is a
// candidate, for its vote.
type Down struct {
	Primary   trace.NodeID
	Epoch     int64
	Candidate string // who wants the vote; "" for nobody
}

// Opinion is the answer to Down.
type Opinion struct {
	Primary trace.NodeID
	Down    bool
	Leader  string // whom the sentinel has voted for; "" if it was not asked
	Epoch   int64  // in which epoch
}

// ReplicaOf tells a node whom to follow.
type ReplicaOf struct {
	Primary trace.NodeID // "" is NO ONE: the node becomes a primary
}

// Announcement tells another sentinel of the configuration.
type Announcement struct {
	Epoch       int64 // the highest that the sender has heard of
	Primary     trace.NodeID
	ConfigEpoch int64 // the epoch whose leader made it the primary
}

func (Ping) Step() string         { return "ping" }
func (Pong) Step() string         { return "ping" }
func (ReplicaOf) Step() string    { return "replicaof" }
func (Announcement) Step() string { return "config" }

func (m Down) Step() string {
	if m.Candidate == "" {
		return "down?"
	}
	return "vote"
}

func (m Opinion) Step() string {
	if m.Leader == "" {
		return "down?"
	}
	return "vote"
}

func (Ping) Text() ([]string, string) { return []string{"PING"}, "" }

func (m Pong) Text() ([]string, string) {
	who := "primary"
	if m.Follows != "" {
		who = "replica of " + string(m.Follows)
	}
	return nil, "PONG " + who + " at " + strconv.FormatInt(m.Offset, 10)
}

func (m Down) Text() ([]string, string) {
	return []string{"SENTINEL", "IS-MASTER-DOWN-BY-ADDR", string(m.Primary), strconv.FormatInt(m.Epoch, 10), orStar(m.Candidate)}, ""
}

func (m Opinion) Text() ([]string, string) {
	down := "0"
	if m.Down {
		down = "1"
	}
	return nil, "[(integer) " + down + `, "` + orStar(m.Leader) + `", (integer) ` + strconv.FormatInt(m.Epoch, 10) + "]"
}

func (m ReplicaOf) Text() ([]string, string) {
	if m.Primary == "" {
		return []string{"REPLICAOF", "NO", "ONE"}, ""
	}
	return []string{"REPLICAOF", string(m.Primary)}, ""
}

func (m Announcement) Text() ([]string, string) {
	return []string{"PUBLISH", "__sentinel__:hello", strconv.FormatInt(m.Epoch, 10) + "," + string(m.Primary) + "," + strconv.FormatInt(m.ConfigEpoch, 10)}, ""
}

// orStar writes nobody as Redis does.
func orStar(who string) string {
	if who == "" {
		return "*"
	}
	return who
}
