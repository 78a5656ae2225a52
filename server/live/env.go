package live

import (
	"crypto/rand"
	"encoding/hex"
	"path"
	"runtime"
	"strconv"
	"sync"
	"time"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// env is the world as one activity sees it. While the algorithm's code runs, its
// activity has the process's turn; a call that takes time gives the turn away.
type env struct{ a *activity }

var _ lock.Env = (*env)(nil)

// here records which line of the lock's source called Env, for the events that the
// call is told by. A look at the stack is dear, so it is left where nobody listens.
func (e *env) here() {
	if e.a.p.s.rec.tell != nil {
		e.a.site = caller()
	}
}

// caller is the place that called the caller of who calls it.
func caller() site {
	var pc [1]uintptr
	if runtime.Callers(4, pc[:]) == 0 {
		return site{}
	}
	return siteOf(pc[0])
}

func (e *env) Now() trace.Local {
	now := e.a.clock()
	if e.a.inside.on && e.a.skips() {
		now = now.Add(e.a.p.client.Job.Takes)
	}
	return now
}

func (e *env) Wall() trace.Local {
	return e.a.p.s.rec.wall()
}

// breather is the least pause between two attempts: nobody asks real servers in a loop
// without one, whatever their options say.
const breather = 10 * trace.Millisecond

// Sleep is cut short by an interrupt: whoever is at work finishes at once, and whoever
// waits for the lock gives up.
func (e *env) Sleep(ph lock.Phase, d trace.Duration) {
	e.here()
	a := e.a
	d = max(d, 0)
	if ph == lock.Wait {
		d = max(d, breather) // some libraries try again at once, for ever
	}
	a.report(&trace.Event{Kind: trace.Phase, Phase: string(ph), Lasts: d})
	waits := ph == lock.Wait || ph == lock.Undecided
	var cut <-chan struct{} // ends it early
	if a.name == "" && (waits || ph == lock.Work) {
		cut = a.p.s.interrupted
	}
	a.sleep(d, cut)
	if waits && a.p.s.isInterrupted() {
		a.report(&trace.Event{Kind: trace.Phase, Phase: string(lock.GaveUp)})
		panic(killed{})
	}
}

func (e *env) Ask(q lock.Question) []lock.Reply {
	e.here()
	if e.a.p.s.isResource(q.Nodes) {
		return e.a.visit(q)
	}
	return e.a.ask(q)
}

func (e *env) Token() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func (e *env) Random(occasion string, most trace.Duration) trace.Duration {
	if most <= 0 {
		return 0
	}
	return trace.Duration(e.a.p.s.chance.Choose(occasion+" "+e.a.occasion(), uint64(most)+1))
}

func (e *env) Attempt() {
	e.a.attempt++
	e.a.asked = e.a.asked[:0]
}

func (e *env) Phase(ph lock.Phase) {
	e.here()
	e.a.report(&trace.Event{Kind: trace.Phase, Phase: string(ph)})
}

func (e *env) Report(ev trace.Event) {
	e.here()
	e.a.reports(&ev)
	e.a.report(&ev)
}

func (e *env) Go(name string, f func(lock.Env)) lock.Task {
	return &beside{e.a.p.begin(name, f)}
}

// beside is an activity as the one that began it knows it, which has the turn.
type beside struct{ a *activity }

func (t *beside) Stop() { t.a.halt() }

// report tells an event that the activity itself causes.
func (a *activity) report(ev *trace.Event) {
	r := &a.p.s.rec
	r.Lock()
	defer r.Unlock()
	at := r.now()
	e := r.like(ev, at)
	e.Who, e.Activity, e.Attempt = string(a.p.client.ID), a.name, a.attempt
	e.At, e.File, e.Line = a.reading(at), a.site.file, a.site.line
	if a.p.client.Lock.Clock == lock.WallClock && e.Until != 0 && e.Until != trace.Forever {
		e.Until = e.Until.Add(-r.epoch())
	}
	r.told(e)
}

// reading is what the clock shows at an instant that the process's lock goes by.
func (a *activity) reading(at trace.Time) trace.Reading {
	r := &a.p.s.rec
	if a.p.client.Lock.Clock == lock.WallClock {
		return trace.ReadAt(r.wall().Add(-r.epoch()))
	}
	return trace.ReadAt(trace.Local(at))
}

func (a *activity) clock() trace.Local { return trace.Local(a.p.s.rec.now()) }

// title names the activity as messages and choices do: A, or A.watchdog.
func (a *activity) title() string {
	if a.name == "" {
		return string(a.p.client.ID)
	}
	return string(a.p.client.ID) + "." + a.name
}

// occasion names the activity and its attempt.
func (a *activity) occasion() string { return a.title() + "/" + strconv.Itoa(a.attempt) }

// site is one call on Env in a lock's source.
type site struct {
	file string
	line int
}

// sites keeps the places that were looked up: that is slow, and they are few.
var sites sync.Map

func siteOf(pc uintptr) site {
	if s, ok := sites.Load(pc); ok {
		return s.(site)
	}
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	s := site{path.Base(f.File), f.Line}
	sites.Store(pc, s)
	return s
}

// span is d as package time has it, which counts nanoseconds: of spans beyond 292
// years the longest that it can say.
func span(d trace.Duration) time.Duration {
	const most = trace.Duration(1<<63-1) / 1000
	return time.Duration(min(d, most)) * time.Microsecond
}
