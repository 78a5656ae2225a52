package room

import (
	"crypto/hmac"
	"crypto/sha256"
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
	last    int         // of the numbers that were given
	here    map[int]int // how many pages a person has open
}

func newPeople() people { return people{numbers: make(map[Name]int), here: make(map[int]int)} }

// Number is a person's number, and whether it is new and to be stored; Full if no more
// people may come.
func (r *Room) Number(name Name) (number int, fresh bool, err error) {
	if n, ok := r.people.numbers[name]; ok {
		return n, false, nil
	}
	if len(r.people.numbers) >= MaxPeople {
		return 0, false, Full
	}
	r.people.last++
	r.people.numbers[name] = r.people.last
	return r.people.last, true, nil
}

// Knows tells whether a person has a number here.
func (r *Room) Knows(name Name) bool { return r.people.numbers[name] > 0 }

// Come says that a page of a person's was opened. The owner's are not counted: they are no
// audience.
func (r *Room) Come(who Who) Part {
	changed := r.back(who)
	switch {
	case who.Owner:
		r.owners++
	case who.Person > 0:
		if r.people.here[who.Person]++; r.people.here[who.Person] == 1 {
			changed |= HereChanged
		}
	}
	return changed
}

// Go says that a page of a person's was closed.
func (r *Room) Go(now time.Time, who Who) Part {
	if who.Owner {
		if r.owners--; r.owners == 0 {
			r.left(now, who)
		}
		return 0
	}
	if who.Person == 0 {
		return 0
	}
	if r.people.here[who.Person]--; r.people.here[who.Person] > 0 {
		return 0
	}
	delete(r.people.here, who.Person)
	r.left(now, who)
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

// attends tells whether somebody is of the audience.
func (r *Room) attends(who Who) bool { return !who.Owner && r.people.here[who.Person] > 0 }

func (r *Room) getLost(_ time.Time, who Who, c *Command) (Done, error) {
	switch {
	case who.Person == 0:
		return Done{}, Nobody
	case c.On == r.lost[who.Person], c.On && !r.attends(who):
		return Done{}, nil
	case c.On:
		r.lost[who.Person] = true
	default:
		delete(r.lost, who.Person)
	}
	return Done{Changed: OwnChanged, You: true}, nil
}
