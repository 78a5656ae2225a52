package live

import "slices"

// fifo is calls in the order in which they were sent. It uses its room again, so that a
// pipe which is never empty does not grow.
type fifo struct {
	calls []call
	first int // those before it are gone
}

func (f *fifo) len() int { return len(f.calls) - f.first }

// rest returns those that are left, the first to be answered first.
func (f *fifo) rest() []call { return f.calls[f.first:] }

func (f *fifo) push(calls []call) {
	if f.first > 0 && len(f.calls)+len(calls) > cap(f.calls) {
		f.calls, f.first = slices.Delete(f.calls, 0, f.first), 0
	}
	f.calls = append(f.calls, calls...)
}

// pop takes the first, or nil if there is none.
func (f *fifo) pop() call {
	if f.len() == 0 {
		return nil
	}
	q := f.calls[f.first]
	f.calls[f.first] = nil
	f.first++
	return q
}
