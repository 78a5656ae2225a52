package viewer

import (
	"lockstep/sim/trace"
	"lockstep/web/words"
)

// readable is at how many percent of true speed an eye still follows the milliseconds of a
// clock that runs.
const readable = 25

// tick brings the figure's clock to an instant. While time runs it leaves out what an eye
// cannot follow: digits that race tell no pace. Where nothing may move, time stands at each
// instant at which something happens, and the clock says which.
func (f *Figure) tick(t trace.Time) {
	clock := words.Clocked(t)
	if f.moving() && !f.viewer.still && f.player.Speed() > readable {
		clock = words.Tenths(t)
	}
	if clock != f.shown.clock {
		f.view.SetText(Clock, clock)
		f.shown.clock = clock
	}
}
