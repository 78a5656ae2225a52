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
	places []wall.Span // when each step comes, played at normal speed from the first

	start trace.Time // the instant of the poster
	until trace.Time // where it ends, at the latest; 0 for the run's own end

	at    wall.Span // where the playhead is
	carry wall.Span // what a slow speed has not yet made a microsecond of, in hundredths

	placed  bool // whether there is anything to show
	poster  bool // nobody has moved it yet
	playing bool
	still   bool
	toEnd   bool // go to the end as soon as it is known
	speed   int

	now, before fold
}

// New returns a player that ends at until or, if that is 0, at the end of the
// run. As a video shows a picture from its middle before it is played, it shows
// the last instant not after start until it is moved: the poster. Of the steps of
// that instant it shows the one that a reader would miss most, so that what is told
// is what the picture is there for. Stepping goes on from there, playing begins at
// the beginning.
func New(start, until trace.Time) *Player {
	return &Player{start: start, until: until, poster: true, speed: Normal}
}

// Add takes the events that follow those it has; whole says that none follow
// them.
func (p *Player) Add(events []trace.Event, whole bool) {
	for i := range events {
		p.events = append(p.events, &events[i])
	}
	p.whole = whole
	p.steps.extend(p.events, whole)
	p.extend()
	if !p.placed && len(p.places) > 0 && (p.whole || p.start == 0 || p.known() > p.start) {
		p.placed = true
		if p.poster && p.start > 0 {
			p.at = p.places[p.posterStep()]
		}
	}
	if p.toEnd && p.complete() {
		p.rest(p.last())
	}
}

// Ready tells whether there is anything to show.
func (p *Player) Ready() bool { return p.placed }

// Len returns how many events it has, which is the number of the next.
func (p *Player) Len() int { return len(p.events) }

// Whole tells whether it has all events of the run.
func (p *Player) Whole() bool { return p.whole }

// complete tells whether everything that can be shown is known.
func (p *Player) complete() bool {
	return p.whole || p.until > 0 && p.known() > p.until
}

// Play starts time: from the beginning, if the poster is shown or the end.
func (p *Player) Play() {
	if p.poster || p.AtEnd() {
		p.rest(0)
	}
	p.playing, p.toEnd = true, false
}

// Pause stops time where it is.
func (p *Player) Pause() {
	p.at = p.Position()
	p.playing, p.toEnd = false, false
}

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

// SetStill makes playing go from step to step with nothing moving in between,
// for readers who do not want motion.
func (p *Player) SetStill(still bool) { p.still = still }

// Tick lets wall time pass and tells whether the picture has changed.
func (p *Player) Tick(elapsed wall.Span) bool {
	if !p.playing || !p.placed {
		return false
	}
	shown := p.Position()
	p.carry += min(max(elapsed, 0), frame) * wall.Span(p.speed)
	p.at = min(p.at+p.carry/100, max(p.edge(), p.at))
	p.carry %= 100
	if p.complete() && p.at >= p.edge() {
		p.playing = false
	}
	return p.Position() != shown || !p.playing
}

// rest puts the playhead where a step begins.
func (p *Player) rest(step int) {
	p.poster, p.toEnd, p.carry = false, false, 0
	if step < len(p.places) {
		p.at = p.places[step]
	}
}

// Step goes to the next step. It tells whether there was one, and stops time.
func (p *Player) Step() bool { return p.forward(func(int) bool { return true }) }

// Next goes to the next step in which something notable happens.
func (p *Player) Next() bool {
	return p.forward(func(step int) bool { return hasNotable(p.eventsOf(step)) })
}

func (p *Player) forward(wanted func(step int) bool) bool {
	p.Pause()
	if !p.placed {
		return false
	}
	for i := p.shown() + 1; i <= p.last(); i++ {
		if wanted(i) {
			p.rest(i)
			return true
		}
	}
	return false
}

// Back goes to the step before. From between two steps it goes back to the
// earlier one, unless that looks the same as what is shown.
func (p *Player) Back() bool {
	p.Pause()
	if !p.placed {
		return false
	}
	i := p.shown()
	if p.at-p.places[i] < blink || p.Time() == p.instant(i) {
		i--
	}
	if i < 0 {
		p.rest(0)
		return false
	}
	p.rest(i)
	return true
}

// Home goes to the beginning.
func (p *Player) Home() {
	p.Pause()
	p.rest(0)
}

// End goes to the end, or as soon as that is known.
func (p *Player) End() {
	p.Pause()
	if !p.complete() {
		p.toEnd, p.poster = true, false
		return
	}
	p.rest(p.last())
}

// AtEnd tells whether nothing follows.
func (p *Player) AtEnd() bool { return p.placed && p.complete() && p.at >= p.edge() }

// Seek goes to the step nearest to w, as Position has it.
func (p *Player) Seek(w wall.Span) { p.rest(p.nearest(w)) }

// Position is where the playhead is: as long after the beginning as playing at
// normal speed takes. In that measure no step is out of sight.
func (p *Player) Position() wall.Span {
	if p.still && len(p.places) > 0 {
		return p.places[p.shown()]
	}
	return p.at
}

// Length is how far Position can go.
func (p *Player) Length() wall.Span { return p.edge() }

// Time returns the instant that is shown.
func (p *Player) Time() trace.Time { return p.TimeAt(p.Position()) }

// shown returns the step that is shown.
func (p *Player) shown() int { return p.stepAt(p.at) }

// Happened returns how many events have happened.
func (p *Player) Happened() int {
	if !p.placed {
		return 0
	}
	return p.steps.steps[p.shown()].End
}

// State returns the world after all events that have happened. It is the
// player's, and good until the playhead moves.
func (p *Player) State() *trace.State { return p.now.after(p.events, p.Happened()) }

// Told returns the events of the step that is shown, and the state before the
// first of them.
func (p *Player) Told() (before *trace.State, events []trace.Event) {
	if !p.placed {
		return nil, nil
	}
	for _, e := range p.eventsOf(p.shown()) {
		events = append(events, *e)
	}
	return p.before.after(p.events, p.steps.steps[p.shown()].First), events
}
