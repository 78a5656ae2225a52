package profile_test

import (
	"strings"
	"testing"

	"lockstep/sim/choice"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// plights are what a node can be like when the client comes to it.
var plights = []func(s *situation, n trace.NodeID){
	/* free          */ func(*situation, trace.NodeID) {},
	/* taken         */ func(s *situation, n trace.NodeID) { s.taken(n) },
	/* soon free     */ func(s *situation, n trace.NodeID) { s.do(0, []trace.NodeID{n}, "SET", "lock", "somebody", "PX", "90") },
	/* down          */ func(s *situation, n trace.NodeID) { s.dead(n) },
	/* answer lost   */ func(s *situation, n trace.NodeID) { s.but(lost, []trace.NodeID{n}, "set<") },
	/* answer late   */ func(s *situation, n trace.NodeID) { s.but(takes(70*ms), []trace.NodeID{n}, "set<") },
	/* question late */ func(s *situation, n trace.NodeID) { s.but(takes(80*ms), []trace.NodeID{n}, "set>") },
}

// TestEveryPlightOfFiveNodes plays every combination of what five nodes can be like.
// Which of the five is like what makes no difference.
func TestEveryPlightOfFiveNodes(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	var came outcomes
	var combine func(chosen []int)
	combine = func(chosen []int) {
		if len(chosen) == 5 {
			journal, differ := suffering(chosen).compare(t, e, redsyncLibrary)
			if len(differ) > 0 || strings.Contains(journal, tie) {
				t.Errorf("plights %v: the profile (+) differs from the library (-):\n%s\n\nThe library:\n%s", chosen, strings.Join(differ, "\n"), journal)
			}
			came.count(journal)
			return
		}
		least := 0
		if len(chosen) > 0 {
			least = chosen[len(chosen)-1]
		}
		for i := least; i < len(plights) && !t.Failed(); i++ {
			combine(append(chosen[:len(chosen):len(chosen)], i))
		}
	}
	combine(nil)
	came.require(t)
	if came.all != 462 {
		t.Errorf("%d combinations were played, not 462", came.all)
	}
}

// suffering prepares five nodes, with a time to live of which 50 ms are for a node.
func suffering(of []int) *situation {
	s := usual(5)
	s.ttl, s.tries = second, 3
	s.looks = looks(50*ms, 500*ms, 1000*ms, 1300*ms, 3*second)
	s.roads = func(m trace.MsgName) fate {
		return takes(ms + trace.Duration(choice.Seeded(7).Choose(m.String(), uint64(5*ms))))
	}
	for i, n := range nodes(5) {
		plights[of[i]](s, n)
	}
	return s
}
