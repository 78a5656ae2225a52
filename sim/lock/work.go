package lock

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

// Job is what a client wants the lock for.
type Job struct {
	Resource string         // what it works on while inside the critical section
	Kind     string         // what sort of thing that is: ledger, stock or file; without one it only takes its time
	Line     string         // what it adds to a file; without one, its lock's token
	Takes    trace.Duration // how long it stays inside, by its monotonic clock
	WriteAt  trace.Duration // when it writes, from when it entered

	LooksLate bool // it looks only after its write whether the lock was lost
}

// patience is how long a client waits for the resource. It does not leave while a
// write is under way: one that arrives after the lock has passed on is excluded from
// nothing. Two minutes outlast the delay of 90 seconds at GitHub that Kleppmann's
// "How to do distributed locking" tells of.
const patience = 2 * trace.Minute

// work does the job inside the critical section. A client that minds its lease does
// not even enter once that is over.
func work(env Env, l locker, held *lease, job Job) {
	w := worker{locker: l, Options: l.options(), held: held, job: job}
	if w.stops(env) {
		return
	}
	env.Report(trace.Event{Kind: trace.Enter, Resource: job.Resource, Fence: held.fence})
	why := w.inside(env)
	env.Report(trace.Event{Kind: trace.Leave, Resource: job.Resource, Why: why})
}

// worker is somebody inside.
type worker struct {
	locker
	*Options
	held *lease
	job  Job

	written bool // or there was nothing to write
}

// inside returns why the work was broken off, or nothing.
func (w *worker) inside(env Env) string {
	entered := env.Now()

	// 1. Read what is there.
	reading, why := w.read(env)
	if why != "" {
		return why
	}

	// 2. Think, until it is time to write.
	if !w.until(env, entered.Add(w.job.WriteAt)) {
		return w.held.lost
	}

	// 3. Write what follows from that reading, whatever is there by now.
	if op, value, ok := next(w.job, w.held, reading.value); ok {
		if why := w.writeLocked(env, op, value, reading.version); why != "" {
			return why
		}
	}
	w.written = true

	// 4. Finish.
	if !w.until(env, entered.Add(w.job.Takes)) {
		return w.held.lost
	}
	return ""
}

// stops looks at the lock's clock, and tells whether the lease is over and the work
// with it. Work that outlives its lease is not excluded from anything; yet many do
// not look.
func (w *worker) stops(env Env) bool {
	return w.looks() && w.held.over(env, w.Options)
}

// looks tells whether it looks by now. A signal that says that the lock was lost
// helps nobody who looks at it when the damage is done.
func (w *worker) looks() bool {
	return w.StopAtValidity && (w.written || !w.job.LooksLate)
}

// until works on to a reading of the monotonic clock. It returns false as soon as
// the lease is over, for a client that minds. The watchdog may have moved that end
// meanwhile, so who wakes up looks again.
func (w *worker) until(env Env, end trace.Local) bool {
	for {
		if w.stops(env) {
			return false
		}
		left := end.Sub(env.Now())
		if left <= 0 {
			return true
		}
		if w.looks() && w.held.ends() {
			left = min(left, w.held.until.Sub(w.now(env)))
		}
		env.Sleep(Work, left)
	}
}

// read asks the resource what is there. A number that is shown, it has seen.
func (w *worker) read(env Env) (r reading, why string) {
	if w.job.Kind == "" {
		return reading{}, ""
	}
	env.Phase(ReadResource)
	q := w.toResource(trace.ToRead, "read", "READ")
	q.Grants = func(text string) bool { _, ok := parseReading(text); return ok }
	if w.FenceOnRead {
		q.Cmd = w.show(q.Cmd)
	}
	reply := env.Ask(q)[0]
	r, _ = parseReading(reply.Text)
	return r, refusal(reply)
}

// writeLocked writes under the lock. A re-entrant lock is taken once more by the
// function that does it, as one that may also be called by somebody without it.
func (w *worker) writeLocked(env Env, op, value string, base int64) (why string) {
	again, reenters := w.locker.(*reentrant)
	if !reenters {
		return w.write(env, op, value, base)
	}
	if why = again.enterAgain(env, w.held); why != "" {
		return why
	}
	why = w.write(env, op, value, base)
	again.leaveAgain(env, w.held)
	return why
}

// write looks at the clock and writes. Between the two the process may be paused
// for as long as it likes: no look is late enough.
func (w *worker) write(env Env, op, value string, base int64) (why string) {
	q := w.toResource(trace.ToWrite, "write", "WRITE", op, value, "BASE", strconv.FormatInt(base, 10), "KEY", w.held.token)
	q.Cmd = w.show(q.Cmd)
	q.Grants = func(text string) bool { return strings.HasPrefix(text, "OK") }
	if w.stops(env) {
		return w.held.lost
	}
	env.Phase(WriteResource)
	return refusal(env.Ask(q)[0])
}

func (w *worker) toResource(p trace.Purpose, step string, cmd ...string) Question {
	return Question{Purpose: p, Step: step, Cmd: cmd, Nodes: []trace.NodeID{trace.NodeID(w.job.Resource)}, Timeout: patience}
}

// show adds the fencing number to a command, if there is one.
func (w *worker) show(cmd []string) []string {
	if w.held.fence == 0 {
		return cmd
	}
	return append(cmd, "FENCE", strconv.FormatInt(w.held.fence, 10))
}

// refusal is why the resource did not do what it was asked, or nothing if it did.
func refusal(r Reply) string {
	switch {
	case r.OK:
		return ""
	case !r.Answered:
		return trace.WhyNoAnswer
	}
	return strings.TrimPrefix(r.Text, "REFUSED ")
}
