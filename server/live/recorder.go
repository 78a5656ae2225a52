package live

import (
	"sync"
	"time"

	"lockstep/sim/check"
	"lockstep/sim/trace"
)

// recorder puts what happens at the same time into an order, and has every event
// checked. What is decided by who was first, an answer or the end of its time, is
// decided under its lock.
type recorder struct {
	sync.Mutex
	began   time.Time // of both clocks, the monotonic one and the wall's
	check   *check.Checker
	tell    func(*trace.Event)
	unknown func(*trace.Event) bool // knows a violation of which nobody can be sure

	seq   int
	event trace.Event // that is being told, where nobody keeps any
	spare []trace.Event
	ended bool
}

// now is what every client's monotonic clock shows, and the time of what happens now:
// the clients live on one machine.
func (r *recorder) now() trace.Time { return trace.Time(time.Since(r.began).Microseconds()) }

// wall is what their wall clock shows, in microseconds since 1970. It jumps when
// somebody sets the machine's clock.
func (r *recorder) wall() trace.Local { return trace.Local(time.Now().UnixMicro()) }

// epoch is what the wall clock showed when the session began. As in the simulator,
// the wire counts from 1970 and the trace from the beginning.
func (r *recorder) epoch() trace.Duration { return trace.Duration(r.began.UnixMicro()) }

// atOnce is how many events are made room for at a time.
const atOnce = 32

// next returns an event to be filled in and told before the next is asked for. The
// recorder must be locked.
func (r *recorder) next(k trace.Kind, at trace.Time) *trace.Event {
	e := r.room()
	if r.tell == nil {
		*e = trace.Event{}
	}
	e.Kind, e.T = k, at
	return e
}

// like is next for an event that is there already.
func (r *recorder) like(ev *trace.Event, at trace.Time) *trace.Event {
	e := r.room()
	*e = *ev
	e.T = at
	return e
}

// room is where the next event goes: if nobody listens, where the one before was.
func (r *recorder) room() *trace.Event {
	if r.tell == nil {
		return &r.event
	}
	if len(r.spare) == 0 {
		r.spare = make([]trace.Event, atOnce)
	}
	e := &r.spare[0]
	r.spare = r.spare[1:]
	return e
}

// told ends what next began: the event takes its place, and right after it come the
// violations that it gave rise to.
func (r *recorder) told(e *trace.Event) {
	if r.ended {
		return
	}
	r.place(e)
	if r.check == nil {
		return
	}
	for _, v := range r.check.Feed(e) {
		if !r.unknown(&v) {
			r.place(r.like(&v, e.T))
		}
	}
}

func (r *recorder) place(e *trace.Event) {
	e.Seq = r.seq
	r.seq++
	if r.tell != nil {
		r.tell(e)
	}
}

// emit tells one event.
func (r *recorder) emit(ev trace.Event) {
	r.Lock()
	defer r.Unlock()
	r.told(r.like(&ev, r.now()))
}

// end tells what only the end shows, and the end. Nothing is told after it.
func (r *recorder) end(why string) (verdict string) {
	r.Lock()
	defer r.Unlock()
	at := r.now()
	if r.check != nil {
		for _, v := range r.check.Finish(at) {
			r.place(r.like(&v, at))
		}
		verdict = r.check.Outcome()
	}
	e := r.next(trace.End, at)
	e.Why, e.Verdict = why, verdict
	r.place(e)
	r.ended = true
	return verdict
}
