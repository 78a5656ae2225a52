package socket

import (
	"context"

	"lockstep/server/runs"
	"lockstep/sim/trace"
	"lockstep/web/wire"
)

// Pushed are the frames of a run's events for pages that have all of another's, base, or of
// none if that is empty: what each of them would be answered. There are none if they would
// take more than most bytes. A base that cannot be played saves nothing.
func (h *Hub) Pushed(ctx context.Context, link, base string, most int) ([][]byte, error) {
	t, err := h.traces.Trace(ctx, link)
	if err != nil {
		return nil, unplayed(err)
	}
	if !h.memory.take(t) {
		return nil, errBusy
	}
	defer h.memory.giveBack(t)
	same := 0
	if base != "" {
		if of, err := h.traces.Trace(ctx, base); err == nil {
			if same, err = t.Same(ctx, of, len(t.Events)-1); err != nil {
				return nil, err
			}
		}
	}
	if same == 0 {
		base = ""
	}
	return pushed(wire.Pushed{Run: link, Base: base}, t.Events[same:], same, h.limits.BatchBytes, most), nil
}

// pushed are the frames of what is left of a run's events after the same ones.
func pushed(of wire.Pushed, rest []trace.Event, same, batch, most int) (frames [][]byte) {
	for size := 0; ; {
		n := batchSize(rest, batch)
		of.Answer = wire.AppendBatch(nil, wire.Batch{Events: rest[:n], More: n < len(rest), Same: same})
		frame := wire.AppendPushed(nil, of)
		if size += len(frame); size > most {
			return nil
		}
		frames = append(frames, frame)
		rest, same = rest[n:], 0
		if len(rest) == 0 {
			return frames
		}
	}
}

// PushedVerdict is the frame that says in a language how a run comes out.
func (h *Hub) PushedVerdict(ctx context.Context, link, lang string) ([]byte, error) {
	v, ok := h.judges.known(link, lang)
	if !ok {
		judge := func(t ...runs.Trace) error {
			v = h.judges.judge(link, lang, t[0])
			return nil
		}
		if err := h.together(ctx, h.judges.turn, judge, link); err != nil {
			return nil, err
		}
	}
	return wire.AppendPushed(nil, wire.Pushed{Run: link, Lang: lang, Answer: wire.AppendVerdict(nil, wire.Verdict{Outcome: outcome(v)})}), nil
}
