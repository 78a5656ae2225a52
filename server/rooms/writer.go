package rooms

import (
	"errors"
	"net"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/farewell"
)

// write writes what waits, and pings, until the connection ends, and then ends it for the
// reader too.
func (m *member) write() {
	defer m.ws.Close()
	m.bound()
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
			if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
				m.all.metrics.dropped.Inc()
				m.forget()
				m.all.log.Debug("rooms: dropped a page that does not read", "room", m.room.code.Log()) // the error names its address
			}
			m.cancel(errGone)
			return
		}
	}
}

// bound has the system keep no more of what was written than a little. It would hold
// megabytes for a slow line, and a page would be shown what was for minutes, in step as far as
// anybody can tell.
func (m *member) bound() {
	if tcp, ok := m.ws.NetConn().(*net.TCPConn); ok {
		tcp.SetWriteBuffer(m.all.limits.SendBuffer) // that it may be refused changes nothing else
	}
}

// forget has the system send no more of what was written: the page that was dropped comes anew.
func (m *member) forget() {
	if tcp, ok := m.ws.NetConn().(*net.TCPConn); ok {
		tcp.SetLinger(0)
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
