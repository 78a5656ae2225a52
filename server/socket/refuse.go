package socket

import (
	"context"
	"errors"

	"lockstep/server/runs"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/world"
	"lockstep/web/wire"
)

// Why a question has no answer, besides the end of its context.
var (
	// errBusy says that there is no memory for a trace now.
	errBusy = errors.New("socket: too much is being sent")

	// errJudge says that a verdict or a comparison could not be found.
	errJudge = errors.New("socket: the judge broke")
)

// unplayed says that a run could not be played.
type unplayed struct {
	link string
	err  error
}

func (u *unplayed) Error() string { return "socket: a run could not be played: " + u.err.Error() }
func (u *unplayed) Unwrap() error { return u.err }

// refuse says why a question has no answer, unless nobody asks it any more.
func (c *conn) refuse(ctx context.Context, id uint64, err error) {
	if ctx.Err() != nil {
		return
	}
	p := c.explain(err)
	p.ID = id
	c.problem(ctx, p)
}

// explain puts an error into words for the person before the page.
func (c *conn) explain(err error) (p wire.Problem) {
	var input *scenario.InputError
	switch {
	case errors.Is(err, errBusy):
		p.Reason, p.Text = wire.ReasonBusy, "The server is busy with large runs. Ask again in a moment: nothing is lost."
	case errors.As(err, &input):
		p.Reason, p.Text = wire.ReasonInput, input.Error()
		if errors.Is(err, scenario.ErrUnknown) {
			p.Reason = wire.ReasonScenario
		}
		if otherEngine(err) {
			p.Reason = wire.ReasonEngine
		}
	case errors.Is(err, run.ErrVersion):
		p.Reason, p.Text = wire.ReasonVersion, "This link was made by a newer Lockstep than this one."
	case errors.Is(err, run.ErrLink):
		p.Reason, p.Text = wire.ReasonLink, "This link is damaged: it does not describe a run. Was it copied whole?"
	case errors.Is(err, runs.ErrClosed):
		p.Reason, p.Text = wire.ReasonStopping, stoppingText
	case errors.Is(err, errJudge):
		c.hub.log.Error("socket: a run could not be judged", "err", err)
		p.Reason, p.Text = wire.ReasonFault, "The server could not judge this run. The fault is Lockstep's, and its log says more."
	default:
		c.hub.log.Error("socket: a run could not be played", "err", err)
		p.Reason, p.Text = wire.ReasonFault, "The server could not play this run. The fault is Lockstep's, and its log says more."
	}
	return p
}

// otherEngine tells whether the run that could not be played was made for an engine that
// is not ours.
func otherEngine(err error) bool {
	var u *unplayed
	if !errors.As(err, &u) {
		return false
	}
	r, err := run.Parse(u.link)
	return err == nil && r.Engine != "" && r.Engine != world.Version
}
