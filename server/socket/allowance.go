package socket

import (
	"sync"

	"lockstep/server/runs"
	"lockstep/sim/trace"
)

// allowance is the memory that traces may take which are being sent or judged. A trace
// that several pages are sent counts once, as it is there once: a class that opens a
// large run together is one run. Light traces are free.
type allowance struct {
	mu    sync.Mutex
	light int // what a trace may take to be light, in bytes
	left  int
	users map[*trace.Event]int // how many a trace is sent to, by its first event
}

func newAllowance(bytes, light int) allowance {
	return allowance{light: light, left: bytes, users: make(map[*trace.Event]int)}
}

// take takes what a trace needs, or nothing if there is not enough left. It does
// not wait: who waited would hold the trace.
func (a *allowance) take(t runs.Trace) bool {
	if t.Bytes <= a.light {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	first := &t.Events[0]
	if a.users[first] == 0 {
		if t.Bytes > a.left {
			return false
		}
		a.left -= t.Bytes
	}
	a.users[first]++
	return true
}

func (a *allowance) giveBack(t runs.Trace) {
	if t.Bytes <= a.light {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	first := &t.Events[0]
	if a.users[first]--; a.users[first] == 0 {
		delete(a.users, first)
		a.left += t.Bytes
	}
}
