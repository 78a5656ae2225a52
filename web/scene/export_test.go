package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// DrawMeasured draws and reports each text with its estimated width and the room
// that it has, in pixels.
func DrawMeasured(s *trace.State, t trace.Time, o Options, report func(text string, width, room int)) *draw.Picture {
	p := new(draw.Picture)
	p.Measure(report)
	Redraw(p, s, t, o)
	return p
}
