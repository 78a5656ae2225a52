package runs

import (
	"context"

	"lockstep/sim/because"
	"lockstep/sim/trace"
)

// stretch is how many events are compared between two looks at the context.
const stretch = 256

// Same returns how many of the first events two traces have in common, of most at
// most: see [trace.Same]. It can be called off through ctx, and then returns its error.
func (t Trace) Same(ctx context.Context, u Trace, most int) (int, error) {
	most = min(most, len(t.Events), len(u.Events))
	for from := 0; from < most; from += stretch {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		to := min(from+stretch, most)
		n := trace.Same(because.Pointers(t.Events[from:to]), because.Pointers(u.Events[from:to]))
		if n < to-from {
			return from + n, nil
		}
	}
	return most, nil
}
