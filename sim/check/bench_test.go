package check_test

import (
	"testing"
	"time"

	"lockstep/sim/check"
	"lockstep/sim/trace"
)

// contention is a trace of the usual mixture: clients that ask five nodes in turn
// for a lock that A has, fail, let go, and wait.
func contention(attempts int) []trace.Event {
	st := tell(trace.LockRedlock)
	nodes := st.start.Clients[0].Nodes
	st.phase("A", trace.PhaseAsk, 1).set("A", nodes...).hold("A").enter("A")
	for n := 1; n <= attempts; n++ {
		who := []string{"B", "C"}[n%2]
		name := func(step string, node trace.NodeID, reply bool) string {
			return trace.MsgName{Client: trace.ClientID(who), Attempt: n, Step: step, Node: node, Reply: reply}.String()
		}
		st.at(trace.Duration(n)*ms).phase(who, trace.PhaseReadClock, n).phase(who, trace.PhaseAsk, n)
		for _, p := range []trace.Purpose{trace.ToAcquire, trace.ToRelease} {
			for _, node := range nodes {
				msg, back := name(string(p), node, false), name(string(p), node, true)
				st.send(who, msg, p).event(trace.Event{Kind: trace.Deliver, Msg: msg, Who: string(node)})
				st.exec(who, node, msg, p, token("A"), 9*s)
				st.event(trace.Event{Kind: trace.Send, From: string(node), To: who, Msg: back, Purpose: p, Reply: "(nil)"})
				st.event(trace.Event{Kind: trace.Deliver, Msg: back, Who: who})
			}
			st.phase(who, trace.PhaseLetGo, n)
		}
		st.wait(who, n, 200*ms)
	}
	return append([]trace.Event{st.start}, st.events...)
}

// BenchmarkRun holds the checker against the fold to states, both over a whole run
// of a thousand events, and reports how much of that it costs.
func BenchmarkRun(b *testing.B) {
	events := contention(18)
	var checked, folded time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		check.Run(events)
		middle := time.Now()
		var state trace.State
		for i := range events {
			state.Apply(&events[i])
		}
		checked += middle.Sub(start)
		folded += time.Since(middle)
	}
	b.ReportMetric(float64(checked)/float64(folded), "x/fold")
	b.ReportMetric(float64(checked.Nanoseconds())/float64(b.N)/float64(len(events)), "ns/event")
}
