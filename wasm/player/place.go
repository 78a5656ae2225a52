package player

import (
	"sort"

	"lockstep/sim/trace"
	"lockstep/wasm/wall"
)

// put moves the playhead to w, where everything of that instant has happened.
func (p *Player) put(w wall.Span) {
	p.at, p.placed, p.stepped = w, true, false
	p.k = p.beats[p.beatAt(w)].end
}

// restAfter moves the playhead to where exactly k events have happened.
func (p *Player) restAfter(k int) {
	i := sort.Search(len(p.beats), func(i int) bool { return p.beats[i].end >= k })
	p.k, p.at, p.placed, p.stepped = k, p.beats[i].at, true, true
	p.ahead, p.carry = 0, 0
}

// lastK returns how many events have happened at the end.
func (p *Player) lastK() int { return p.beats[p.beatAt(p.edge())].end }

// shows tells whether a step lies within what the player shows.
func (p *Player) shows(s Step) bool {
	return p.until == 0 || p.events[s.End-1].T <= p.until
}

// stepAfter returns the number of the first step that ends after k events.
func (p *Player) stepAfter(k int) int {
	return sort.Search(len(p.steps.steps), func(i int) bool { return p.steps.steps[i].End > k })
}

// stepAt returns where the step of that number rests.
func (p *Player) stepAt(i int) wall.Span {
	end := p.steps.steps[i].End
	return p.beats[sort.Search(len(p.beats), func(i int) bool { return p.beats[i].end >= end })].at
}

// mark returns where the player begins, if that is a place of its own to rest
// at, and 0 if it is not.
func (p *Player) mark() wall.Span {
	if p.start == 0 {
		return 0
	}
	return p.wallAt(p.start)
}

// beatAt returns the number of the last beat not after w.
func (p *Player) beatAt(w wall.Span) int {
	i := sort.Search(len(p.beats), func(i int) bool { return p.beats[i].at > w })
	return max(i-1, 0)
}

// TimeAt returns the instant that SeekWall(w) shows.
func (p *Player) TimeAt(w wall.Span) trace.Time {
	if len(p.beats) == 0 {
		return 0
	}
	i := p.beatAt(w)
	b := p.beats[i]
	if i+1 == len(p.beats) {
		return b.t
	}
	next := p.beats[i+1]
	return b.t + (next.t-b.t)*trace.Time(w-b.at)/trace.Time(next.at-b.at)
}

// wallAt is the inverse of TimeAt.
func (p *Player) wallAt(t trace.Time) wall.Span {
	if len(p.beats) == 0 {
		return 0
	}
	i := sort.Search(len(p.beats), func(i int) bool { return p.beats[i].t > t })
	i = max(i-1, 0)
	b := p.beats[i]
	if i+1 == len(p.beats) || t < b.t {
		return b.at
	}
	next := p.beats[i+1]
	gap, span := wall.Span(next.t-b.t), next.at-b.at
	// Rounded up, so that TimeAt, which rounds down, gives t back wherever wall
	// time is the finer measure; but never as far as the next event.
	return b.at + min((span*wall.Span(t-b.t)+gap-1)/gap, span-1)
}
