package socket

import (
	"context"
	"errors"
	"fmt"

	"lockstep/server/mistake"
	"lockstep/server/runs"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
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
func unplayed(err error) error { return fmt.Errorf("socket: a run could not be played: %w", err) }

// refuse says why a question has no answer, unless nobody asks it any more. The language
// is the question's.
func (c *conn) refuse(ctx context.Context, id uint64, lang string, err error) {
	if ctx.Err() != nil {
		return
	}
	p := c.explain(lang, err)
	p.ID = id
	c.problem(ctx, p)
}

// explain puts an error into words for the person before the page. What is wrong with a
// run's parameters only the server can tell in that person's language.
func (c *conn) explain(lang string, err error) (p wire.Problem) {
	var input *scenario.InputError
	switch {
	case errors.Is(err, errBusy):
		p.Reason, p.Text = wire.ReasonBusy, "The server is busy with large runs. Ask again in a moment: nothing is lost."
	case errors.As(err, &input) && errors.Is(err, scenario.ErrOutdated):
		p.Reason, p.Text = wire.ReasonEngine, input.Error()
	case errors.As(err, &input) && errors.Is(err, scenario.ErrUnknown):
		p.Reason, p.Text = wire.ReasonScenario, input.Error()
	case errors.As(err, &input):
		_, phrases := c.hub.judges.in(lang)
		p.Reason, p.Text = wire.ReasonInput, mistake.Say(phrases, input)
	case errors.Is(err, run.ErrVersion):
		p.Reason, p.Text = wire.ReasonVersion, "This link was made by another version of Lockstep, whose links this one does not read."
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
