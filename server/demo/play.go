package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"lockstep/server/live"
	"lockstep/server/real"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// play is a story while it is played.
type play struct {
	Story
	Audience
	stage *stage
	cast  *world.Config

	session *live.Session
	watch   *watch

	mu     sync.Mutex
	events []trace.Event
	failed bool // the story has ended early; of what comes of that nobody is told
}

// heard is given each event.
func (p *play) heard(e *trace.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed {
		return
	}
	p.events = append(p.events, *e)
	if p.Tell != nil {
		p.Tell(e)
	}
}

func (p *play) fail() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed = true
}

// perform plays the story on what was started. An event may come from it until it
// returns.
func (p *play) perform(ctx context.Context) (_ *Ending, err error) {
	if p.session, err = live.Open(ctx, p.config()); err != nil {
		return nil, err
	}
	var report live.Report
	closing := sync.OnceFunc(func() { report = p.session.Close() })
	defer closing()
	defer func() {
		if err != nil {
			p.fail()
		}
	}()
	if p.watch, err = listen(ctx, p.session, p.stage); err != nil {
		return nil, err
	}
	defer p.watch.close()
	for _, act := range []func(context.Context) error{p.lock, p.failOver, p.lockAgain, p.finish} {
		if err = act(ctx); err != nil {
			return nil, err
		}
	}
	closing()
	return &Ending{Verdict: report.Verdict, Events: p.events}, nil
}

// nodeTimeout is how long a server may keep a client waiting: on a busy machine longer
// than on the scenario's network.
const nodeTimeout = trace.Second

// config is the session's: the scenario's clients and resource.
func (p *play) config() live.Config {
	c := live.Config{Master: service, Resource: p.cast.Resources[0], Tell: p.heard}
	for _, s := range p.stage.sentinels {
		c.Sentinels = append(c.Sentinels, s.Addr())
	}
	for i := range p.cast.Clients {
		from := &p.cast.Clients[i]
		client := live.Client{ID: from.ID, Lock: from.Lock, Job: from.Job}
		client.Lock.Nodes, client.Lock.Sentinels = nil, nil // the session knows them
		client.Lock.NodeTimeout = nodeTimeout
		if p.Lease > 0 {
			client.Lock.TTL = p.Lease
		}
		if i == 0 { // it is told when to finish
			client.Job.Takes = client.Lock.TTL
			client.Job.WriteAt = client.Lock.TTL - trace.Second
		}
		c.Clients = append(c.Clients, client)
	}
	return c
}

// named is what the session calls a server.
func (p *play) named(server *real.Process) trace.NodeID { return p.session.Named(server.Addr()) }

func (p *play) first() *world.Client  { return &p.cast.Clients[0] }
func (p *play) second() *world.Client { return &p.cast.Clients[1] }

// lock has the first client take the lock, of which the replica hears or does not.
func (p *play) lock(ctx context.Context) error {
	step := StepHold
	if p.Linked {
		step = StepLink
	}
	if err := p.step(ctx, step); err != nil {
		return err
	}
	if !p.Linked {
		p.stage.relay.Hold()
		link := trace.LinkName(string(p.named(p.stage.primary)), string(p.named(p.stage.replica)))
		p.session.Tell(trace.Event{Kind: trace.Fault, What: trace.WhatPartition, Links: []string{link}})
	}
	if err := p.step(ctx, StepFirst); err != nil {
		return err
	}
	p.session.Start(p.first().ID)
	if err := p.await(ctx, "is at work", p.first().ID, trace.Phase, trace.PhaseWork); err != nil {
		return err // it has read what the lock protects, and does nothing now until it is told to finish
	}
	if p.Linked {
		return p.copied(ctx)
	}
	return nil
}

// copied waits until the replica has the key.
func (p *play) copied(ctx context.Context) error {
	replica := p.stage.dial(p.stage.replica)
	return p.stage.await(ctx, "the replica to have the key", func(ctx context.Context) bool {
		key, ok := replica.copied(ctx, p.first().Lock.Key)
		if ok {
			p.session.Tell(trace.Event{
				Kind: trace.Replicate, Node: p.named(p.stage.replica),
				From: string(p.named(p.stage.primary)), Keys: []trace.Key{key},
			})
		}
		return ok
	})
}

// failOver kills the primary, and what it had sent and the relay had not carried is
// lost with it. Then the sentinels have their way.
func (p *play) failOver(ctx context.Context) error {
	if err := p.step(ctx, StepCrash); err != nil {
		return err
	}
	p.stage.primary.Kill()
	p.stage.relay.Close()
	p.session.Tell(trace.Event{
		Kind: trace.Fault, What: trace.WhatCrash, Who: string(p.named(p.stage.primary)), Data: trace.DataLose,
	})
	if err := p.watch.hurry(ctx); err != nil {
		return err
	}
	if err := p.step(ctx, StepElect); err != nil {
		return err
	}
	return p.promoted(ctx)
}

// promoted waits until the replica is the primary, and every sentinel says so.
func (p *play) promoted(ctx context.Context) error {
	told := false
	err := p.stage.await(ctx, "the sentinels to promote the replica", func(ctx context.Context) bool {
		promoted, gaveUp := p.watch.outcome()
		if gaveUp != nil && !told {
			told = p.step(ctx, StepAgain) == nil
		}
		return promoted != "" && p.agreed(ctx)
	})
	if err != nil {
		_, gaveUp := p.watch.outcome()
		err = errors.Join(err, gaveUp)
	}
	return err
}

// agreed tells whether every sentinel names the replica as the primary.
func (p *play) agreed(ctx context.Context) bool {
	return !slices.ContainsFunc(p.watch.sentries, func(s *sentry) bool {
		return !s.names(ctx, p.stage.replica.Addr())
	})
}

// lockAgain has the second client ask for the lock, and work if it gets it.
func (p *play) lockAgain(ctx context.Context) error {
	if err := p.step(ctx, StepSecond); err != nil {
		return err
	}
	p.session.Start(p.second().ID)
	return p.await(ctx, "is done", p.second().ID, trace.Phase, trace.PhaseDone)
}

// finish has the first client come to its end.
func (p *play) finish(ctx context.Context) error {
	if err := p.step(ctx, StepFinish); err != nil {
		return err
	}
	p.session.Interrupt()
	return p.await(ctx, "is done", p.first().ID, trace.Phase, trace.PhaseDone)
}

// await waits for a client's event of a kind, and of a phase if it is that kind; or for
// the client to give up.
func (p *play) await(ctx context.Context, what string, who trace.ClientID, k trace.Kind, phase string) error {
	return p.stage.await(ctx, fmt.Sprintf("the moment at which %s %s", who, what), func(context.Context) bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		for i := range p.events {
			e := &p.events[i]
			switch {
			case e.Who != string(who):
			case e.Kind == k && e.Phase == phase, e.Kind == trace.Phase && e.Phase == trace.PhaseGaveUp:
				return true
			}
		}
		return false
	})
}
