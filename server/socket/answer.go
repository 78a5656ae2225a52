package socket

import (
	"context"
	"errors"
	"fmt"

	"lockstep/server/runs"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/wire"
)

// answer answers questions, one at a time, until the connection ends.
func (c *conn) answer() {
	for {
		select {
		case <-c.ctx.Done():
			return
		case q := <-c.asks:
			c.reply(q)
		}
	}
}

// reply answers one question, unless a newer one comes meanwhile.
func (c *conn) reply(q question) {
	switch asked := q.Question.(type) {
	case *wire.Ask:
		c.tell(q.ctx, asked)
	case *wire.Compare:
		c.compare(q.ctx, asked)
	}
}

// tell sends a run's events, and how it comes out if that is asked and all of it was
// sent.
func (c *conn) tell(ctx context.Context, q *wire.Ask) {
	t, ok := c.trace(ctx, q.ID, q.Run)
	if !ok {
		return
	}
	if q.From > len(t.Events) {
		c.problem(ctx, wire.Problem{ID: q.ID, Reason: wire.ReasonBeyond, Text: fmt.Sprintf(
			"This run has %d events, and the page asked for what comes after %d. Reload the page.", len(t.Events), q.From)})
		return
	}
	if !c.hold(ctx, q.ID, t) {
		return
	}
	defer c.hub.memory.giveBack(t)
	if c.sendEvents(ctx, q, t) && q.Lang != "" {
		c.judge(ctx, q, t)
	}
}

// sendEvents sends batches as far as they are asked for. It tells whether the last of
// them has the run's end.
func (c *conn) sendEvents(ctx context.Context, q *wire.Ask, t runs.Trace) (whole bool) {
	same := c.same(ctx, q, t)
	rest := t.Events[q.From+same:] // one of the two is 0
	for {
		n := batchSize(rest, c.hub.limits.BatchBytes)
		x := wire.Batch{ID: q.ID, Events: rest[:n], More: n < len(rest), Same: same}
		rest, same = rest[n:], 0
		if !c.send(ctx, wire.AppendBatch(nil, x)) {
			return false
		}
		if len(rest) == 0 || rest[0].T > q.Until {
			return len(rest) == 0
		}
	}
}

// trace has a run played that a question names. If that cannot be, the question is
// answered.
func (c *conn) trace(ctx context.Context, id uint64, link string) (runs.Trace, bool) {
	t, err := c.hub.traces.Trace(ctx, link)
	switch {
	case ctx.Err() != nil:
		return runs.Trace{}, false
	case err != nil:
		p := c.explain(link, err)
		p.ID = id
		c.problem(ctx, p)
		return runs.Trace{}, false
	}
	return t, true
}

// hold takes the memory of a trace until it is given back. If there is none, the
// question is answered.
func (c *conn) hold(ctx context.Context, id uint64, t runs.Trace) bool {
	if c.hub.memory.take(t) {
		return true
	}
	c.problem(ctx, wire.Problem{ID: id, Reason: wire.ReasonBusy, Text: busyText})
	return false
}

// same returns how many of t's events the page has as those of the base that it
// names: never all, so that the last always comes. A base that cannot be played
// saves nothing, and costs nothing else.
func (c *conn) same(ctx context.Context, q *wire.Ask, t runs.Trace) int {
	if q.Base == "" {
		return 0
	}
	base, err := c.hub.traces.Trace(ctx, q.Base)
	if err != nil {
		return 0
	}
	return t.Same(base, min(q.Have, len(t.Events)-1))
}

const busyText = "The server is busy with large runs. Ask again in a moment: nothing is lost."

func (c *conn) problem(ctx context.Context, p wire.Problem) { c.send(ctx, wire.AppendProblem(nil, p)) }

// send hands a frame to the writer. It waits until the writer is free and returns
// false if the question is called off meanwhile.
func (c *conn) send(ctx context.Context, b []byte) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case c.frames <- frame{ctx, b}:
		return true
	case <-ctx.Done():
		return false
	}
}

// batchSize returns how many of the events go into the next batch: at least one,
// if there is one.
func batchSize(events []trace.Event, most int) int {
	weight := 0
	for i := range min(len(events), wire.MaxBatch) {
		if weight += runs.Weight(&events[i]); weight > most && i > 0 {
			return i
		}
	}
	return min(len(events), wire.MaxBatch)
}

// explain puts an error into words for the person before the page.
func (c *conn) explain(link string, err error) (p wire.Problem) {
	var input *scenario.InputError
	switch {
	case errors.As(err, &input):
		p.Reason, p.Text = wire.ReasonInput, input.Error()
		if errors.Is(err, scenario.ErrUnknown) {
			p.Reason = wire.ReasonScenario
		}
		if r, err := run.Parse(link); err == nil && r.Engine != "" && r.Engine != world.Version {
			p.Reason = wire.ReasonEngine
		}
	case errors.Is(err, run.ErrVersion):
		p.Reason, p.Text = wire.ReasonVersion, "This link was made by a newer Lockstep than this one."
	case errors.Is(err, run.ErrLink):
		p.Reason, p.Text = wire.ReasonLink, "This link is damaged: it does not describe a run. Was it copied whole?"
	case errors.Is(err, runs.ErrClosed):
		p.Reason, p.Text = wire.ReasonStopping, stoppingText
	default:
		c.hub.log.Error("socket: a run could not be played", "err", err)
		p.Reason, p.Text = wire.ReasonFault, "The server could not play this run. The fault is Lockstep's, and its log says more."
	}
	return p
}
