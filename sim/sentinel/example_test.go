package sentinel_test

import (
	"fmt"
	"slices"

	"lockstep/sim/sentinel"
	"lockstep/sim/trace"
)

// One sentinel alone: n1 never answers, n2 always does, and so is told to take over.
func Example() {
	s, err := sentinel.New(sentinel.Config{
		ID: "s1", Nodes: []trace.NodeID{"n1", "n2"}, DownAfter: 3 * trace.Second,
		Random: func(string, trace.Duration) trace.Duration { return 0 },
	}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for now := trace.Local(0); now <= trace.Local(3*trace.Second); now = s.Next() {
		for _, out := range slices.Clone(s.Tick(now)) { // it is valid until the next call
			if out.Msg == nil {
				fmt.Println(trace.Duration(now), out.Fact.What, out.Fact.Node)
				continue
			}
			cmd, _ := out.Msg.Text()
			fmt.Println(trace.Duration(now), "to", out.To, cmd)
			if ping, ok := out.Msg.(sentinel.Ping); ok && out.To == "n2" {
				s.Receive(now, "n2", sentinel.Pong{Number: ping.Number, Follows: "n1"})
			}
		}
	}
	// Output:
	// 0s to n1 [PING]
	// 0s to n2 [PING]
	// 1s to n1 [PING]
	// 1s to n2 [PING]
	// 2s to n1 [PING]
	// 2s to n2 [PING]
	// 3s to n1 [PING]
	// 3s to n2 [PING]
	// 3s sdown n1
	// 3s odown n1
	// 3s stood n1
	// 3s voted n1
	// 3s elected n1
	// 3s selected n2
	// 3s to n2 [REPLICAOF NO ONE]
}
