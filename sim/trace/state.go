package trace

import (
	"slices"
	"strings"
)

// State is the world at one instant, as far as the events up to it tell: what
// is true on the nodes and what each client believes, side by side. The zero
// State is the world before the run's Start event.
type State struct {
	T         Time // of the event applied last
	Seq       int  // how many events were applied
	Nodes     []NodeState
	Clients   []ClientState
	Resources []ResourceState
	Messages  []Message   // under way, and of those lost on each link the last of a sort
	Links     []LinkState // those that are not as usual
	Broken    []Event     // the violations so far
	Stopped   *Event      // the End event, once there
	Last      *Event      // the event applied last
}

// NodeState is a node at one instant.
type NodeState struct {
	NodeInfo       // its role and whom it follows as they are now
	Clock    Clock // its wall clock, by which its keys live
	Down     bool
	Since    Time   // when it went down
	Data     string // of a node that is down: DataKeep, DataLose or DataPolicy
	Keys     []HeldKey
	Ghosts   []Ghost
	Doubters []NodeID // the sentinels that take it for down
	Agreed   bool     // enough of them do
	Promoted Time     // when it was made the primary; 0 if it was not
	By       NodeID   // the sentinel that did so
}

// HeldKey is a key as its node holds it.
type HeldKey struct {
	Name    string
	Value   string
	Owner   string   // who set it: a client, or Operator
	Set     Time     // when it got its present value
	Stays   bool     // it has no time to live
	Dies    Local    // by the node's clock: the first instant at which it is gone
	Granted Duration // what it had to live when it was set or extended
}

// Ghost is a key that is gone although its owner still believes in it.
type Ghost struct {
	Name  string
	Value string
	Owner string
	At    Time
	Why   string // GhostExpired, GhostLost or GhostDeleted
}

// ClientState is a client at one instant.
type ClientState struct {
	ClientInfo
	Clock     Clock // the one its lock goes by
	WallClock Clock // its wall clock, which may jump, whether or not its lock goes by it
	Phase     string
	Since     Time     // when the phase began
	Waits     Duration // how long the phase will last, where that is known
	Attempt   int
	File      string  // the line it runs
	Line      int     // 0 before it begins, after its end and while it is down
	Votes     []Vote  // of this attempt, one for each node in the order of State.Nodes
	OKs       int     // that it has heard in this attempt: of a node that said so twice, two
	Count     *Event  // the Decide event of this attempt, once it has counted
	Belief    *Belief // nil while it believes nothing
	Inside    bool    // the critical section
	Paused    bool
	PausedAt  Time // when the pause began
	Returns   Time // when the pause ends
	Stalled   bool // only its worker stands still
	StallAt   Time // when that began
	Recovers  Time // when it ends
	Down      bool
	DownAt    Time
	Others    []ActivityState // what it does beside its work

	awaited []MsgName // the requests for a vote that it waits for an answer to
}

// ActivityState is an activity of a client beside its worker: its watchdog.
type ActivityState struct {
	Name  string
	Phase string
	Since Time
	Waits Duration
	File  string
	Line  int
}

// ResourceState is a resource at one instant. Its Value is the present one.
type ResourceState struct {
	ResourceInfo
	Version int64  // how many writes it has taken
	Fence   int64  // the highest fencing number that it has seen
	Last    *Event // the Read or Write event that reached it last
}

// LinkState is a link, in one direction, that a fault has changed.
type LinkState struct {
	From, To string
	Cut      bool
	PPM      int64    // lost, in a million, beyond the usual
	Slow     Duration // how much longer than usual it takes
}

// Vote is what a client knows of one node's answer in its present attempt.
type Vote uint8

// The votes.
const (
	NotAsked Vote = iota
	Asked
	Granted
	Refused
	NoAnswer
)

// Belief is what a client takes for true: that it holds the lock until its own
// clock shows Until.
type Belief struct {
	Key   string
	Token string
	From  Local // by its clock, when it began or was last extended
	Until Local
	Since Time
	Fence int64
}

// Message is one message under way or lost.
type Message struct {
	Name    string
	From    string
	To      string
	Purpose Purpose
	Cmd     []string // of a request
	Reply   string   // of a reply
	OK      bool     // of a reply: the node did what it was asked
	Sent    Time
	Arrive  Time // 0 if it will be lost
	Lost    bool
	LostAt  Time
	Why     string
	By      string // who caused the loss; empty for chance
}

// IsReply tells whether the message answers another.
func (m *Message) IsReply() bool { return len(m.Cmd) == 0 }

// Fold returns the state after all events of a run up to and including t.
func Fold(events []Event, t Time) *State {
	s := &State{}
	for i := range events {
		if events[i].T > t {
			break
		}
		s.Apply(&events[i])
	}
	return s
}

// Node returns the node of that name, or nil.
func (s *State) Node(id NodeID) *NodeState {
	for i := range s.Nodes {
		if s.Nodes[i].ID == id {
			return &s.Nodes[i]
		}
	}
	return nil
}

// Client returns the client of that name, or nil.
func (s *State) Client(id ClientID) *ClientState {
	for i := range s.Clients {
		if s.Clients[i].ID == id {
			return &s.Clients[i]
		}
	}
	return nil
}

// Resource returns the resource of that name, or nil.
func (s *State) Resource(id string) *ResourceState {
	for i := range s.Resources {
		if s.Resources[i].ID == id {
			return &s.Resources[i]
		}
	}
	return nil
}

// Link returns the state of the link from one machine to another: the zero
// LinkState with its ends if it is as usual.
func (s *State) Link(from, to string) LinkState {
	for _, l := range s.Links {
		if l.From == from && l.To == to {
			return l
		}
	}
	return LinkState{From: from, To: to}
}

// Message returns the message of that name if it is under way or its loss still
// matters, or nil.
func (s *State) Message(name string) *Message {
	if i := s.indexOf(name); i >= 0 {
		return &s.Messages[i]
	}
	return nil
}

// indexOf returns where among the messages the one of that name is, or -1. No two
// have one name.
func (s *State) indexOf(name string) int {
	for i := range s.Messages {
		if s.Messages[i].Name == name {
			return i
		}
	}
	return -1
}

// Awaits tells whether the client still waits for that reply, which is to give it
// a node's vote. A copy of a reply is none.
func (c *ClientState) Awaits(reply string) bool {
	name, ok := ParseMsg(reply)
	if !ok || !name.Reply {
		return false
	}
	name.Reply = false
	return slices.Contains(c.awaited, name)
}

// Key returns the key of that name, or nil.
func (n *NodeState) Key(name string) *HeldKey {
	for i := range n.Keys {
		if n.Keys[i].Name == name {
			return &n.Keys[i]
		}
	}
	return nil
}

// Left returns how long the key has to live at the true instant t by the node's
// clock.
func (n *NodeState) Left(k *HeldKey, t Time) Duration { return k.Dies.Sub(n.Clock.At(t)) }

// True tells, for each node in order, whether the client's belief is borne out
// there: the node is up and holds the key with the client's token. It returns
// nil for a client that believes nothing.
func (s *State) True(c *ClientState) []bool {
	if c.Belief == nil {
		return nil
	}
	held := make([]bool, len(s.Nodes))
	for i := range s.Nodes {
		k := s.Nodes[i].Key(c.Belief.Key)
		held[i] = k != nil && !s.Nodes[i].Down && k.Holds(c.Belief.Token)
	}
	return held
}

// Holds tells whether the key's value is that token, or a hash that has it for a
// field, as a re-entrant lock does.
func (k *HeldKey) Holds(token string) bool { return HoldsToken(k.Value, token) }

// HoldsToken tells whether a key with that value is held under that token.
func HoldsToken(value, token string) bool {
	return value == token || len(token) >= minToken && strings.Contains(value, token)
}

// minToken keeps a short word that happens to stand in some value from passing
// for a token, which has 16 digits.
const minToken = 16
