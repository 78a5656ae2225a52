package turns

import "slices"

// ring is those who share turns, the one that has had none for longest first. To go
// through all is cheap beside what turns are for.
type ring[T sharer] []T

// sharer is one of those who share turns.
type sharer interface {
	comparable
	counted() *count
	waits() bool // for a turn
}

// count is whom a sharer counts as, and how many turns it has.
type count struct {
	name  string
	turns int
}

func (c *count) counted() *count { return c }

// find returns the one of that name, or nil.
func (r ring[T]) find(name string) (none T) {
	for _, x := range r {
		if x.counted().name == name {
			return x
		}
	}
	return none
}

// next returns whose turn is next, or nil if nobody waits.
func (r ring[T]) next() (next T) {
	var nobody T
	for _, x := range r {
		if x.waits() && (next == nobody || x.counted().turns < next.counted().turns) {
			next = x
		}
	}
	return next
}

// last makes one of those the one that had a turn last.
func (r ring[T]) last(x T) {
	i := slices.Index(r, x)
	copy(r[i:], r[i+1:])
	r[len(r)-1] = x
}

// tidy leaves out those that neither wait nor have turns.
func (r *ring[T]) tidy() {
	*r = slices.DeleteFunc(*r, func(x T) bool { return x.counted().turns == 0 && !x.waits() })
}
