// Package wall measures the time that passes before the screen, as against the
// time in a run. Package time would do, and bring along 20 KiB that the viewer
// has no use for.
package wall

// Span is a span of wall time in microseconds.
type Span int64

// Spans for writing others down.
const (
	Microsecond Span = 1
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond
)

// Milliseconds returns s in whole milliseconds, rounded down.
func (s Span) Milliseconds() int { return int(s / Millisecond) }
