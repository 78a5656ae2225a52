package scene

import "lockstep/sim/trace"

// said is a phrase with what goes into it.
type said struct {
	key  string
	a, b fill
}

// stepOf numbers the steps of Redlock as the lessons do.
var stepOf = map[string]int{
	trace.PhaseReadClock: 1, trace.PhaseAsk: 2, trace.PhaseReadClockAgain: 3, trace.PhaseCount: 4,
	trace.PhaseWork: 5, trace.PhaseLetGo: 5, trace.PhaseNumber: 5, trace.PhaseRead: 5, trace.PhaseWrite: 5,
}

// doing says what a client does: a title, and a line below it.
func (d *drawing) doing(c *trace.ClientState) (title, line said) {
	switch {
	case c.Down:
		return said{key: "scene.crashed"}, said{key: "scene.since", a: at("time", int64(c.DownAt))}
	case c.Paused && c.Returns > d.t:
		return said{key: "scene.paused"}, said{key: "scene.back-in", a: left(c.Returns.Sub(d.t))}
	case c.Paused:
		return said{key: "scene.paused"}, said{key: "scene.stands-still"}
	case c.Stalled && c.Recovers > d.t:
		return said{key: "scene.stalled"}, said{key: "scene.back-in", a: left(c.Recovers.Sub(d.t))}
	case c.Stalled:
		return said{key: "scene.stalled"}, said{key: "scene.stands-still"}
	case c.Phase == trace.PhaseWait:
		gone := c.Clock.At(d.t).Sub(c.Clock.At(c.Since))
		return said{key: "scene.waits"}, said{key: "scene.again-in", a: left(c.Waits - gone)}
	}
	switch c.Phase {
	case "":
		return said{key: "scene.client", a: word("client", string(c.ID))}, said{key: "scene.not-begun"}
	case trace.PhaseGiveBack:
		if votes(c) {
			return said{key: "scene.gives-back"}, said{key: "scene.lets-go"}
		}
		return said{key: "scene.gives-back"}, said{key: "scene.lets-go-of-it"}
	case trace.PhaseDone:
		return said{key: "scene.done"}, said{key: "scene.gave-it-back"}
	case trace.PhaseGaveUp:
		return said{key: "scene.gave-up"}, said{key: "scene.no-tries-left"}
	}
	key, known := doingKeys[c.Phase]
	if !known {
		return said{key: "scene.client", a: word("client", string(c.ID))}, said{key: c.Phase}
	}
	if votes(c) && stepOf[c.Phase] > 0 {
		return said{key: "scene.step", a: count("n", stepOf[c.Phase]), b: count("of", 5)}, said{key: key}
	}
	if single, ok := singleKeys[c.Phase]; ok {
		key = single
	}
	switch c.Phase {
	case trace.PhaseLetGo:
		return said{key: "scene.not-had"}, said{key: key}
	case trace.PhaseWork, trace.PhaseRead, trace.PhaseWrite, trace.PhaseEnterAgain, trace.PhaseLeaveAgain:
		return said{key: "scene.working"}, said{key: key}
	}
	return said{key: "scene.wants-in"}, said{key: key}
}

// votes tells whether several nodes decide about the client's lock.
func votes(c *trace.ClientState) bool { return c.Lock == trace.LockRedlock || c.Lock == "" }

var doingKeys = map[string]string{
	trace.PhaseReadClock:      "scene.reads-clock",
	trace.PhaseAsk:            "scene.asks",
	trace.PhaseReadClockAgain: "scene.reads-clock-again",
	trace.PhaseCount:          "scene.counts",
	trace.PhaseWork:           "scene.works",
	trace.PhaseLetGo:          "scene.lets-go",
	trace.PhaseLocate:         "scene.asks-sentinels",
	trace.PhaseExpire:         "scene.sets-ttl",
	trace.PhaseConfirm:        "scene.waits-for-copies",
	trace.PhaseNumber:         "scene.takes-number",
	trace.PhaseRead:           "scene.reads",
	trace.PhaseWrite:          "scene.writes",
	trace.PhaseEnterAgain:     "scene.takes-again",
	trace.PhaseLeaveAgain:     "scene.gives-one-back",
}

// singleKeys are what is said otherwise of a lock that no votes decide.
var singleKeys = map[string]string{
	trace.PhaseAsk: "scene.asks-for-it", trace.PhaseCount: "scene.decides", trace.PhaseLetGo: "scene.takes-back",
}
