package world

import (
	"path"
	"runtime"
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// env is the world as one activity sees it. Each call that may take time, or tells
// something, hands the turn to the world, so that its process may be paused or killed
// there.
type env struct {
	a     *activity
	yield func(park) bool
}

var _ lock.Env = (*env)(nil)

// stop hands the turn to the world, and unwinds if the activity was killed.
func (e *env) stop(why park) {
	if !e.yield(why) {
		panic(killed{})
	}
}

// here records which line of the lock's source called Env.
func (e *env) here() {
	var pc [1]uintptr
	if runtime.Callers(3, pc[:]) == 1 {
		e.a.file, e.a.line = e.a.p.w.engine.line(pc[0])
	}
}

func (e *env) Now() trace.Local {
	e.here()
	now := e.a.p.steady()
	e.stop(parkStep)
	return now
}

func (e *env) Wall() trace.Local {
	e.here()
	now := e.a.p.clocks.Wall.At(e.a.p.w.t).Add(epoch)
	e.stop(parkStep)
	return now
}

func (e *env) Sleep(ph lock.Phase, d trace.Duration) {
	e.here()
	a, w := e.a, e.a.p.w
	d = max(d, 0)
	a.report(trace.Event{Kind: trace.Phase, Phase: string(ph), Lasts: d})
	a.wakes = a.p.steady().Add(d)
	w.queue.push(item{at: w.when(a.p, a.wakes), class: ordinary, do: doWake, activity: a, generation: a.generation})
	e.stop(parkSleep)
}

func (e *env) Ask(q lock.Question) []lock.Reply {
	e.here()
	ask := e.a.ask(q)
	if !ask.goOn() {
		e.stop(parkAsk)
	}
	e.a.asking = nil
	return ask.replies
}

func (e *env) Token() string {
	e.here()
	key := "token " + e.a.occasion()
	if e.a.tokens++; e.a.tokens > 1 {
		key += "." + strconv.Itoa(e.a.tokens)
	}
	n := e.a.p.w.choose.Choose(key, 0)
	e.stop(parkStep)
	const digits = "0123456789abcdef"
	var b [16]byte
	for i := range b {
		b[i] = digits[n>>(60-4*i)&15]
	}
	return string(b[:])
}

func (e *env) Random(occasion string, most trace.Duration) trace.Duration {
	e.here()
	if most <= 0 {
		return 0
	}
	d := trace.Duration(e.a.p.w.choose.Choose(occasion+" "+e.a.occasion(), uint64(most)+1))
	e.stop(parkStep)
	return d
}

func (e *env) Attempt() {
	e.here()
	e.a.attempt++
	e.a.tokens = 0
	clear(e.a.asked)
	e.stop(parkStep)
}

func (e *env) Phase(ph lock.Phase) {
	e.here()
	e.a.report(trace.Event{Kind: trace.Phase, Phase: string(ph)})
	e.stop(parkStep)
}

func (e *env) Report(ev trace.Event) {
	e.here()
	e.a.report(ev)
	e.stop(parkStep)
}

func (e *env) Go(name string, f func(lock.Env)) lock.Task {
	e.here()
	a := e.a.p.begin(name, e.a.p.w.t, f)
	e.stop(parkStep)
	return &beside{a}
}

// beside is an activity as the one that began it knows it.
type beside struct{ a *activity }

// Stop must not be called by the activity itself, which ends by returning.
func (t *beside) Stop() {
	if t.a.alive {
		t.a.stop()
	}
}

// report emits an event that the activity itself causes.
func (a *activity) report(ev trace.Event) {
	ev.Who, ev.Activity, ev.Attempt = a.p.name, a.name, a.attempt
	ev.At, ev.File, ev.Line = trace.ReadAt(a.p.reading()), a.file, a.line
	if a.p.client.Lock.Clock == lock.WallClock && ev.Until != 0 && ev.Until != trace.Forever {
		ev.Until = ev.Until.Add(-epoch)
	}
	a.p.w.emit(ev)
}

// title names the activity as messages and choices do: A, or A.watchdog.
func (a *activity) title() string {
	if a.name == "" {
		return a.p.name
	}
	return a.p.name + "." + a.name
}

// occasion names the activity and its attempt, for the keys of choices.
func (a *activity) occasion() string { return a.title() + "/" + strconv.Itoa(a.attempt) }

// site is one call on Env in a lock's source.
type site struct {
	file string
	line int
}

// line tells where in the source pc stands. Looking it up is slow and the
// places are few, so they are kept.
func (e *Engine) line(pc uintptr) (string, int) {
	s, ok := e.sites[pc]
	if !ok {
		f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
		s = site{path.Base(f.File), f.Line}
		e.sites[pc] = s
	}
	return s.file, s.line
}
