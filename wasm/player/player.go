package player

import (
	"lockstep/sim/trace"
	"lockstep/wasm/wall"
)

// Speeds, in percent of the normal one.
const (
	Slowest = 10
	Normal  = 100
	Fastest = 1000
)

// frame is the most wall time that one tick may bring. A page that was hidden,
// or a machine that slept, goes on from where it stood instead of catching up.
const frame = 100 * wall.Millisecond

// Player is a playhead over one run. It is made by [New].
type Player struct {
	events []*trace.Event
	whole  bool // no event follows those
	steps  stepper
	beats  []beat

	start trace.Time // where it begins
	until trace.Time // where it ends, at the latest; 0 for the run's own end

	k     int       // how many events have happened
	at    wall.Span // where the playhead is, as playing at normal speed from 0 would have brought it
	ahead wall.Span // with still: how far time has gone on since the picture stood still
	carry wall.Span // what a slow speed has not yet made a microsecond of, in hundredths

	placed  bool // whether it has been put at start
	stepped bool // whether a step brought it where it is
	playing bool
	still   bool
	toEnd   bool // go to the end as soon as it is known
	speed   int

	now, before fold
}

// New returns a player that begins at the instant start, and ends at until or,
// if that is 0, at the end of the run.
func New(start, until trace.Time) *Player {
	return &Player{start: start, until: until, speed: Normal}
}

// Add takes the events that follow those it has; whole says that none follow
// them.
func (p *Player) Add(events []trace.Event, whole bool) {
	for i := range events {
		p.events = append(p.events, &events[i])
	}
	p.whole = whole
	p.steps.extend(p.events, whole)
	p.beats = beats(p.beats, p.events)
	switch {
	case p.toEnd && p.complete():
		p.End()
	case !p.placed && len(p.steps.steps) > 0 && (p.whole || p.start == 0 || p.known() > p.start):
		playing := p.playing
		p.Restart()
		p.playing = playing
	}
}

// Ready tells whether there is anything to show.
func (p *Player) Ready() bool { return p.placed }

// Len returns how many events it has, which is the number of the next.
func (p *Player) Len() int { return len(p.events) }

// Whole tells whether it has all events of the run.
func (p *Player) Whole() bool { return p.whole }

// known returns the instant up to which, not included, all events are known.
func (p *Player) known() trace.Time {
	if len(p.beats) == 0 {
		return 0
	}
	return p.beats[len(p.beats)-1].t
}

// complete tells whether everything that can be shown is known.
func (p *Player) complete() bool {
	return p.whole || p.until > 0 && p.known() > p.until
}

// Play starts time; at the end, from the beginning.
func (p *Player) Play() {
	if p.AtEnd() {
		p.Restart()
	}
	p.playing, p.toEnd = true, false
	p.ahead, p.carry = 0, 0
}

// Pause stops time where it is.
func (p *Player) Pause() { p.playing, p.toEnd = false, false }

// Playing tells whether time runs, or would if the events were there.
func (p *Player) Playing() bool { return p.playing }

// Waiting tells whether time runs no further because events are missing.
func (p *Player) Waiting() bool {
	return p.toEnd || p.playing && !p.complete() && p.at >= p.edge()
}

// Speed returns the speed in percent of the normal one.
func (p *Player) Speed() int { return p.speed }

// SetSpeed sets it, within its bounds.
func (p *Player) SetSpeed(percent int) { p.speed = min(max(percent, Slowest), Fastest) }

// SetStill makes playing go from event to event with nothing moving in between,
// for readers who do not want motion.
func (p *Player) SetStill(still bool) { p.still, p.ahead = still, 0 }

// edge is as far as the playhead can go at present.
func (p *Player) edge() wall.Span {
	if len(p.beats) == 0 {
		return 0
	}
	last := p.beats[len(p.beats)-1].at
	if !p.whole {
		last = max(last-1, 0) // the last instant may not be known in full
	}
	if p.until > 0 {
		return min(last, p.wallAt(p.until))
	}
	return last
}

// Tick lets wall time pass and tells whether the picture has changed.
func (p *Player) Tick(elapsed wall.Span) bool {
	if !p.playing || !p.placed {
		return false
	}
	p.carry += min(max(elapsed, 0), frame) * wall.Span(p.speed)
	went := p.carry / 100
	p.carry %= 100
	k, at := p.k, p.at
	if p.still {
		went += p.ahead
	}
	to := min(p.at+went, max(p.edge(), p.at))
	if p.still && to < p.edge() {
		p.ahead = to
		to = max(p.at, p.beats[p.beatAt(to)].at)
		p.ahead -= to
	}
	p.put(to)
	if p.complete() && p.at >= p.edge() {
		p.k = p.lastK()
		p.playing = false
	}
	return p.k != k || p.at != at || !p.playing
}

// Step goes to the end of the next step, and Back to that of the one before; both
// also rest where the player begins. They tell whether there was one, and stop
// time.
func (p *Player) Step() bool {
	if i := p.stepAfter(p.k); p.placed && p.at < p.mark() && (i == len(p.steps.steps) || p.stepAt(i) > p.mark()) {
		p.Pause()
		p.put(p.mark())
		return true
	}
	return p.forward(func(Step) bool { return true })
}

// Next goes to the end of the next step in which something notable happens.
func (p *Player) Next() bool {
	return p.forward(func(s Step) bool {
		for _, e := range p.events[s.First:s.End] {
			if notable(e) {
				return true
			}
		}
		return false
	})
}

func (p *Player) forward(wanted func(Step) bool) bool {
	p.Pause()
	steps := p.steps.steps
	for i := p.stepAfter(p.k); i < len(steps) && p.shows(steps[i]); i++ {
		if wanted(steps[i]) {
			p.restAfter(steps[i].End)
			return true
		}
	}
	return false
}

// Back: see Step. From between two events it goes to the earlier one.
func (p *Player) Back() bool {
	p.Pause()
	if !p.placed {
		return false
	}
	// The last step that ends before here.
	i := p.stepAfter(p.k) - 1
	if i >= 0 && p.steps.steps[i].End == p.k && p.stepAt(i) == p.at {
		i--
	}
	if m := p.mark(); m < p.at && (i < 0 || p.stepAt(i) < m) && m > 0 {
		p.put(m)
		return true
	}
	if i < 0 {
		return false
	}
	p.restAfter(p.steps.steps[i].End)
	return true
}

// Restart goes to where the player began.
func (p *Player) Restart() {
	p.Pause()
	if p.start == 0 {
		p.Home()
		return
	}
	p.Seek(p.start)
}

// Home goes to the first event.
func (p *Player) Home() {
	p.Pause()
	if len(p.steps.steps) > 0 {
		p.restAfter(p.steps.steps[0].End)
	}
}

// End goes to the end, or as soon as that is known.
func (p *Player) End() {
	p.Pause()
	if !p.complete() {
		p.toEnd = true
		return
	}
	p.put(p.edge())
	p.k = p.lastK()
}

// AtEnd tells whether nothing follows.
func (p *Player) AtEnd() bool {
	return p.placed && p.complete() && p.at >= p.edge() && p.k >= p.lastK()
}

// Seek goes to the instant t: all events up to and including t have happened.
func (p *Player) Seek(t trace.Time) { p.SeekWall(p.wallAt(t)) }

// SeekWall goes to where playing at normal speed from the first event would be
// after w.
func (p *Player) SeekWall(w wall.Span) {
	p.toEnd = false
	p.ahead, p.carry = 0, 0
	if len(p.beats) > 0 {
		p.put(min(max(w, 0), p.edge()))
	}
}

// Position and Length are where the playhead is and how far it can go, as
// SeekWall takes it: a measure in which no event is out of sight.
func (p *Player) Position() wall.Span { return p.at }

// Length: see Position.
func (p *Player) Length() wall.Span { return p.edge() }

// Time returns the instant that is shown.
func (p *Player) Time() trace.Time { return p.TimeAt(p.at) }

// State returns the world after all events that have happened. It is the
// player's, and good until the playhead moves.
func (p *Player) State() *trace.State { return p.now.after(p.events, p.k) }

// Told returns the events that brought about what is shown, and the state before
// the first of them: those of the last step, if somebody stepped here, or else
// those of the last instant.
func (p *Player) Told() (before *trace.State, events []trace.Event) {
	if !p.placed {
		return nil, nil
	}
	first := 0
	if i := p.stepAfter(p.k) - 1; p.stepped && i >= 0 {
		first = p.steps.steps[i].First
	} else if i := p.beatAt(p.at); i > 0 {
		first = p.beats[i-1].end
	}
	for _, e := range p.events[first:p.k] {
		events = append(events, *e)
	}
	return p.before.after(p.events, first), events
}

// Happened returns how many events have happened.
func (p *Player) Happened() int { return p.k }
