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
	m := &member{room: in, all: rs, ws: ws, lang: lang, left: make(chan struct{}), queue: newQueue(rs.limits.Queue)}
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
		m.room.do(context.Background(), func(now time.Time) { m.room.part(m, now) })
	} else {
		m.drain()
	}
	close(m.left)
	m.cancel(errGone)
	wg.Wait()
}

// enter joins the room; if that cannot be, it stops the connection.
func (m *member) enter(by caller) bool {
	var failed error
	p := m.shown(by.epoch, by.seq)
	err := m.room.do(m.ctx, func(now time.Time) { failed = m.room.join(m, by, p, now) })
	no, refused := errors.AsType[*notIn](failed)
	switch {
	case refused:
		m.all.metrics.refused.Inc()
		m.stop(no.code, no.reason)
	case errors.Is(err, ErrGone):
		m.stop(m.all.gone())
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

// write writes what waits, and pings, until the connection ends, and then ends it for the
// reader too.
func (m *member) write() {
	defer m.ws.Close()
	ping := time.NewTicker(m.all.limits.PingEvery)
	defer ping.Stop()
	for {
		var err error
		select {
		case <-m.ctx.Done():
			m.sayFarewell()
			return
		case <-m.queue.wake:
			err = m.writeWaiting()
		case <-ping.C:
			err = m.ws.WriteControl(websocket.PingMessage, nil, m.patience())
		}
		if err != nil {
			m.all.metrics.dropped.Inc()
			m.all.log.Debug("rooms: dropped a page that does not read", "room", m.room.code.Log(), "err", err)
			m.cancel(errGone)
			return
		}
	}
}

// writeWaiting writes all that waits. A member that is behind gets the room as it is now.
func (m *member) writeWaiting() error {
	for m.ctx.Err() == nil {
		i, any, behind := m.queue.take()
		switch {
		case behind:
			m.catchUp()
		case !any:
			return nil
		default:
			if err := m.writeItem(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// catchUp has the member begin anew with the room as a whole.
func (m *member) catchUp() {
	p := m.shown("", 0)
	m.room.do(m.ctx, func(now time.Time) { m.room.catchUp(m, p, now) })
}

// writeItem writes a frame, and before it what is pushed with it.
func (m *member) writeItem(i item) error {
	if i.push != nil {
		for _, events := range i.push.events {
			if err := m.writeMessage(events); err != nil {
				return err
			}
		}
		if verdict, ok := i.push.verdicts[m.lang]; ok {
			if err := m.writeMessage(verdict); err != nil {
				return err
			}
		}
	}
	return m.writeMessage(i.text)
}

func (m *member) writeMessage(msg message) error {
	m.ws.SetWriteDeadline(m.patience())
	if err := msg.write(m.ws); err != nil {
		return err
	}
	m.all.metrics.frames.Inc()
	m.all.metrics.bytes.Add(float64(len(msg.bytes)))
	return nil
}

// sayFarewell says why the connection ends, if it is we who end it.
func (m *member) sayFarewell() { farewell.Say(m.ctx, m.ws, m.all.limits.CloseWait, m.left) }

// patience is until when the page may take to read a frame.
func (m *member) patience() time.Time { return time.Now().Add(m.all.limits.WriteWait) }

// ack says that a command was carried out.
func (m *member) ack(n int) { m.room.put(m, item{text: forOne(told{Ack: &n})}) }

// refuse says why a command was not.
func (m *member) refuse(n int, why error) {
	refusal, ok := why.(room.Refusal)
	if !ok {
		refusal = room.Unknown
	}
	m.no(told{No: &n, Why: refusal})
}

// misunderstood says that something is no command, as far as it could be read.
func (m *member) misunderstood(c *room.Command, err error) {
	no := told{No: new(int), Why: room.Unknown}
	if wrong, ok := errors.AsType[*room.FieldError](err); ok {
		no.No, no.Field = &c.N, wrong.Field
	}
	m.no(no)
}

func (m *member) no(t told) {
	m.all.metrics.refusals.WithLabelValues(string(t.Why)).Inc()
	m.room.put(m, item{text: forOne(t)})
}

// counted says whether a vote that came at some time is stored.
func (m *member) counted(n int, came time.Time, err error) {
	if err != nil {
		m.all.log.Error("rooms: a vote could not be stored", "room", m.room.code.Log(), "err", err)
		m.refuse(n, room.NotKept)
		return
	}
	m.all.metrics.votes.Inc()
	m.all.metrics.commit.Observe(time.Since(came).Seconds())
	m.ack(n)
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
