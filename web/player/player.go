package player

import (
	"lockstep/sim/trace"
	"lockstep/web/wall"
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

	between standing // where in between two steps it was put

	placed  bool // whether there is anything to show
	poster  bool // nobody has moved it yet
	playing bool
	still   bool
	goal    goal // where it goes as soon as that is known
	speed   int
	halts   halts

	moves    int // how often it was put somewhere
	furthest int // the last step that was ever shown; -1 before the first
	marks    [Lanes][]Mark

	kept              checkpoints
	now, before, list fold
}

// New returns a player that ends at until or, if that is 0, at the end of the
// run. As a video shows a picture from its middle before it is played, it shows
// the last instant not after start until it is moved: the poster. Of the steps of
// that instant it shows the one that a reader would miss most, so that what is told
// is what the picture is there for. Stepping goes on from there, playing begins at
// the beginning.
func New(start, until trace.Time) *Player {
	return &Player{start: start, until: until, poster: true, speed: Normal, furthest: -1}
}

// Add takes the events that follow those it has; whole says that none follow
// them.
func (p *Player) Add(events []trace.Event, whole bool) {
	for i := range events {
		p.events = append(p.events, &events[i])
	}
	p.whole = whole
	p.arrange()
}

// arrange finds a place for what came, and for the playhead if it has none.
func (p *Player) arrange() {
	p.steps.extend(p.events, p.whole)
	p.extend()
	if len(p.places) == 0 {
		return
	}
	if p.goal != nil {
		p.goal(p) // which is the goal's end, if it gets there
	}
	if !p.placed && p.goal == nil && (p.whole || !p.poster || p.start == 0 || p.known() > p.start) {
		p.placed = true
		if p.poster && p.start > 0 {
			p.at = p.places[p.posterStep()]
		}
		p.see()
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
	p.playing, p.goal = true, nil
	p.halts.left = p.at
}

// Pause stops time where it is.
func (p *Player) Pause() {
	p.at = p.Position()
	p.playing, p.goal = false, nil
}

// Playing tells whether time runs, or would if the events were there.
func (p *Player) Playing() bool { return p.playing }

// Waiting tells whether time runs no further because events are missing.
func (p *Player) Waiting() bool {
	return p.goal != nil || p.playing && !p.complete() && p.at >= p.edge()
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
	if !p.playing || !p.placed || p.goal != nil {
		return false
	}
	shown, from := p.Position(), p.at
	p.carry += min(max(elapsed, 0), frame) * wall.Span(p.speed)
	p.at = min(p.at+p.carry/100, max(p.edge(), p.at))
	p.carry %= 100
	p.halt(from)
	p.see()
	if p.complete() && p.at >= p.edge() {
		p.playing = false
	}
	return p.Position() != shown || !p.playing
}

// AtEnd tells whether nothing follows.
func (p *Player) AtEnd() bool { return p.placed && p.complete() && p.at >= p.edge() }

// Position is where the playhead is: as long after the beginning as playing at
// normal speed takes. In that measure no step is out of sight.
func (p *Player) Position() wall.Span {
	if p.still && len(p.places) > 0 {
		return p.places[p.Shown()]
	}
	return p.at
}

// Length is how far Position can go.
func (p *Player) Length() wall.Span { return p.edge() }

// Time returns the instant that is shown.
func (p *Player) Time() trace.Time { return p.instant(p.Position()) }

// Reached returns the instant that the playhead is at, also for readers who want no
// motion and are shown the last step before.
func (p *Player) Reached() trace.Time { return p.instant(p.at) }

func (p *Player) instant(at wall.Span) trace.Time {
	if p.between.yes && p.between.at == at {
		return p.between.t
	}
	return p.timeAt(at)
}
