package sentinel

import "lockstep/sim/trace"

// Out is one thing that came of a tick or a message: a message to send if Msg is
// there, else a fact.
type Out struct {
	To   string // a node or a sentinel
	Msg  Message
	Fact Fact
}

// What a sentinel has found or done.
type What string

const (
	SDown        What = "sdown"  // Node seems down to this sentinel
	SDownEnd     What = "-sdown" // and no longer does
	ODown        What = "odown"  // enough sentinels, Votes, find the primary Node down
	ODownEnd     What = "-odown" // and no longer do
	Stood        What = "stood"  // it wants to lead the failover of Node in Epoch
	Voted        What = "voted"  // for the sentinel Votes[0] in Epoch
	Elected      What = "elected"
	Selected     What = "selected"     // Node is to become the primary
	Promoted     What = "promoted"     // Node says that it is the primary, in place of From
	Reconfigured What = "reconfigured" // Node, told to follow From, does
	Switched     What = "switched"     // the configuration names Node in place of From
	Aborted      What = "aborted"      // the failover of Node in Epoch; Why says why
)

// Why a failover was aborted: Why of a Fact.
const (
	WhyNotElected    = "not elected"
	WhyOvertaken     = "another stood in a later epoch"
	WhyNoGoodReplica = "no good replica"
	WhyNotPromoted   = "the replica did not become a primary in time"
)

// A Fact is for the trace.
type Fact struct {
	What  What
	Node  trace.NodeID
	From  trace.NodeID
	Epoch int64
	Votes []string // the sentinels that agreed, or voted, in order
	Why   string
}
