package socket

import (
	"context"

	"lockstep/server/runs"
)

// together has runs played and does something with their traces in a turn. Who waits for
// the turn holds none of them: they are played before it, and had again in it, when they
// are still remembered or at worst played anew. Whatever is done must not wait for the
// page. The error is that of the turn or of playing, or errBusy.
func (c *conn) together(ctx context.Context, turn func(context.Context, func()) error, do func(...runs.Trace), links ...string) error {
	for _, link := range links {
		if _, err := c.hub.traces.Trace(ctx, link); err != nil {
			return &unplayed{link, err}
		}
	}
	var failed error
	if err := turn(ctx, func() { failed = c.holding(ctx, do, links) }); err != nil {
		return err
	}
	return failed
}

// holding does something with traces that it holds meanwhile.
func (c *conn) holding(ctx context.Context, do func(...runs.Trace), links []string) error {
	traces := make([]runs.Trace, len(links))
	for i, link := range links {
		t, err := c.hub.traces.Trace(ctx, link)
		if err != nil {
			return &unplayed{link, err}
		}
		if !c.hub.memory.take(t) {
			return errBusy
		}
		defer c.hub.memory.giveBack(t)
		traces[i] = t
	}
	do(traces...)
	return nil
}
