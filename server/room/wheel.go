package room

import (
	"slices"
	"time"
)

// How long a driver may have no page open: before the class is told, since a page that is
// loaded anew is gone for a moment too; and, if it is not the owner, before that drives again.
const (
	missed = 5 * time.Second
	gone   = 30 * time.Second
)

// drives tells whether somebody has the wheel: one person, or the owner on whatever device.
func (r *Room) drives(who Who) bool {
	if r.state.Wheel == 0 {
		return who.Owner
	}
	return who.Person == r.state.Wheel
}

// giveWheel lets a person drive, or the owner for 0.
func (r *Room) giveWheel(to int) Part {
	r.state.Wheel, r.away, r.missing = to, time.Time{}, false
	changed := WheelGiven
	if r.ask(to, false) {
		changed |= OwnChanged
	}
	return changed
}

// giveBack lets the owner drive, who need not be there.
func (r *Room) giveBack(now time.Time) Part {
	changed := r.giveWheel(0)
	if r.owners == 0 {
		r.away = now
	}
	return changed
}

// left notes that somebody has no page open any more.
func (r *Room) left(now time.Time, who Who) {
	if r.drives(who) {
		r.away = now
	}
}

// back notes that somebody has a page open.
func (r *Room) back(who Who) Part {
	if !r.drives(who) {
		return 0
	}
	told := r.missing
	if r.away, r.missing = (time.Time{}), false; told {
		return WheelGiven
	}
	return 0
}

// Wait is how long it takes until [Room.Turn] has something to do because the driver is away;
// 0 if it has not.
func (r *Room) Wait(now time.Time) time.Duration {
	switch {
	case r.away.IsZero():
		return 0
	case !r.missing:
		return max(r.away.Add(missed).Sub(now), 1)
	case r.state.Wheel != 0:
		return max(r.away.Add(gone).Sub(now), 1)
	}
	return 0
}

// Turn says that the driver is away, and gives the wheel back to the owner after a while.
func (r *Room) Turn(now time.Time) Part {
	switch span := now.Sub(r.away); {
	case r.away.IsZero(), span < missed:
		return 0
	case r.state.Wheel != 0 && span >= gone:
		return r.giveBack(now)
	case !r.missing:
		r.missing = true
		return WheelGiven
	}
	return 0
}

// ask has a person among those who would like to drive, or not. It tells whether that is
// new.
func (r *Room) ask(person int, on bool) bool {
	at := slices.Index(r.asking, person)
	if on == (at >= 0) || on && len(r.asking) >= maxAsking {
		return false
	}
	if on {
		r.asking = append(r.asking, person)
	} else {
		r.asking = slices.Delete(r.asking, at, at+1)
	}
	return true
}

func (r *Room) askWheel(_ time.Time, who Who, c *Command) (Done, error) {
	switch {
	case who.Person == 0:
		return Done{}, Nobody
	case c.On && (!r.attends(who) || r.drives(who)), !r.ask(who.Person, c.On):
		return Done{}, nil
	}
	return Done{Changed: OwnChanged, You: true}, nil
}

func (r *Room) returnWheel(now time.Time, _ Who, _ *Command) (Done, error) {
	return Done{Changed: r.giveBack(now), You: true}, nil
}

func (r *Room) takeWheel(time.Time, Who, *Command) (Done, error) {
	return Done{Changed: r.giveWheel(0)}, nil
}

func (r *Room) handOver(_ time.Time, _ Who, c *Command) (Done, error) {
	if r.people.here[c.To] == 0 {
		return Done{}, NoPerson
	}
	return Done{Changed: r.giveWheel(c.To)}, nil
}
