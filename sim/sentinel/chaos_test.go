package sentinel

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"pgregory.net/rapid"
)

// disturb draws what goes wrong in the next while: crashes, restarts, partitions,
// losses, delays.
func disturb(t *rapid.T, n *net) {
	all := n.everybody()
	switch rapid.SampledFrom([]string{"crash", "crash the primary", "restart", "split", "heal", "lose", "slow"}).Draw(t, "what") {
	case "crash":
		n.crash(rapid.SampledFrom(all).Draw(t, "who"))
	case "crash the primary":
		n.crash(string(n.sentinels["S1"].Primary()))
	case "restart":
		if id := rapid.SampledFrom(all).Draw(t, "who"); n.down[id] {
			n.restart(id)
		}
	case "split":
		n.heal()
		var left, right []string
		for _, id := range all {
			if rapid.Bool().Draw(t, id+" left") {
				left = append(left, id)
			} else {
				right = append(right, id)
			}
		}
		n.split(left, right)
	case "heal":
		n.heal()
	case "lose":
		n.loss = rapid.Uint64Range(0, 300).Draw(t, "loss")
	case "slow":
		n.latency = trace.Duration(rapid.Int64Range(1, 1500).Draw(t, "latency")) * trace.Millisecond
	}
}

// safe checks what must hold whatever went wrong.
func safe(t *rapid.T, n *net) {
	type ballot struct {
		voter string
		epoch int64
	}
	votes := map[ballot]string{}
	leaders := map[int64]string{}
	named := map[int64]trace.NodeID{}
	configEpoch := map[string]int64{}
	agreed := map[string]int{} // sentinel: how many agreed that its primary is down
	for _, e := range n.log {
		f := e.fact
		c, _ := n.configs[e.who].ready()
		switch f.What {
		case ODown:
			agreed[e.who] = len(f.Votes)
		case Voted:
			b := ballot{e.who, f.Epoch}
			if other, twice := votes[b]; twice {
				t.Fatalf("%v, after a vote for %s", e, other)
			}
			votes[b] = f.Votes[0]
		case Stood:
			if agreed[e.who] < c.Quorum {
				t.Fatalf("%v with %d that agree, quorum %d", e, agreed[e.who], c.Quorum)
			}
		case Elected:
			if other, twice := leaders[f.Epoch]; twice {
				t.Fatalf("%v, and so was %s", e, other)
			}
			leaders[f.Epoch] = e.who
			if len(f.Votes) < c.Quorum || len(f.Votes) <= len(n.sentinels)/2 {
				t.Fatalf("%v: of %d sentinels, quorum %d", e, len(n.sentinels), c.Quorum)
			}
			for i, voter := range f.Votes {
				if votes[ballot{voter, f.Epoch}] != e.who || slices.Contains(f.Votes[:i], voter) {
					t.Fatalf("%v: %s did not vote so", e, voter)
				}
			}
		case Promoted:
			if leaders[f.Epoch] != e.who {
				t.Fatalf("%v, whom nobody elected", e)
			}
		case Switched:
			if f.Epoch <= configEpoch[e.who] {
				t.Fatalf("%v, after epoch %d", e, configEpoch[e.who])
			}
			configEpoch[e.who] = f.Epoch
			if other, ok := named[f.Epoch]; ok && other != f.Node {
				t.Fatalf("%v, and elsewhere it is %s", e, other)
			}
			named[f.Epoch] = f.Node
		}
	}
}

// settled says what is not yet as it should be once everything is well again.
func settled(n *net) string {
	primary := n.sentinels["S1"].Primary()
	for _, id := range n.everybody() {
		if s := n.sentinels[id]; s != nil && !n.down[id] && s.Primary() != n.sentinels["S1"].Primary() {
			return fmt.Sprintf("%s names %s, S1 %s", id, s.Primary(), primary)
		}
	}
	if n.down[string(primary)] {
		return fmt.Sprintf("%s is down and still the primary", primary)
	}
	for _, id := range slices.Sorted(maps.Keys(n.nodes)) {
		want := primary
		if id == primary {
			want = ""
		}
		if got := n.nodes[id].follows; !n.down[string(id)] && got != want {
			return fmt.Sprintf("%s follows %q, want %q", id, got, want)
		}
	}
	return ""
}

// play draws a world and what goes wrong in it, and checks it.
func play(t *rapid.T) *net {
	sentinels := rapid.IntRange(1, 5).Draw(t, "sentinels")
	c := fast
	c.Quorum = rapid.IntRange(1, sentinels).Draw(t, "quorum")
	n := newNet(t, rapid.Uint64().Draw(t, "seed"), rapid.IntRange(2, 4).Draw(t, "nodes"), sentinels, c)
	for range rapid.IntRange(0, 15).Draw(t, "troubles") {
		disturb(t, n)
		n.run(trace.Duration(n.now) + trace.Duration(rapid.Int64Range(1, 12_000).Draw(t, "then"))*trace.Millisecond)
		safe(t, n)
	}

	// All is well again, but for the primary and as many sentinels as may miss.
	n.heal()
	n.loss, n.latency = 0, 5*trace.Millisecond
	for _, id := range n.everybody() {
		if n.down[id] {
			n.restart(id)
		}
	}
	for i := range sentinels - max(sentinels/2+1, c.Quorum) {
		n.crash(fmt.Sprintf("S%d", sentinels-i))
	}
	if rapid.Bool().Draw(t, "the primary is gone") {
		n.crash(string(n.sentinels["S1"].Primary()))
	}
	n.run(trace.Duration(n.now) + 2*trace.Minute)
	safe(t, n)
	if wrong := settled(n); wrong != "" {
		t.Fatalf("%s\n%s", wrong, n.transcript())
	}
	return n
}

// Whatever is crashed, cut, lost or slow: one vote and one leader an epoch, no
// promotion without agreement and majority. And once a majority of the sentinels is
// connected and a node is up, all agree on a primary that lives.
func TestChaos(t *testing.T) {
	const worlds = 6 // a check, so that the usual number of checks gets everywhere
	reached := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		for range worlds {
			for _, e := range play(t).log {
				reached[strings.TrimSpace(string(e.fact.What)+" "+e.fact.Why)]++
			}
		}
	})
	for _, want := range []string{
		"sdown", "-sdown", "odown", "-odown", "stood", "voted", "elected", "selected", "promoted", "reconfigured", "switched",
		"aborted " + WhyNotElected, "aborted " + WhyOvertaken, "aborted " + WhyNoGoodReplica, "aborted " + WhyNotPromoted,
	} {
		if reached[want] == 0 {
			t.Errorf("no run came to %q", want)
		}
	}
	t.Log(reached)
}

// The same chances give the same story.
func TestDeterminism(t *testing.T) {
	story := func() string {
		n := newNet(t, 7, 3, 5, fast)
		n.loss = 200
		n.crash("n1")
		n.run(trace.Minute)
		n.restart("n1")
		n.run(2 * trace.Minute)
		return n.transcript()
	}
	if a, b := story(), story(); a != b || a == "" {
		t.Errorf("once\n%s\nand once\n%s", a, b)
	}
}
