package sentinel

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/trace"
)

const seeds = 20 // how often each story is told, with other chances

// fast is a configuration whose timeouts pass within a story.
var fast = Config{DownAfter: trace.Second, FailoverTimeout: 3 * trace.Second}

// tell tells a story once a seed.
func tell(t *testing.T, story func(t *testing.T, seed uint64)) {
	t.Helper()
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { story(t, seed) })
	}
}

// primaries lists what the sentinels take for the primary.
func (n *net) primaries() string {
	var list []string
	for _, id := range n.everybody() {
		if s := n.sentinels[id]; s != nil {
			list = append(list, string(s.Primary()))
		}
	}
	return strings.Join(list, " ")
}

// roles lists whom each node follows; * for a primary.
func (n *net) roles() string {
	var list []string
	for _, id := range n.everybody() {
		if node := n.nodes[trace.NodeID(id)]; node != nil {
			list = append(list, orStar(string(node.follows)))
		}
	}
	return strings.Join(list, " ")
}

func (n *net) expect(t *testing.T, primaries, roles string) {
	t.Helper()
	if got := n.primaries(); got != primaries {
		t.Errorf("the sentinels name %s, want %s", got, primaries)
	}
	if got := n.roles(); got != roles {
		t.Errorf("the nodes follow %s, want %s", got, roles)
	}
	if t.Failed() {
		t.Log("\n" + n.transcript())
	}
}

// Nothing happens while all is well, however often everybody is asked.
func TestQuiet(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		n := newNet(t, seed, 3, 3, fast)
		n.run(trace.Minute)
		n.expect(t, "n1 n1 n1", "* n1 n1")
		if len(n.log) > 0 || n.seq < 60*9 {
			t.Errorf("%d messages, and\n%s", n.seq, n.transcript())
		}
	})
}

// The primary dies, the replica that is furthest is promoted, and the old primary
// becomes a replica when it is back.
func TestFailover(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		n := newNet(t, seed, 3, 3, fast)
		n.nodes["n3"].offset = 20
		n.run(5 * trace.Second)
		n.crash("n1")
		n.run(12 * trace.Second)
		n.expect(t, "n3 n3 n3", "* n3 *")
		n.restart("n1")
		n.run(18 * trace.Second)
		n.expect(t, "n3 n3 n3", "* n3 *") // patience of four announcements: 8 s
		n.run(30 * trace.Second)
		n.expect(t, "n3 n3 n3", "n3 n3 *")

		var story []What
		leader := n.facts(Elected)[0].who
		for _, e := range n.log {
			if e.who == leader {
				story = append(story, e.fact.What)
			}
		}
		want := []What{SDown, ODown, Stood, Voted, Elected, Selected, Promoted, Switched, Reconfigured, SDownEnd}
		if len(story) < len(want) || !slices.Equal(story[:len(want)], want) {
			t.Errorf("the leader %s tells %q", leader, story)
		}
	})
}

// A second failover needs no longer wait than the first.
func TestFailoverAgain(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		n := newNet(t, seed, 3, 3, Config{DownAfter: trace.Second})
		n.crash("n1")
		n.run(10 * trace.Second)
		n.expect(t, "n2 n2 n2", "* * n2")
		n.crash("n2")
		n.run(20 * trace.Second)
		n.expect(t, "n3 n3 n3", "* * *")
	})
}

// Who is on the minority side never promotes anybody; whoever is on the other side
// does without it, and it follows when it can.
func TestMinority(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		n := newNet(t, seed, 2, 3, fast)
		n.split([]string{"n1", "S1"}, []string{"n2", "S2", "S3"})
		n.run(trace.Minute)
		n.expect(t, "n1 n2 n2", "* *")
		if got := n.sentinels["S1"].Answer([]string{"SENTINEL", "get-master-addr-by-name", "mymaster"}); got != `"n1"` {
			t.Errorf("S1 sends clients to %s", got)
		}
		n.heal()
		n.run(2 * trace.Minute)
		n.expect(t, "n2 n2 n2", "n2 *")
	})
}

// A sentinel alone finds the primary objectively down with a quorum of 1, and still
// leads nothing without a majority.
func TestQuorumIsNoMajority(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		one := fast
		one.Quorum = 1
		n := newNet(t, seed, 2, 5, one)
		n.split([]string{"n1", "S1", "S2", "S3"}, []string{"n2", "S4", "S5"})
		n.run(trace.Minute)
		n.expect(t, "n1 n1 n1 n1 n1", "* n1")
		if len(n.facts(Stood)) < 4 || len(n.facts(Elected)) > 0 {
			t.Errorf("\n%s", n.transcript())
		}
	})
}

// A quorum above the majority binds both the agreement and the election.
func TestQuorumAboveMajority(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		four := fast
		four.Quorum = 4
		n := newNet(t, seed, 2, 5, four)
		n.crash("S1")
		n.crash("S2")
		n.crash("n1")
		n.run(trace.Minute)
		n.expect(t, "n1 n1 n1 n1 n1", "* n1")
		if len(n.facts(SDown)) == 0 || len(n.facts(ODown)) > 0 {
			t.Errorf("\n%s", n.transcript())
		}
		n.restart("S1")
		n.run(2 * trace.Minute)
		n.expect(t, "n2 n1 n2 n2 n2", "* *")
	})
}

// An election that nobody answers is given up after ten seconds, or a failover
// timeout if that is less, and held again when two failover timeouts have passed.
func TestNotElected(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		one := fast
		one.Quorum = 1
		n := newNet(t, seed, 2, 3, one)
		n.crash("S2")
		n.crash("S3")
		n.crash("n1")
		n.run(30 * trace.Second)
		stood, aborted := n.facts(Stood), n.facts(Aborted)
		if len(stood) < 3 || len(aborted) < 3 {
			t.Fatalf("\n%s", n.transcript())
		}
		for i, e := range aborted[:2] {
			if lasted := e.at.Sub(stood[i].at); lasted != 3*trace.Second || e.fact.Why != WhyNotElected {
				t.Errorf("gave up after %v: %v", lasted, e)
			}
			if wait := stood[i+1].at.Sub(stood[i].at); wait < 6*trace.Second || wait > 7*trace.Second+100*trace.Millisecond {
				t.Errorf("stood again after %v", wait)
			}
		}
		n.restart("S3")
		n.run(2 * trace.Minute)
		n.expect(t, "n2 n1 n2", "* *")
	})
}

// Without a good replica there is no failover, and another is tried once there is.
func TestNoGoodReplica(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		c := fast
		c.Priorities = map[trace.NodeID]int{"n3": 0}
		n := newNet(t, seed, 3, 3, c)
		n.crash("n2")
		n.crash("n1")
		n.run(30 * trace.Second)
		n.expect(t, "n1 n1 n1", "* n1 n1")
		if a := n.facts(Aborted); len(a) == 0 || a[0].fact.Why != WhyNoGoodReplica {
			t.Errorf("\n%s", n.transcript())
		}
		n.restart("n2")
		n.run(2 * trace.Minute)
		n.expect(t, "n2 n2 n2", "* * n2")
	})
}

// An old primary that comes back while its successor is promoted is not told so as
// the other replicas are, but like any that calls itself primary: in its time.
func TestOldPrimaryBackEarly(t *testing.T) {
	back := 0
	tell(t, func(t *testing.T, seed uint64) {
		n := newNet(t, seed, 3, 3, fast)
		n.crash("n1")
		for len(n.facts(Selected)) == 0 {
			n.run(trace.Duration(n.now) + trace.Millisecond)
		}
		n.restart("n1")
		for len(n.facts(Promoted)) == 0 {
			n.run(trace.Duration(n.now) + trace.Millisecond)
		}
		if leader := n.facts(Promoted)[0].who; !n.sentinels[leader].node("n1").down {
			back++
		}
		n.run(trace.Duration(n.now) + 7*trace.Second)
		n.expect(t, "n2 n2 n2", "* * n2")
		n.run(trace.Duration(n.now) + 5*trace.Second)
		n.expect(t, "n2 n2 n2", "n2 * n2")
	})
	if back == 0 {
		t.Error("it was never back early enough")
	}
}

// A leader that dies between selecting and seeing the promotion is replaced. What
// it did is found out again.
func TestLeaderDies(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		n := newNet(t, seed, 3, 3, fast)
		n.crash("n1")
		for len(n.facts(Selected)) == 0 {
			n.run(trace.Duration(n.now) + trace.Millisecond)
		}
		first := n.facts(Selected)[0]
		n.crash(first.who)
		n.run(trace.Minute)
		promoted := n.facts(Promoted)
		if len(promoted) == 0 || promoted[0].who == first.who || promoted[0].fact.Epoch <= first.fact.Epoch {
			t.Fatalf("\n%s", n.transcript())
		}
		n.restart(first.who)
		n.restart("n1")
		n.run(3 * trace.Minute)
		n.expect(t, "n2 n2 n2", "n2 * n2")
	})
}

// A replica that cannot be reached after it was selected is given up, and another
// promoted.
func TestChoiceDies(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		n := newNet(t, seed, 3, 3, fast)
		n.crash("n1")
		for len(n.facts(Selected)) == 0 {
			n.run(trace.Duration(n.now) + 100*trace.Microsecond)
		}
		n.crash("n2")
		n.run(trace.Minute)
		if !slices.ContainsFunc(n.facts(Aborted), func(e entry) bool { return e.fact.Why == WhyNotPromoted }) {
			// REPLICAOF NO ONE may just have arrived, but no answer since.
			t.Errorf("\n%s", n.transcript())
		}
		if got := n.primaries(); got != "n3 n3 n3" {
			t.Errorf("%s\n%s", got, n.transcript())
		}
	})
}

// A primary that calls itself a replica is as good as down.
func TestPrimaryTurnedReplica(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		n := newNet(t, seed, 3, 3, fast)
		n.run(5 * trace.Second)
		n.nodes["n1"].follows = "n3"
		n.run(30 * trace.Second)
		n.expect(t, "n2 n2 n2", "n2 * n2")
	})
}

// A replica that follows another than the primary is put right, and so is one that
// was made a primary by hand.
func TestRepair(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		n := newNet(t, seed, 3, 3, fast)
		n.nodes["n2"].follows = "n3"
		n.nodes["n3"].follows = ""
		n.run(20 * trace.Second)
		n.expect(t, "n1 n1 n1", "* n1 n1")
	})
}

// While the configured primary is not well nobody is told to follow it.
func TestRepairNeedsAPrimary(t *testing.T) {
	tell(t, func(t *testing.T, seed uint64) {
		n := newNet(t, seed, 2, 3, fast)
		n.crash("n1")
		n.crash("S2")
		n.crash("S3")
		n.nodes["n2"].follows = ""
		n.run(trace.Minute)
		n.expect(t, "n1 n1 n1", "* *")
	})
}

// A crash loses what is in memory: not the epoch, the vote, the primary.
func TestRestart(t *testing.T) {
	n := newNet(t, 1, 2, 3, fast)
	n.crash("n1")
	n.run(20 * trace.Second)
	n.expect(t, "n2 n2 n2", "* *")
	for _, id := range []string{"S1", "S2", "S3"} {
		before := n.sentinels[id].disk
		n.crash(id)
		n.restart(id)
		if after := n.sentinels[id].disk; after != before || after.configEpoch == 0 {
			t.Errorf("%s had %+v and now has %+v", id, before, after)
		}
		for _, node := range n.sentinels[id].nodes {
			if node.down || node.known {
				t.Errorf("%s remembers %+v", id, node)
			}
		}
	}
}
