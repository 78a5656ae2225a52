package world

import (
	"iter"
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// activity is one thing that a process does: its work, or beside it a watchdog. It
// is a coroutine that runs the lock's code until it needs time to pass.
type activity struct {
	p    *process
	name string // empty for the worker
	*record

	next func() (park, bool) // resumes the coroutine until it parks or ends
	kill func()

	generation int         // counts parkings: what was scheduled for an earlier one is stale
	asking     *asking     // the question it waits for, if it waits for one
	wakes      trace.Local // when its sleep is over, by the steady clock; awake if it does not sleep

	file string // where in the lock's source it is
	line int

	alive bool // its code has not come to its end
	ready bool // it could have gone on while it stood still
}

// record is what outlives an activity: the next of its name, after a restart or at
// the next lock, goes on counting, so that a message's name is never used twice.
type record struct {
	attempt int
	tokens  int              // how many this attempt has drawn
	asked   map[stepNode]int // how often this attempt has put a step to a node
}

// awake is an activity's wakes when it does not sleep.
const awake = trace.Local(-1)

// park says what an activity waits for.
type park uint8

const (
	parkStep  park = iota // nothing: the world only gets its turn
	parkSleep             // its wake-up
	parkAsk               // the answers to a question
)

// killed unwinds the coroutine of an activity that was killed.
type killed struct{}

// begin makes an activity of the process, which runs when its turn comes.
func (p *process) begin(name string, at trace.Time, f func(lock.Env)) *activity {
	a := &activity{p: p, name: name, record: p.record(name), wakes: awake, alive: true}
	a.next, a.kill = iter.Pull(func(yield func(park) bool) {
		defer func() {
			if r := recover(); r != nil && r != any(killed{}) {
				panic(r)
			}
		}()
		f(&env{a: a, yield: yield})
	})
	p.activities = append(p.activities, a)
	p.w.alive++
	p.w.queue.push(item{at: at, class: ordinary, do: doWake, activity: a, generation: a.generation})
	return a
}

// wake tells the activity that what it waits for may have come. One that stands
// still finds out when it moves again.
func (a *activity) wake() {
	if a.held() {
		a.ready = true
		return
	}
	if a.asking != nil {
		a.asking.lapse()
		a.p.w.carryOut()
		switch {
		case !a.alive:
			return
		case a.held():
			a.ready = true
			return
		case !a.asking.goOn():
			return
		}
	}
	a.wakes = awake
	a.resume()
}

// held tells whether the activity is made to stand still: a pause stops all that
// its process does, a stall only the worker.
func (a *activity) held() bool { return a.p.pause.on || a.name == "" && a.p.stall.on }

// mostSteps is how many calls on Env an activity may make without waiting for
// anything. More are a mistake in an algorithm: the world would never end.
const mostSteps = 10_000

// resume lets the activity run until it waits for time to pass. What a trigger
// does on the way comes before the activity's next step.
func (a *activity) resume() {
	w := a.p.w
	for steps := 0; a.alive && w.full() == ""; steps++ {
		if steps == mostSteps {
			panic("world: " + a.p.name + " made 10,000 calls on Env at one instant, last in " + a.file + ":" + strconv.Itoa(a.line))
		}
		if a.held() {
			a.ready = true
			return
		}
		a.generation++
		waiting, running := a.next()
		if !running {
			a.finish()
		}
		w.carryOut()
		if waiting != parkStep {
			return
		}
	}
}

// finish is the end of the activity's code. A process ends with its worker.
func (a *activity) finish() {
	a.alive = false
	a.p.w.alive--
	if a.name == "" {
		a.p.killAll()
	}
}

// stop ends the activity where it stands.
func (a *activity) stop() {
	a.alive, a.asking = false, nil
	a.p.w.alive--
	a.generation++
	a.kill()
}

// rearm schedules again what the activity waits for, since its clock has changed.
func (a *activity) rearm() {
	w := a.p.w
	if a.wakes != awake {
		a.generation++
		w.queue.push(item{at: w.when(a.p, a.wakes), class: ordinary, do: doWake, activity: a, generation: a.generation})
	}
	if a.asking != nil {
		a.asking.rearm()
	}
}

// when is the true instant at which the process's steady clock will show l.
func (w *world) when(p *process, l trace.Local) trace.Time {
	return max(w.t, p.clocks.Steady.When(l))
}
