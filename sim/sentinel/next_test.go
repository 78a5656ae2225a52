package sentinel

import (
	"fmt"
	"slices"
	"testing"

	"lockstep/sim/trace"
	"pgregory.net/rapid"
)

// A sentinel that ticks when Next says does all that one does which ticks each
// millisecond, and at the same time: Next leaves out no deadline.
func TestNextLeavesNothingOut(t *testing.T) {
	saw := make(map[What]int)
	rapid.Check(t, func(t *rapid.T) {
		config := Config{
			ID: "S1", Nodes: []trace.NodeID{"n1", "n2"}, Sentinels: []string{"S2", "S3"}, Quorum: rapid.IntRange(1, 3).Draw(t, "quorum"),
			DownAfter: 50 * trace.Millisecond, FailoverTimeout: 200 * trace.Millisecond,
			PingEvery: 20 * trace.Millisecond, AskEvery: 15 * trace.Millisecond, TellEvery: 60 * trace.Millisecond,
			Random: func(occasion string, max trace.Duration) trace.Duration {
				return min(max, trace.Duration(len(occasion))*trace.Millisecond)
			},
		}
		lazy, eager := must(New(config, 0)), must(New(config, 0))
		for ms := range trace.Local(1500) {
			now := ms * trace.Local(trace.Millisecond)
			outs := slices.Clone(eager.Tick(now))
			var got []Out
			if lazy.Next() <= now {
				got = slices.Clone(lazy.Tick(now))
			}
			same(t, now, got, outs, saw)
			if lazy.Next() <= now {
				t.Fatalf("due at %v after a tick at %v", trace.Duration(lazy.Next()), trace.Duration(now))
			}
			if rapid.IntRange(0, 9).Draw(t, "something arrives") > 0 {
				continue
			}
			from, m := arrival(t, eager)
			outs = slices.Clone(eager.Receive(now, from, m))
			same(t, now, lazy.Receive(now, from, m), outs, saw)
		}
	})
	for _, what := range []What{SDown, SDownEnd, ODown, ODownEnd, Stood, Voted, Elected, Aborted} {
		if saw[what] == 0 {
			t.Errorf("no sentinel ever told of %s", what)
		}
	}
}

// arrival draws something that somebody could send to s, sensible or not.
func arrival(t *rapid.T, s *Sentinel) (from string, m Message) {
	if rapid.Bool().Draw(t, "from a node") {
		n := rapid.SampledFrom(s.nodes).Draw(t, "node")
		follows := rapid.SampledFrom([]trace.NodeID{"", "n1", "n2"}).Draw(t, "follows")
		return string(n.id), Pong{Number: n.pinged, Follows: follows}
	}
	p := rapid.SampledFrom(s.peers).Draw(t, "peer")
	epoch := s.disk.epoch + rapid.Int64Range(0, 1).Draw(t, "epoch")
	switch rapid.SampledFrom([]string{"opinion", "vote", "question"}).Draw(t, "what") {
	case "opinion":
		return p.id, Opinion{Primary: s.disk.primary, Down: rapid.Bool().Draw(t, "down")}
	case "vote":
		return p.id, Opinion{Primary: s.disk.primary, Down: true, Leader: s.config.ID, Epoch: s.disk.epoch}
	}
	return p.id, Down{Primary: s.disk.primary, Epoch: epoch, Candidate: rapid.SampledFrom([]string{"", p.id}).Draw(t, "candidate")}
}

func same(t *rapid.T, now trace.Local, got, want []Out, saw map[What]int) {
	if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
		t.Fatalf("at %v it does %s, and should %s", trace.Duration(now), a, b)
	}
	for _, o := range want {
		if o.Msg == nil {
			saw[o.Fact.What]++
		}
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
