package trace_test

import (
	"testing"

	"lockstep/sim/trace"
)

// A state says of a primary when and by whom it was made one, until it is no longer.
func TestPromotionIsRemembered(t *testing.T) {
	events := []trace.Event{
		{Kind: trace.Start, Nodes: []trace.NodeInfo{{ID: "n1", Role: trace.RolePrimary}, {ID: "n2", Role: trace.RoleReplica, Follows: "n1"}}},
		{Kind: trace.Promote, Seq: 1, T: 1_261_313, Node: "n2", From: "n1", Who: "s2"},
		{Kind: trace.Demote, Seq: 2, T: 16_189_850, Node: "n2", From: "n1", Who: "s1"},
	}
	for _, row := range []struct {
		at       trace.Time
		role     string
		promoted trace.Time
		by       trace.NodeID
	}{
		{0, trace.RoleReplica, 0, ""},
		{1_261_313, trace.RolePrimary, 1_261_313, "s2"},
		{16_189_850, trace.RoleReplica, 0, ""},
	} {
		n := trace.Fold(events, row.at).Node("n2")
		if n.Role != row.role || n.Promoted != row.promoted || n.By != row.by {
			t.Errorf("at %v n2 is %s, promoted at %v by %q", trace.Duration(row.at), n.Role, n.Promoted, n.By)
		}
	}
}
