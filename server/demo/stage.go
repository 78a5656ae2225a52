package demo

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"lockstep/server/real"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

const (
	service = "lock" // what the sentinels call the primary, and the locks of package lock ask for

	// noLimit is longer than anybody talks between two steps. A replica would give up
	// a primary that it has not heard for repl-timeout, and no sentinel promotes one
	// whose link has been down for long; and a sentinel would after failover-timeout
	// make the replica follow the primary without the relay: see real.Watch.
	noLimit = 24 * time.Hour

	// secondTry is the failover-timeout from when the primary is dead, and nobody can
	// be made to follow it any more. All sentinels ask for votes when they find it
	// down, and often at once; if each has voted for itself, none is elected, and twice
	// this long passes before they try again.
	secondTry = 3 * time.Second

	askAgain = 10 * time.Millisecond // how often what is waited for is looked at
)

// Process is one that the demo started.
type Process struct {
	Role string // trace.RolePrimary and its like; empty for the relay, which is none
	Addr string // host:port
	PID  int
}

// stage is all that was started for a story.
type stage struct {
	primary, replica *real.Process
	relay            *real.Relay // the replica hears its primary through it
	sentinels        []*real.Process

	conns []*conn
	end   context.CancelFunc
}

// raise starts what a story needs. It ends with ctx, or when it is struck.
func raise(ctx context.Context, c *world.Config) (*stage, error) {
	ctx, end := context.WithCancel(ctx)
	s := &stage{end: end}
	for _, start := range []func(context.Context, *world.Config) error{s.startServers, s.startSentinels, s.acquaint} {
		if err := start(ctx, c); err != nil {
			s.strike()
			return nil, err
		}
	}
	return s, nil
}

// startServers starts the primary and its replica, with the relay between them.
func (s *stage) startServers(ctx context.Context, _ *world.Config) (err error) {
	patient := []string{"repl-timeout", strconv.Itoa(int(noLimit.Seconds()))}
	if s.primary, err = real.Server(ctx, real.Settings{Config: patient}); err != nil {
		return err
	}
	if s.relay, err = real.NewRelay(ctx, s.primary.Addr()); err != nil {
		return err
	}
	follow := append(patient, "replicaof", "127.0.0.1 "+strconv.Itoa(s.relay.Port()))
	if s.replica, err = real.Server(ctx, real.Settings{Config: follow}); err != nil {
		return err
	}
	// A sentinel asks the primary for its replicas at once, and then not for ten
	// seconds: so the replica comes first.
	return s.await(ctx, "the primary to know its replica", s.dial(s.primary).hasReplica)
}

// startSentinels starts as many as there are in the scenario.
func (s *stage) startSentinels(ctx context.Context, c *world.Config) error {
	w := real.Watch{
		Name: service, Primary: s.primary.Addr(), Quorum: c.Replication.Quorum,
		DownAfter: time.Duration(c.Replication.DownAfter) * time.Microsecond, FailoverTimeout: noLimit,
	}
	for i := range c.Nodes {
		if c.Nodes[i].Role != trace.RoleSentinel {
			continue
		}
		p, err := real.Sentinel(ctx, w, real.Settings{})
		if err != nil {
			return err
		}
		s.sentinels = append(s.sentinels, p)
	}
	return nil
}

// acquaint waits until every sentinel knows the replica and the other sentinels.
func (s *stage) acquaint(ctx context.Context, _ *world.Config) error {
	for _, p := range s.sentinels {
		c := s.dial(p)
		err := s.await(ctx, "the sentinels to find the replica and each other", func(ctx context.Context) bool {
			return c.knows(ctx, s.replica.Addr(), len(s.sentinels)-1)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// strike ends all that was started, and returns when there is nothing left of it.
func (s *stage) strike() {
	for _, c := range s.conns {
		c.Close()
	}
	s.end()
	var all sync.WaitGroup
	for _, p := range s.processes() {
		all.Go(p.Kill)
	}
	if s.relay != nil {
		s.relay.Close()
	}
	all.Wait()
}

func (s *stage) processes() (list []*real.Process) {
	for _, p := range append([]*real.Process{s.primary, s.replica}, s.sentinels...) {
		if p != nil {
			list = append(list, p)
		}
	}
	return list
}

// playbill lists who takes part, in the order of their names.
func (s *stage) playbill() []Process {
	list := []Process{
		{trace.RolePrimary, s.primary.Addr(), s.primary.PID()},
		{trace.RoleReplica, s.replica.Addr(), s.replica.PID()},
	}
	for _, p := range s.sentinels {
		list = append(list, Process{trace.RoleSentinel, p.Addr(), p.PID()})
	}
	return append(list, Process{Addr: s.relay.Addr()})
}

// dial makes a connection to one of the processes, which ends with the stage.
func (s *stage) dial(p *real.Process) *conn {
	c := dial(p.Addr())
	s.conns = append(s.conns, c)
	return c
}

// waitLimit is how long what must come about may take.
const waitLimit = 30 * time.Second

// await waits until a condition holds. A process that has ended by itself ends the
// wait, and so does the limit.
func (s *stage) await(ctx context.Context, what string, holds func(context.Context) bool) error {
	ctx, cancel := context.WithTimeoutCause(ctx, waitLimit, fmt.Errorf("waited %v for %s, in vain", waitLimit, what))
	defer cancel()
	again := time.NewTicker(askAgain)
	defer again.Stop()
	for {
		if holds(ctx) {
			return nil
		}
		for _, p := range s.processes() {
			if err := p.Err(); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-again.C:
		}
	}
}
