package trace

import "testing"

// A reply that arrives after its client has stopped waiting gives no vote: the
// client never counts it.
func TestLateReplyGivesNoVote(t *testing.T) {
	s := Fold([]Event{
		{Kind: Start, Nodes: []NodeInfo{{ID: "n1"}}, Clients: []ClientInfo{{ID: "A"}}},
		{Kind: Phase, Who: "A", Phase: "ask", Attempt: 1},
		{Kind: Send, Msg: "A/1/set>n1", From: "A", To: "n1", Cmd: []string{"SET", "k", "v", "NX"}},
		{Kind: Send, Msg: "A/1/set<n1", From: "n1", To: "A", Reply: "OK"},
		{Kind: Timeout, Msg: "A/1/set>n1", Who: "A"},
		{Kind: Deliver, Msg: "A/1/set<n1", Who: "A"},
	}, 0)
	if got := s.Client("A").Votes[0]; got != NoAnswer {
		t.Errorf("vote %d, want NoAnswer", got)
	}
}
