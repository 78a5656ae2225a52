package socket

import (
	"context"

	"lockstep/server/runs"
	"lockstep/server/turns"
)

// together does something with the traces of runs in a turn. They are played and held in
// the turn alone, so that who waits for it takes neither a world nor memory. The error is
// that of the turn, of playing or of what is done, or errBusy.
func (h *Hub) together(ctx context.Context, turn func(context.Context, func()) error, do func(...runs.Trace) error, links ...string) error {
	var failed error
	if err := turn(ctx, func() { failed = h.holding(ctx, do, links) }); err != nil {
		return err
	}
	return failed
}

// holding does something with traces that it holds meanwhile. Others wait for its turn to
// end: so it is the server that asks for the runs, not one of many behind an address.
func (h *Hub) holding(ctx context.Context, do func(...runs.Trace) error, links []string) error {
	own := turns.For(ctx, "")
	traces := make([]runs.Trace, len(links))
	for i, link := range links {
		t, err := h.traces.Trace(own, link)
		if err != nil {
			return unplayed(err)
		}
		if !h.memory.take(t) {
			return errBusy
		}
		defer h.memory.giveBack(t)
		traces[i] = t
	}
	return do(traces...)
}
