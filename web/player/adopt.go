package player

// Adopt returns a player of a run that has its first n events in common with the
// run of another player: what follows them is still to be added. Nothing that the
// two share is copied. It shows the same instant as the other as soon as that is
// known, plays on if the other does, and counts as seen what was seen there.
func Adopt(from *Player, n int) *Player {
	n = max(min(n, len(from.events)), 0)
	// The last step before n may be another: what it joins is not the same.
	last := from.stepWith(n - 1)
	p := New(from.start, from.until)
	p.events = from.events[:n:n]
	p.steps.steps = from.steps.steps[:last:last]
	p.places = from.places[:last:last]
	if last > 0 {
		p.steps.first = p.steps.steps[last-1].End
	}
	for lane, marks := range from.marks {
		before := marksBefore(marks, last)
		p.marks[lane] = marks[:before:before]
	}
	p.kept = from.kept.upTo(n)
	p.furthest = min(from.furthest, last-1)
	p.speed, p.still, p.playing, p.poster = from.speed, from.still, from.playing, false
	switch {
	case from.goal != nil:
		p.reach(from.goal)
	case from.placed:
		p.SeekTo(from.Time(), from.Happened())
	}
	return p
}
