package room

import (
	"slices"
	"time"
)

// gone is how long a driver who is not the owner may be away before the owner drives again.
const gone = 30 * time.Second

// drives tells whether somebody has the wheel: one person, or the owner on whatever device.
func (r *Room) drives(who Who) bool {
	if r.state.Wheel == 0 {
		return who.Owner
	}
	return who.Person == r.state.Wheel
}

// giveWheel lets a person drive, or the owner for 0.
func (r *Room) giveWheel(to int) Part {
	r.state.Wheel, r.away = to, time.Time{}
	changed := WheelGiven
	if r.ask(to, false) {
		changed |= OwnChanged
	}
	return changed
}

// Wait is how long it takes until the owner drives again because the driver is away; 0 if
// the driver is not.
func (r *Room) Wait(now time.Time) time.Duration {
	if r.away.IsZero() {
		return 0
	}
	return max(r.away.Add(gone).Sub(now), 1)
}

// Turn gives the wheel back to the owner if the driver has been away for too long.
func (r *Room) Turn(now time.Time) Part {
	if r.away.IsZero() || now.Sub(r.away) < gone {
		return 0
	}
	return r.giveWheel(0)
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

func (r *Room) returnWheel(time.Time, Who, *Command) (Done, error) {
	return Done{Changed: r.giveWheel(0), You: true}, nil
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
