package world

import (
	"path"
	"runtime"
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// env is the world as one process sees it. Each call hands the turn to the world,
// so that a process may be paused or killed at any of them.
type env struct {
	p     *process
	yield func(park) bool
}

var _ lock.Env = (*env)(nil)

// stop hands the turn to the world, and unwinds if the process was killed.
func (e *env) stop(why park) {
	if !e.yield(why) {
		panic(killed{})
	}
}

// here records which line of the lock's source called Env.
func (e *env) here() {
	var pc [1]uintptr
	if runtime.Callers(3, pc[:]) == 1 {
		e.p.file, e.p.line = e.p.w.engine.line(pc[0])
	}
}

func (e *env) Now() trace.Local {
	e.here()
	now := e.p.now()
	e.stop(parkStep)
	return now
}

func (e *env) Sleep(ph lock.Phase, d trace.Duration) {
	e.here()
	p := e.p
	p.report(trace.Event{Kind: trace.Phase, Phase: string(ph), Lasts: max(d, 0)})
	p.w.queue.push(item{at: p.after(max(d, 0)), class: ordinary, do: doWake, process: p, turn: p.turn})
	e.stop(parkSleep)
}

func (e *env) Ask(q lock.Question) []lock.Reply {
	e.here()
	a := e.p.ask(q)
	if !a.settle() {
		e.stop(parkAsk)
	}
	e.p.asking = nil
	return a.replies
}

func (e *env) Token() string {
	e.here()
	key := "token " + e.p.occasion()
	if e.p.tokens++; e.p.tokens > 1 {
		key += "." + strconv.Itoa(e.p.tokens)
	}
	n := e.p.w.choose.Choose(key, 0)
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
	d := trace.Duration(e.p.w.choose.Choose(occasion+" "+e.p.occasion(), uint64(most)+1))
	e.stop(parkStep)
	return d
}

func (e *env) Attempt() {
	e.here()
	e.p.attempt++
	e.p.tokens = 0
	clear(e.p.asked)
	e.stop(parkStep)
}

func (e *env) Phase(ph lock.Phase) {
	e.here()
	e.p.report(trace.Event{Kind: trace.Phase, Phase: string(ph)})
	e.stop(parkStep)
}

func (e *env) Report(ev trace.Event) {
	e.here()
	e.p.report(ev)
	e.stop(parkStep)
}

// report emits an event that the process itself causes.
func (p *process) report(ev trace.Event) {
	ev.Who, ev.Attempt = string(p.client.ID), p.attempt
	ev.At, ev.File, ev.Line = trace.ReadAt(p.now()), p.file, p.line
	p.w.emit(ev)
}

// occasion names the process and its attempt, for the keys of choices.
func (p *process) occasion() string {
	return string(p.client.ID) + "/" + strconv.Itoa(p.attempt)
}

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
