package demo

import (
	"context"
	"os/exec"

	"lockstep/server/real"
	"lockstep/sim/trace"
)

// Audience is who is shown a story. Its zero value looks away.
type Audience struct {
	// Started is given what was started, once it all answers.
	Started func([]Process)

	// Step is called before each step, with the step's name. It may take its time, as
	// long as it returns when its context ends; an error ends the story. Nobody's lock
	// runs out meanwhile if [Story.Lease] is long enough.
	Step func(ctx context.Context, step string) error

	// Tell is given every event, as [live.Config.Tell] is.
	Tell func(*trace.Event)
}

// The steps of [Story.Failover], in their order.
const (
	StepStart  = "start"  // what is needed is started
	StepHold   = "hold"   // the link to the replica stands still
	StepLink   = "link"   // or it does not, if the story is Linked
	StepFirst  = "first"  // the first client asks for the lock
	StepCrash  = "crash"  // the primary is killed
	StepElect  = "elect"  // the sentinels find out, and promote the replica
	StepAgain  = "again"  // if their votes were split, and they try once more
	StepSecond = "second" // the second client asks for the lock
	StepFinish = "finish" // the first client finishes its work
)

// Ending is what a story came to.
type Ending struct {
	Verdict string
	Events  []trace.Event

	// Differs says in what the plot was another than that of [Story.Simulated];
	// nothing if it was the same.
	Differs string
}

// Failover plays how a lock is lost: a client gets it from the primary, which dies
// before the replica has the key; the sentinels promote the replica, and another
// client gets the same lock from that. Both sell the last item.
//
// The error says why the story could not be played to its end: Redis is not installed
// ([real.ErrNotInstalled]), no replica was promoted in time, ctx has ended. Whether it
// came out as told is in the Ending.
func (s Story) Failover(ctx context.Context, a Audience) (*Ending, error) {
	ending, err := s.failover(ctx, a)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err() // whatever else went wrong came of that
	}
	return ending, err
}

func (s Story) failover(ctx context.Context, a Audience) (*Ending, error) {
	cast, err := s.cast()
	if err != nil {
		return nil, err
	}
	simulated, err := s.Simulated()
	if err != nil {
		return nil, err
	}
	if _, err := exec.LookPath("redis-server"); err != nil {
		return nil, real.ErrNotInstalled // before anybody is told that it is started
	}
	if err := a.step(ctx, StepStart); err != nil {
		return nil, err
	}
	stage, err := raise(ctx, cast)
	if err != nil {
		return nil, err
	}
	defer stage.strike()
	if a.Started != nil {
		a.Started(stage.playbill())
	}
	p := &play{Story: s, Audience: a, stage: stage, cast: cast}
	ending, err := p.perform(ctx)
	if err != nil {
		return nil, err
	}
	ending.Differs = difference(Plot(ending.Events), Plot(simulated))
	return ending, nil
}

func (a *Audience) step(ctx context.Context, name string) error {
	if a.Step == nil {
		return ctx.Err()
	}
	return a.Step(ctx, name)
}
