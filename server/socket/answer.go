package socket

import (
	"context"
	"fmt"

	"lockstep/server/runs"
	"lockstep/sim/trace"
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
	t, err := c.hub.traces.Trace(ctx, q.Run)
	if err != nil {
		c.refuse(ctx, q.ID, q.Lang, unplayed(err))
		return
	}
	if q.From > len(t.Events) {
		c.problem(ctx, wire.Problem{ID: q.ID, Reason: wire.ReasonBeyond, Text: fmt.Sprintf(
			"This run has %d events, and the page asked for what comes after %d. Reload the page.", len(t.Events), q.From)})
		return
	}
	if !c.hub.memory.take(t) {
		c.refuse(ctx, q.ID, q.Lang, errBusy)
		return
	}
	whole := c.sendEvents(ctx, q, t)
	c.hub.memory.giveBack(t)
	if whole && q.Lang != "" {
		c.judge(ctx, q)
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

// same returns how many of t's events the page has as those of the base that it
// names: never all, so that the last always comes. A base that cannot be played
// saves nothing, and costs nothing else.
func (c *conn) same(ctx context.Context, q *wire.Ask, t runs.Trace) int {
	most := min(q.Have, len(t.Events)-1)
	switch q.Base {
	case "":
		return 0
	case q.Run:
		return most
	}
	same := 0
	c.hub.together(ctx, c.hub.bases.Do, func(base ...runs.Trace) (err error) {
		same, err = t.Same(ctx, base[0], most)
		return err
	}, q.Base)
	return same
}

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
