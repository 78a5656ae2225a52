package rooms

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/farewell"
	"lockstep/server/pace"
	"lockstep/server/room"
	"lockstep/server/turns"
)

// member is one page of a room, on one connection. The end of its context ends everything in
// it, and the context's cause says why: a farewell, or errGone.
type member struct {
	room   *Room
	all    *Rooms
	ws     *websocket.Conn
	lang   string
	queue  queue
	left   chan struct{} // closed when the reader has returned
	ctx    context.Context
	cancel context.CancelCauseFunc

	commands, heads, agains pace.Bucket // the reader's

	// Set on joining.
	who  room.Who
	conn int // the number of the connection in the room

	// The room's own.
	at  int    // in its members
	you []byte // what it was told of itself
}

var errGone = errors.New("rooms: the page is gone")

// newMember is a page that has come to a room, or to none if it is nil.
func (rs *Rooms) newMember(in *Room, ws *websocket.Conn, lang string) *member {
	m := &member{room: in, all: rs, ws: ws, lang: lang, left: make(chan struct{}), queue: newQueue(rs.limits.Queue, rs.limits.QueueBytes)}
	ctx := context.Background()
	if in != nil {
		ctx = turns.For(ctx, "room "+string(in.code))
	}
	m.ctx, m.cancel = context.WithCancelCause(ctx)
	return m
}

// serve returns when the connection has ended and nothing of it runs any more.
func (m *member) serve(by caller) {
	var wg sync.WaitGroup
	wg.Go(func() { m.room.safely(m.write) })
	if m.enter(by) {
		m.room.safely(m.read)
	} else {
		m.drain()
	}
	m.room.do(context.Background(), func(now time.Time) { m.room.part(m, now) })
	close(m.left)
	m.cancel(errGone)
	wg.Wait()
}

// enter joins the room; if that cannot be, it stops the connection.
func (m *member) enter(by caller) bool {
	var failed error = errFault // unless it comes to an end
	p := m.shown(by.epoch, by.seq)
	err := m.room.do(m.ctx, func(now time.Time) { failed = m.room.join(m, by, p, now) })
	no, refused := errors.AsType[*notIn](failed)
	switch {
	case errors.Is(err, ErrGone):
		m.stop(m.all.gone())
	case err == nil && refused:
		m.all.metrics.refused.Inc()
		m.stop(no.code, no.reason)
	}
	return err == nil && failed == nil
}

// shown is what is pushed to a page that begins with the room as a whole; nothing for one
// that may go on from where it was.
func (m *member) shown(epoch string, seq int) *push {
	link := ""
	m.room.do(m.ctx, func(time.Time) {
		if _, ok := m.room.missed(epoch, seq); !ok {
			link = m.room.state.Link()
		}
	})
	if link == "" {
		return nil
	}
	return m.push(link, "", m.lang)
}

// push makes a push, unless that takes too long.
func (m *member) push(link, base string, langs ...string) *push {
	ctx, cancel := context.WithTimeout(m.ctx, m.all.limits.PushWait)
	defer cancel()
	return m.all.pusher.push(ctx, link, base, langs)
}

// stop ends the connection with a close frame, unless it is ending already. It
// does not wait.
func (m *member) stop(code int, reason string) {
	m.cancel(&farewell.Farewell{Code: code, Reason: reason})
}

// drain reads on until the page has confirmed that the connection ends: closing with unread
// bytes would reset it, and the page might never learn why.
func (m *member) drain() {
	for {
		if _, r, err := m.ws.NextReader(); err != nil {
			return
		} else if _, err := io.Copy(io.Discard, r); err != nil {
			return
		}
	}
}
