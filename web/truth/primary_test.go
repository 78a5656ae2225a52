package truth_test

import (
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/truth"
)

// Of two nodes that take themselves for the primary the one counts that sentinels made
// it last. What somebody orders by hand they know nothing of.
func TestPrimary(t *testing.T) {
	node := func(id trace.NodeID, role string) trace.NodeState {
		return trace.NodeState{NodeInfo: trace.NodeInfo{ID: id, Role: role}}
	}
	for _, row := range []struct {
		about  string
		change func(n1, n2 *trace.NodeState)
		want   int
	}{
		{"nothing happened", func(_, _ *trace.NodeState) {}, 0},
		{"the primary is given up, and none is chosen yet", func(n1, _ *trace.NodeState) { n1.Agreed = true }, 0},
		{"the replica is promoted", func(n1, n2 *trace.NodeState) {
			n1.Agreed = true
			n2.Role, n2.Promoted, n2.By = trace.RolePrimary, 5, "s1"
		}, 1},
		{"the old primary is back and does not know", func(_, n2 *trace.NodeState) {
			n2.Role, n2.Promoted, n2.By = trace.RolePrimary, 5, "s1"
		}, 1},
		{"somebody made the replica a primary by hand", func(_, n2 *trace.NodeState) {
			n2.Role, n2.Promoted, n2.By = trace.RolePrimary, 5, trace.Operator
		}, 0},
		{"nodes know nothing of each other", func(n1, n2 *trace.NodeState) {
			n1.Role, n2.Role = trace.RoleMaster, trace.RoleMaster
		}, -1},
	} {
		s := &trace.State{Nodes: []trace.NodeState{node("n1", trace.RolePrimary), node("n2", trace.RoleReplica), node("s1", trace.RoleSentinel)}}
		row.change(&s.Nodes[0], &s.Nodes[1])
		if got := truth.Primary(s); got != row.want {
			t.Errorf("%s: the primary is node %d, want %d", row.about, got, row.want)
		}
	}
}
