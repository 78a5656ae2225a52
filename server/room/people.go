package room

import (
	"crypto/hmac"
	"crypto/sha256"
	"slices"
	"time"
)

// Name is what a room knows a person by: of a cookie that names them to all rooms, what
// nobody can trace to it, or to their name in another room.
type Name [32]byte

// NameOf is the name in this room of who has that cookie.
func (r *Room) NameOf(cookie string) Name {
	mac := hmac.New(sha256.New, r.state.Salt[:])
	mac.Write([]byte(cookie))
	return Name(mac.Sum(nil))
}

// people are those who have ever been in a room, numbered from 1, and who is there.
type people struct {
	numbers map[Name]int
	here    map[int]int // how many pages a person has open
}

func newPeople() people { return people{make(map[Name]int), make(map[int]int)} }

// Recall gives a person the number back that was stored.
func (r *Room) Recall(name Name, number int) { r.people.numbers[name] = number }

// Number is a person's number, and whether it is new and to be stored; Full if no more
// people may come.
func (r *Room) Number(name Name) (number int, fresh bool, err error) {
	if n, ok := r.people.numbers[name]; ok {
		return n, false, nil
	}
	if len(r.people.numbers) >= MaxPeople {
		return 0, false, Full
	}
	n := len(r.people.numbers) + 1
	r.people.numbers[name] = n
	return n, true, nil
}

// Come says that a page of a person's was opened. The owner's are not counted: they are no
// audience.
func (r *Room) Come(who Who) Part {
	if who.Person > 0 && who.Person == r.state.Wheel {
		r.away = time.Time{}
	}
	if who.Owner || who.Person == 0 {
		return 0
	}
	r.people.here[who.Person]++
	if r.people.here[who.Person] > 1 {
		return 0
	}
	return HereChanged
}

// Go says that a page of a person's was closed.
func (r *Room) Go(now time.Time, who Who) Part {
	if who.Owner || who.Person == 0 {
		return 0
	}
	if r.people.here[who.Person]--; r.people.here[who.Person] > 0 {
		return 0
	}
	delete(r.people.here, who.Person)
	if who.Person == r.state.Wheel {
		r.away = now
	}
	changed := HereChanged
	if r.lost[who.Person] {
		delete(r.lost, who.Person)
		changed |= OwnChanged
	}
	if r.ask(who.Person, false) {
		changed |= OwnChanged
	}
	return changed
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

// giveWheel lets a person drive, or the owner for 0.
func (r *Room) giveWheel(to int) Part {
	r.state.Wheel, r.away = to, time.Time{}
	changed := WheelGiven
	if r.ask(to, false) {
		changed |= OwnChanged
	}
	return changed
}
