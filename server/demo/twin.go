package demo

import (
	"fmt"

	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Story is what is to be played.
type Story struct {
	Library *scenario.Library // where the scenario is

	// Linked leaves the link between primary and replica as it is: the primary dies
	// only once the replica has the key. Then the second client is refused, as it
	// should be.
	Linked bool

	// Lease is the lock's time to live, and for how long the first client works unless
	// it is told to finish: the scenario's if 0.
	Lease trace.Duration
}

const scenarioID = "failover"

// The story's faults. A process that is killed keeps nothing, and does not come back;
// and it is killed when its first client has seen what the lock protects, or the
// replica has the key, which makes the order of the two certain.
const (
	lost = `[{at: 0s, partition: {cut: [[n1], [n2]], oneway: true}},` +
		` {when: {kind: read, who: A}, crash: {node: n1, data: lose}}]`
	linked = `[{when: {kind: replicate, node: n2}, crash: {node: n1, data: lose}}]`
)

// downAfter is how long sentinels let a node be silent. A real one pings once a second,
// if it is told no less, and forgets its last answer when the primary is another: then
// with one second or less it takes the new primary for down before it has pinged it
// (sentinelResetMaster, sentinelCheckSubjectivelyDown in src/sentinel.c of Redis 7.0).
const downAfter = "1500ms"

// Run is the simulator's run of the same story.
func (s Story) Run() *run.Run {
	faults := lost
	if s.Linked {
		faults = linked
	}
	return &run.Run{Scenario: scenarioID, Params: []run.Param{
		{Name: "cluster.replicated.down_after", Value: downAfter},
		{Name: "faults", Value: faults},
	}}
}

// Simulated plays that run.
func (s Story) Simulated() ([]trace.Event, error) {
	engine := world.NewEngine()
	defer engine.Close()
	return s.Library.Play(engine, s.Run(), 0)
}

// cast compiles the scenario and sees to it that it can be played with what the demo
// starts.
func (s Story) cast() (*world.Config, error) {
	x, ok := s.Library.Get(scenarioID)
	if !ok {
		return nil, fmt.Errorf("there is no scenario %s, and the demo plays that", scenarioID)
	}
	c, err := x.Compile(s.Run().Params)
	if err != nil {
		return nil, err
	}
	var roles []string
	for i := range c.Nodes {
		roles = append(roles, c.Nodes[i].Role)
	}
	if len(roles) < 3 || roles[0] != trace.RolePrimary || roles[1] != trace.RoleReplica || roles[2] != trace.RoleSentinel ||
		len(c.Clients) != 2 || len(c.Resources) != 1 {
		return nil, fmt.Errorf("the scenario %s is not one that the demo can play: that has one primary with one replica, sentinels, two clients and one resource", scenarioID)
	}
	return c, nil
}
