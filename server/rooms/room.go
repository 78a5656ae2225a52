package rooms

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"lockstep/server/room"
)

// inbox bounds what waits for a room. Whoever has more to say waits.
const inbox = 256

// ErrGone says that a room is no more, or that its server is stopping.
var ErrGone = errors.New("rooms: the room is gone")

// Room is a room with the goroutine that owns it.
type Room struct {
	code  room.Code
	all   *Rooms
	inbox chan func(now time.Time)
	ended chan struct{} // closed once the goroutine has returned
	found time.Time     // when somebody looked for it last: under the lock of Rooms

	// All else belongs to the goroutine.
	state *room.Room
	epoch string // of its life in this server
	seq   int    // of the last frame
	ring  ring

	members  []*member
	people   map[int][]*member // members by person, without nobody
	numbered int               // of the last connection

	changed  room.Part // since the last frame
	due      time.Time // when the next is
	framed   time.Time // when the last was
	push     *push     // for the next frame, if there is one
	sent     string    // the run of the last frame that showed one
	by       mover     // of what the next frame tells of the playhead
	snapshot message   // of seq, or zero if there is none

	beaten time.Time // when the last beat was
	unkept time.Time // when the state is to be stored; zero if it is
	stop   bool
}

// mover is whose command moved the playhead, and which.
type mover struct{ conn, n int }

// many is a mover where several pages did.
var many = mover{conn: -1}

func newRoom(all *Rooms, state *room.Room) *Room {
	return &Room{
		code: state.Code(), all: all, inbox: make(chan func(time.Time), inbox), ended: make(chan struct{}),
		state: state, epoch: rand.Text()[:8], seq: 1, ring: ring{most: all.limits.Ring}, sent: state.Link(),
		people: make(map[int][]*member), beaten: time.Now(), found: time.Now(),
	}
}

// Code is the room's.
func (r *Room) Code() room.Code { return r.code }

// Look has f look at the room's state, which nobody changes meanwhile, and which f must
// neither keep nor change. It returns ErrGone or the context's error if f was not called.
func (r *Room) Look(ctx context.Context, f func(state *room.Room, now time.Time)) error {
	return r.do(ctx, func(now time.Time) { f(r.state, now) })
}

// Owns tells whether a key is the room's.
func (r *Room) Owns(ctx context.Context, key room.Key) bool {
	owns := false
	err := r.Look(ctx, func(state *room.Room, _ time.Time) { owns = state.Owns(key) })
	return err == nil && owns
}

// do has the room's goroutine do something, and waits until that is done. It must not be
// called from that goroutine.
func (r *Room) do(ctx context.Context, f func(now time.Time)) error {
	done := make(chan struct{})
	select {
	case r.inbox <- func(now time.Time) { defer close(done); f(now) }:
	case <-ctx.Done():
		return ctx.Err()
	case <-r.ended:
		return ErrGone
	}
	// What was taken is done: nobody has to say what came of half of it.
	select {
	case <-done:
		return nil
	case <-r.ended:
		select {
		case <-done: // it was the last
			return nil
		default:
			return ErrGone
		}
	}
}

// run is the room's goroutine.
func (r *Room) run() {
	defer close(r.ended)
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for !r.stop {
		select {
		case f := <-r.inbox:
			r.safely(func() { f(time.Now()) })
		case <-alarm.C:
		}
		wait := afterFault
		r.safely(func() {
			r.tick(time.Now())
			wait = time.Until(r.next())
		})
		alarm.Reset(wait)
	}
}

// afterFault is how long a room waits that could not do what was due, which may break each time.
const afterFault = time.Second

// safely keeps what breaks from ending the server: one room must not end all others.
func (r *Room) safely(f func()) {
	defer func() {
		if v := recover(); v != nil {
			r.all.log.Error("rooms: something in a room broke", "room", r.code.Log(), "err", fmt.Sprint(v), "stack", string(debug.Stack()))
		}
	}()
	f()
}

// tick does what is due.
func (r *Room) tick(now time.Time) {
	if r.stop {
		return
	}
	r.change(now, r.state.Turn(now))
	if !r.state.Over() && r.state.Quiet(now) >= r.all.limits.Silence {
		r.state.Fade()
		r.change(now, room.Ended)
		r.all.log.Info("rooms: a room ended by itself", "room", r.code.Log())
	}
	if r.state.Over() {
		r.all.over(r)
	}
	if r.changed != 0 && !now.Before(r.due) {
		r.tell(now)
	}
	if len(r.members) > 0 && !now.Before(r.nextBeat(now)) {
		r.beat(now)
	}
	if !r.unkept.IsZero() && !now.Before(r.unkept) {
		r.keep(now)
	}
	if r.state.Over() && len(r.members) == 0 && r.unkept.IsZero() {
		r.stop = r.all.unload(r, now)
	}
}

// next is when something is due.
func (r *Room) next() time.Time {
	now := time.Now()
	next := now.Add(r.all.limits.Silence - r.state.Quiet(now))
	if r.state.Over() {
		next = now.Add(r.all.limits.Linger)
	}
	sooner := func(t time.Time) {
		if t.Before(next) {
			next = t
		}
	}
	if wait := r.state.Wait(now); wait > 0 {
		sooner(now.Add(wait))
	}
	if r.changed != 0 {
		sooner(r.due)
	}
	if len(r.members) > 0 {
		sooner(r.nextBeat(now))
	}
	if !r.unkept.IsZero() {
		sooner(r.unkept)
	}
	return next
}

// What changes often and in many places at once is told when it suits, and is no part of the
// state: people and answers are kept one by one.
const unhurried = room.HereChanged | room.AnswersChanged | room.OwnChanged

// draft is what changes all the time while somebody drives: it is kept now and then.
const draft = room.HeadMoved | room.RunShown

// change notes that something is to be told and kept.
func (r *Room) change(now time.Time, parts room.Part) {
	if parts == 0 {
		return
	}
	wait := r.all.limits.Together
	if parts&^unhurried == 0 {
		wait = r.all.limits.Unhurried
	}
	due := r.framed.Add(wait)
	if r.changed == 0 || due.Before(r.due) {
		r.due = due
	}
	r.changed |= parts
	if parts&^room.HereChanged != 0 {
		r.snapshot = message{} // those who come now see it
	}
	switch {
	case parts&^(unhurried|draft) != 0:
		r.keep(now) // before any vote on it
	case parts&draft != 0 && r.unkept.IsZero():
		r.unkept = now.Add(r.all.limits.Draft)
	}
}

// keep has the state stored.
func (r *Room) keep(now time.Time) {
	r.unkept = time.Time{}
	r.all.store.Save(r.state.State(now), func(err error) {
		if err != nil {
			r.all.log.Error("rooms: a room could not be stored", "room", r.code.Log(), "err", err)
		}
	})
}

// leave ends the goroutine because the server stops.
func (r *Room) leave(now time.Time) {
	if r.changed != 0 || !r.unkept.IsZero() || r.state.Head(now).Playing {
		r.keep(now)
	}
	r.close(CloseStopping, stoppingText)
}

// close ends all connections, and the goroutine.
func (r *Room) close(code int, reason string) {
	for _, m := range r.members {
		m.stop(code, reason)
	}
	r.all.metrics.members.Sub(float64(len(r.members)))
	r.stop = true
}
