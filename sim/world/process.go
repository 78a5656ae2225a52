package world

import (
	"iter"
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// process is a client's worker: a coroutine that runs the lock's code until it
// needs time to pass. The world resumes one process at a time.
type process struct {
	w      *world
	client *Client
	clock  trace.Clock

	next func() (park, bool) // resumes the coroutine until it parks or ends
	kill func()

	turn   int     // counts parkings: what was scheduled for an earlier one is stale
	asking *asking // the question it waits for, if it waits for one

	attempt int
	tokens  int              // how many this attempt has drawn
	asked   map[stepNode]int // how often this attempt has put a step to a node
	file    string           // where in the lock's source it is
	line    int

	up        bool   // not crashed
	life      int    // how often it has crashed
	crashedBy string // who crashed it last
	alive     bool   // up, and its code has not come to its end
	paused    bool
	ready     bool       // it could have gone on while it was paused
	until     trace.Time // when the pause ends
}

// park says what a process waits for.
type park uint8

const (
	parkStep  park = iota // nothing: the world only gets its turn
	parkSleep             // its wake-up
	parkAsk               // the answers to a question
)

// killed unwinds the coroutine of a process that was killed.
type killed struct{}

// spawn makes the process's coroutine. It runs nothing yet.
func (p *process) spawn() {
	p.alive, p.ready, p.until = true, false, 0
	p.next, p.kill = iter.Pull(func(yield func(park) bool) {
		defer func() {
			if r := recover(); r != nil && r != any(killed{}) {
				panic(r)
			}
		}()
		lock.Do(&env{p: p, yield: yield}, p.client.Lock, p.client.Job)
	})
}

// wake tells the process that what it waits for may have come. A paused process
// finds out when its pause is over.
func (p *process) wake() {
	if p.paused {
		p.ready = true
		return
	}
	if p.asking != nil && !p.asking.settle() {
		return
	}
	p.resume()
}

// mostSteps is how many calls on Env a process may make without waiting for
// anything. More are a mistake in an algorithm: the world would never end.
const mostSteps = 10_000

// resume lets the process run until it waits for time to pass.
func (p *process) resume() {
	for steps := 0; p.alive && p.w.full() == ""; steps++ {
		if steps == mostSteps {
			panic("world: " + string(p.client.ID) + " made 10,000 calls on Env at one instant, last in " + p.file + ":" + strconv.Itoa(p.line))
		}
		if p.paused {
			p.ready = true
			return
		}
		p.turn++
		waiting, running := p.next()
		if !running {
			p.alive = false
			return
		}
		if waiting != parkStep {
			return
		}
	}
}

// crash kills the process where it stands.
func (p *process) crash(by string) {
	p.up, p.crashedBy = false, by
	p.life++
	p.alive, p.paused, p.asking = false, false, nil
	p.turn++
	p.kill()
}

// now is what the process's clock shows.
func (p *process) now() trace.Local { return p.clock.At(p.w.t) }

// after returns the true instant at which d will have passed by the process's
// clock.
func (p *process) after(d trace.Duration) trace.Time {
	return max(p.w.t, p.clock.When(p.now().Add(d)))
}
