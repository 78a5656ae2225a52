package scenario

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Play runs r on e, to its natural end or up to and including until unless that
// is 0, and returns its trace. A run that cannot be played, because it is of
// another engine or names what does not exist, is an [InputError].
func (l *Library) Play(e *world.Engine, r *run.Run, until trace.Time) ([]trace.Event, error) {
	s, ok := l.Get(r.Scenario)
	if !ok {
		return nil, inputf("there is no scenario %q; there is %s", r.Scenario, strings.Join(l.Names(), ", "))
	}
	if r.Engine != "" && r.Engine != world.Version {
		return nil, inputf("this run was made by engine %s and would look different on engine %s, the one here", r.Engine, world.Version)
	}
	if len(r.Actions) > run.MaxActions || len(r.Params) > run.MaxParams || len(r.Choices) > run.MaxChoices {
		return nil, inputf("a run has at most %d actions, %d parameters and %d choices", run.MaxActions, run.MaxParams, run.MaxChoices)
	}
	c, err := s.compile(r)
	if err != nil {
		return nil, err
	}
	return e.Run(c, chooser(r), r.Actions, until)
}

func chooser(r *run.Run) choice.Chooser {
	if len(r.Choices) == 0 {
		return choice.Seeded(r.Seed)
	}
	picks := make(map[string]uint64, len(r.Choices))
	for _, c := range r.Choices {
		picks[c.Key] = c.Pick
	}
	return choice.Overridden{Picks: picks, Else: choice.Seeded(r.Seed)}
}

// compile makes the world that the run r of s is played in.
func (s *Scenario) compile(r *run.Run) (*world.Config, error) {
	o := s.options
	for _, p := range r.Params {
		if err := o.set(p.Name, p.Value); err != nil {
			return nil, inputf("%v", err)
		}
	}
	named := *r
	named.Engine = "" // it stands in the Start event by itself
	c := &world.Config{
		Nodes: nodeIDs(o.nodes), Network: world.Network{Usual: o.usual, Links: s.links},
		Resource: s.resource, Faults: s.faults, Run: named.Link(),
	}
	locker := o.locker()
	for _, x := range s.clients {
		c.Clients = append(c.Clients, world.Client{
			ID: x.id, Start: x.start, Lock: locker,
			Job:  lock.Job{Resource: s.resource, Takes: x.takes},
			Info: trace.ClientInfo{ID: x.id, Lock: o.kind, Key: o.lock.Key, TTL: o.lock.TTL},
		})
	}
	return c, nil
}

// locker makes the lock that the options describe.
func (o *options) locker() lock.Locker {
	r := o.lock
	r.Nodes = nodeIDs(o.nodes)
	return &r
}

// nodeIDs names n nodes: n1, n2 and so on.
func nodeIDs(n int) []trace.NodeID {
	ids := make([]trace.NodeID, n)
	for i := range ids {
		ids[i] = trace.NodeID("n" + strconv.Itoa(i+1))
	}
	return slices.Clip(ids)
}
