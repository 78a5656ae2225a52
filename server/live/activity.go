package live

import (
	"sync"
	"time"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// process is a client. Its activities take turns, as those of one process do in the
// simulator: what they share needs no lock of its own.
type process struct {
	s       *Session
	client  *Client
	started bool

	turn       sync.Mutex // whoever has it runs the lock's code, or changes what follows
	activities []*activity
	records    map[string]*record
}

// record is what outlives an activity: the next of its name goes on counting, so
// that a message's name is never used twice.
type record struct {
	attempt int
	asked   []asked // in this attempt
}

// asked is how often a step was put to a node. They are few.
type asked struct {
	step  string
	node  trace.NodeID
	times int
}

// count counts a step that is put to a node once more.
func (r *record) count(step string, node trace.NodeID) int {
	for i := range r.asked {
		if a := &r.asked[i]; a.step == step && a.node == node {
			a.times++
			return a.times
		}
	}
	r.asked = append(r.asked, asked{step, node, 1})
	return 1
}

// activity is one thing that a process does: its work, or beside it a watchdog.
type activity struct {
	p    *process
	name string // empty for the worker
	*record
	site   site // where in the lock's source it is
	inside stay

	asking  *asking       // what it asked last; the recorder's lock guards this
	limit   *time.Timer   // ends the wait for the answers
	settled chan struct{} // told once when all are there or given up, or the activity is stopped

	over bool          // its code has ended, or must not go on; changed with the turn held
	stop chan struct{} // closed when it must not
}

// killed unwinds the code of an activity that was stopped.
type killed struct{}

// begin lets the process do something beside what it does: f has its turn when the
// caller gives its own away. The turn must be held.
func (p *process) begin(name string, f func(lock.Env)) *activity {
	rec := p.records[name]
	if rec == nil {
		rec = &record{}
		p.records[name] = rec
	}
	a := &activity{p: p, name: name, record: rec, settled: make(chan struct{}, 1), stop: make(chan struct{})}
	a.limit = time.AfterFunc(span(trace.Duration(trace.Forever)), a.lapse)
	p.activities = append(p.activities, a)
	p.s.running.Add(1)
	go a.run(f)
	return a
}

// run runs the activity's code. A panic of that must leave nothing locked: the session
// comes to its end then as if it were asked to.
func (a *activity) run(f func(lock.Env)) {
	defer a.p.s.running.Done()
	a.p.turn.Lock()
	defer a.p.turn.Unlock()
	defer a.finish()
	defer func() {
		if r := recover(); r != nil && r != any(killed{}) {
			a.p.s.fail("client "+a.title(), r)
		}
	}()
	if !a.over {
		f(&env{a})
	}
}

// finish is the end of the activity's code. A process ends with its worker.
func (a *activity) finish() {
	a.halt()
	if a.name == "" {
		a.p.end()
	}
}

// end stops all that the process does. The turn must be held.
func (p *process) end() {
	for _, a := range p.activities {
		a.halt()
	}
	p.activities = p.activities[:0]
}

// halt ends the activity where it stands. It does not have the turn, since the caller
// has: so it is within a call on Env, and never comes out of that. No wait of its own
// ends after that either, for which the recorder's lock sees.
func (a *activity) halt() {
	if a.over {
		return
	}
	a.over = true
	a.p.s.rec.Lock()
	defer a.p.s.rec.Unlock()
	close(a.stop)
	a.limit.Stop()
	a.settle()
}

// settle wakes up the activity if it waits for answers.
func (a *activity) settle() {
	select {
	case a.settled <- struct{}{}:
	default: // it is known already
	}
}

func (a *activity) stopped() bool {
	select {
	case <-a.stop:
		return true
	default:
		return false
	}
}

// apart lets the others have the turn while wait does. Whoever was stopped meanwhile
// unwinds.
func (a *activity) apart(wait func()) {
	func() {
		a.p.turn.Unlock()
		defer a.p.turn.Lock()
		wait()
	}()
	if a.over {
		panic(killed{})
	}
}

// sleep lets d pass, unless cut is closed before that.
func (a *activity) sleep(d trace.Duration, cut <-chan struct{}) {
	a.apart(func() {
		timer := time.NewTimer(span(d))
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-cut:
		case <-a.stop:
		}
	})
}

// stay is a worker's time inside the critical section.
type stay struct {
	on    bool
	begun bool // it has read the clock there
}

// reports notes where the client is.
func (a *activity) reports(e *trace.Event) {
	switch e.Kind {
	case trace.Enter:
		a.inside = stay{on: true}
	case trace.Leave:
		a.inside = stay{}
	}
}

// workFile is where a client's work looks at how much of it is left.
const workFile = "work.go"

// skips tells whether a worker who is inside and looks at the clock is to see its time
// there as past: once it is interrupted. That is for the work alone to see, after its
// first reading, which is when it began. What reads the clock for the lock sits in other
// files, and no lease ends before its time.
func (a *activity) skips() bool {
	if !a.inside.begun {
		a.inside.begun = true
		return false
	}
	return a.p.s.isInterrupted() && caller().file == workFile
}
