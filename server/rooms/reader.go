package rooms

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/room"
)

// tries is how often a push is made anew because another run was shown meanwhile.
const tries = 3

// heed has whatever the page says give it more time.
func (m *member) heed() {
	m.alive()
	m.ws.SetPongHandler(func(string) error {
		m.pause()
		return m.alive()
	})
	m.ws.SetPingHandler(func(data string) error {
		m.pause()
		err := m.ws.WriteControl(websocket.PongMessage, []byte(data), m.patience())
		if err != nil && !errors.Is(err, websocket.ErrCloseSent) {
			return err
		}
		return m.alive()
	})
}

// read takes commands until the page is gone.
func (m *member) read() {
	m.heed()
	for m.ctx.Err() == nil {
		kind, r, err := m.ws.NextReader()
		if err != nil {
			return
		}
		if kind != websocket.TextMessage {
			m.stop(CloseBinary, "Commands are text.")
			break
		}
		// Not the library's own limit, which closes without a word.
		text, err := io.ReadAll(io.LimitReader(r, room.MaxCommand+1))
		if err != nil {
			return
		}
		if len(text) > room.MaxCommand {
			m.stop(CloseTooLarge, fmt.Sprintf("A command has at most %d bytes.", room.MaxCommand))
			break
		}
		m.alive()
		m.pause()
		m.listened()
		m.command(text)
	}
	m.drain()
}

// listened waits until the page has read most of what it was told, lest answers to its own
// commands fill its queue.
func (m *member) listened() {
	for m.queue.crowded() {
		select {
		case <-m.queue.room:
		case <-m.ctx.Done():
			return
		}
	}
}

// command has a command carried out.
func (m *member) command(text []byte) {
	c, err := room.ParseCommand(text)
	if err != nil {
		m.misunderstood(c, err)
		return
	}
	switch c.Do {
	case "again":
		m.agains.Pause(m.ctx, m.all.limits.Again)
		m.catchUp()
		m.ack(c.N)
		return
	case "run", "head":
		m.heads.Pause(m.ctx, m.all.limits.Heads)
	}
	for try := 1; ; try++ {
		p, stale := m.prepare(c), false
		if try == tries {
			p = nil // pages ask
		}
		m.room.do(m.ctx, func(now time.Time) { stale = m.room.obey(m, c, p, now) })
		if !stale {
			return
		}
	}
}

// prepare makes what is to be pushed if the command shows another run, for pages that have
// the one that they were shown last.
func (m *member) prepare(c *room.Command) *push {
	link, base, langs := "", "", make(map[string]bool)
	m.room.do(m.ctx, func(time.Time) {
		if link = m.room.state.Shows(m.who, c); link == "" {
			return
		}
		base = m.room.sent
		for _, of := range m.room.members {
			langs[of.lang] = true
		}
	})
	if link == "" {
		return nil
	}
	return m.push(link, base, slices.Sorted(maps.Keys(langs))...)
}

// alive gives the page more time.
func (m *member) alive() error {
	return m.ws.SetReadDeadline(time.Now().Add(m.all.limits.PongWait))
}

// pause has a page that sends more than it may wait.
func (m *member) pause() { m.commands.Pause(m.ctx, m.all.limits.Commands) }
