package socket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/farewell"
	"lockstep/server/pace"
	"lockstep/web/wire"
)

// conn is one connection. The end of its context ends everything in it, and the
// context's cause says why: a farewell, or errGone.
type conn struct {
	hub    *Hub
	ws     *websocket.Conn
	ctx    context.Context
	cancel context.CancelCauseFunc
	asks   chan question // at most one, the newest
	frames chan frame    // what is to be written next; none waits in it
	left   chan struct{} // closed when the reader has returned
	bucket pace.Bucket   // the reader's
}

// question is what the page asks, with a context that ends when it asks anew.
type question struct {
	wire.Question
	ctx context.Context
}

// frame is part of the answer to a question.
type frame struct {
	ctx   context.Context
	bytes []byte
}

var errGone = errors.New("socket: the page is gone")

// newConn returns a connection whose questions take the turns that ctx names.
func newConn(ctx context.Context, h *Hub, ws *websocket.Conn) *conn {
	c := &conn{
		hub: h, ws: ws,
		asks: make(chan question, 1), frames: make(chan frame), left: make(chan struct{}),
	}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	return c
}

// serve returns when the connection has ended and nothing of it runs any more.
func (c *conn) serve() {
	var wg sync.WaitGroup
	wg.Go(c.write)
	wg.Go(c.answer)
	c.read()
	close(c.left)
	c.cancel(errGone)
	wg.Wait()
}

// stop ends the connection with a close frame, unless it is ending already. It
// does not wait.
func (c *conn) stop(code int, reason string) {
	c.cancel(&farewell.Farewell{Code: code, Reason: reason})
}

// read takes questions until the page is gone. After a stop it reads on, so that
// the page can confirm: closing with unread bytes would reset the connection, and
// the page might never learn why.
func (c *conn) read() {
	c.alive()
	c.ws.SetPongHandler(func(string) error {
		c.pause()
		return c.alive()
	})
	c.ws.SetPingHandler(func(data string) error {
		c.pause()
		err := c.ws.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(c.hub.limits.WriteWait))
		if err != nil && !errors.Is(err, websocket.ErrCloseSent) {
			return err
		}
		return c.alive()
	})
	newest := func() {} // calls off the newest question
	for {
		kind, r, err := c.ws.NextReader()
		if err != nil {
			newest()
			return
		}
		if c.ctx.Err() != nil {
			continue
		}
		asked, ok := c.readQuestion(kind, r)
		if !ok {
			continue
		}
		c.alive()
		c.pause()
		newest()
		q := question{Question: asked}
		q.ctx, newest = context.WithCancel(c.ctx)
		select { // overtake the one that has not been begun
		case <-c.asks:
		default:
		}
		c.asks <- q
	}
}

// readQuestion reads a question. What is none ends the connection.
func (c *conn) readQuestion(kind int, r io.Reader) (wire.Question, bool) {
	if kind != websocket.BinaryMessage {
		c.stop(CloseText, "Frames are binary.")
		return nil, false
	}
	// Not the library's own limit, which closes without a word.
	b, err := io.ReadAll(io.LimitReader(r, wire.MaxQuestion+1))
	if err != nil {
		return nil, false // and so will the next read fail
	}
	if len(b) > wire.MaxQuestion {
		c.stop(CloseTooLarge, fmt.Sprintf("A question has at most %d bytes.", wire.MaxQuestion))
		return nil, false
	}
	asked, err := wire.ReadQuestion(b)
	switch {
	case errors.Is(err, wire.ErrVersion):
		c.stop(wire.CloseVersion, "This page is of another version of Lockstep. Reload it.")
	case err != nil:
		c.stop(CloseMalformed, "That was no question.")
	}
	return asked, err == nil
}

// alive gives the page more time.
func (c *conn) alive() error {
	return c.ws.SetReadDeadline(time.Now().Add(c.hub.limits.PongWait))
}

// pause has a page that sends more than it may wait.
func (c *conn) pause() {
	c.bucket.Pause(c.ctx, pace.Rate{Each: time.Second / time.Duration(c.hub.limits.AsksPerSecond), Burst: c.hub.limits.AskBurst})
}

// write writes frames and pings until the connection ends, and then ends it for
// the reader too.
func (c *conn) write() {
	defer c.ws.Close()
	ping := time.NewTicker(c.hub.limits.PingEvery)
	defer ping.Stop()
	for {
		var err error
		select {
		case <-c.ctx.Done():
			farewell.Say(c.ctx, c.ws, c.hub.limits.CloseWait, c.left)
			return
		case f := <-c.frames:
			if f.ctx.Err() != nil {
				continue // overtaken, or the end
			}
			c.ws.SetWriteDeadline(time.Now().Add(c.hub.limits.WriteWait))
			err = c.ws.WriteMessage(websocket.BinaryMessage, f.bytes)
		case <-ping.C:
			err = c.ws.WriteControl(websocket.PingMessage, nil, time.Now().Add(c.hub.limits.WriteWait))
		}
		if err != nil {
			c.hub.log.Debug("socket: dropped a page that does not read") // the error names its address
			c.cancel(errGone)
			return
		}
	}
}
