package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/truth"
)

// said is a phrase with what goes into it.
type said struct {
	key  string
	a, b draw.Fill
}

// steps says how the phases of getting and using a lock are called. Those of
// Redlock have the numbers that the lessons give them; of a lock that no votes
// decide some are called otherwise.
var steps = [...]struct {
	phase  string
	number int
	key    string
	single string
	within bool // the lock is had
}{
	{trace.PhaseReadClock, 1, "scene.reads-clock", "", false},
	{trace.PhaseAsk, 2, "scene.asks", "scene.asks-for-it", false},
	{trace.PhaseReadClockAgain, 3, "scene.reads-clock-again", "", false},
	{trace.PhaseCount, 4, "scene.counts", "scene.decides", false},
	{trace.PhaseWork, 5, "scene.works", "", true},
	{trace.PhaseLetGo, 5, "scene.lets-go", "scene.takes-back", false},
	{trace.PhaseNumber, 5, "scene.takes-number", "", false},
	{trace.PhaseRead, 5, "scene.reads", "", true},
	{trace.PhaseWrite, 5, "scene.writes", "", true},
	{trace.PhaseLocate, 0, "scene.asks-sentinels", "", false},
	{trace.PhaseExpire, 0, "scene.sets-ttl", "", false},
	{trace.PhaseConfirm, 0, "scene.waits-for-copies", "", false},
	{trace.PhaseEnterAgain, 0, "scene.takes-again", "", true},
	{trace.PhaseLeaveAgain, 0, "scene.gives-one-back", "", true},
}

// doing says what a client does: a title, and a line below it.
func (d *drawing) doing(c *trace.ClientState) (title, line said) {
	switch {
	case c.Down:
		return said{key: "scene.crashed"}, said{key: "scene.since", a: draw.Seconds("time", int64(c.DownAt))}
	case c.Paused && c.Returns > d.t:
		return said{key: "scene.paused"}, d.backIn(c.Returns)
	case c.Paused:
		return said{key: "scene.paused"}, said{key: "scene.stands-still"}
	case c.Stalled && c.Recovers > d.t:
		return said{key: "scene.stalled"}, d.backIn(c.Recovers)
	case c.Stalled:
		return said{key: "scene.stalled"}, said{key: "scene.stands-still"}
	case c.Phase == trace.PhaseWait:
		return said{key: "scene.waits"}, said{key: "scene.again-in", a: draw.Left(waits(c))}
	}
	switch c.Phase {
	case "":
		return said{key: "scene.client", a: draw.Word("client", string(c.ID))}, said{key: "scene.not-begun"}
	case trace.PhaseGiveBack:
		if votes(c) {
			return said{key: "scene.gives-back"}, said{key: "scene.lets-go"}
		}
		return said{key: "scene.gives-back"}, said{key: "scene.lets-go-of-it"}
	case trace.PhaseDone:
		return said{key: "scene.done"}, said{key: "scene.gave-it-back"}
	case trace.PhaseUndecided:
		if c.Waits > 0 {
			return said{key: "scene.undecided"}, said{key: "scene.ends-in", a: draw.Left(waits(c))}
		}
		return said{key: "scene.undecided"}, said{key: "scene.for-ever"}
	case trace.PhaseGaveUp:
		return said{key: "scene.gave-up"}, said{key: "scene.no-tries-left"}
	}
	for i := range steps {
		if step := &steps[i]; step.phase == c.Phase {
			return stepTitle(c, step.number, step.within), said{key: wordsOfStep(c, step.key, step.single)}
		}
	}
	return said{key: "scene.client", a: draw.Word("client", string(c.ID))}, said{key: c.Phase}
}

// backIn says how long it is until somebody goes on.
func (d *drawing) backIn(at trace.Time) said {
	d.Until(at)
	return said{key: "scene.back-in", a: draw.Left(at.Sub)}
}

// waits is how much longer a client will wait, by its own clock.
func waits(c *trace.ClientState) func(t trace.Time) trace.Duration {
	return func(t trace.Time) trace.Duration { return c.Waits - c.Clock.At(t).Sub(c.Clock.At(c.Since)) }
}

// countsDown tells whether the line of what a client does is about the time until that
// ends.
func countsDown(c *trace.ClientState) bool {
	return c.Paused || c.Stalled || c.Phase == trace.PhaseWait || c.Phase == trace.PhaseUndecided && c.Waits > 0
}

// stepTitle names the step of Redlock, or of another lock what it is on the way to.
func stepTitle(c *trace.ClientState, number int, within bool) said {
	switch {
	case votes(c) && number > 0:
		return said{key: "scene.step", a: draw.Count("n", number), b: draw.Count("of", 5)}
	case within:
		return said{key: "scene.working"}
	case c.Phase == trace.PhaseLetGo:
		return said{key: "scene.not-had"}
	}
	return said{key: "scene.wants-in"}
}

func wordsOfStep(c *trace.ClientState, key, single string) string {
	if single != "" && !votes(c) {
		return single
	}
	return key
}

// votes tells whether several nodes decide about the client's lock.
func votes(c *trace.ClientState) bool { return truth.Votes(c) }
