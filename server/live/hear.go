package live

import (
	"bufio"
	"errors"
	"net"
	"time"

	"lockstep/server/respio"
)

// ear hears what comes by a pipe's connection. Replies that came together are heard
// together: the recorder is asked for once, and the clock read once.
type ear struct {
	p     *pipe
	conn  net.Conn
	in    *bufio.Reader
	reply []byte
	calls []call // answered
	told  int    // how many of them the recorder knows
	woken []*activity
}

// atATime bounds how many replies the recorder is held up by.
const atATime = 64

// read hears replies until the connection breaks, or whoever is told of one does.
func (p *pipe) read(conn net.Conn) (err error) {
	e := ear{p: p, conn: conn, in: bufio.NewReader(conn)}
	defer func() {
		if r := recover(); r != nil {
			err = p.n.s.fail("an answer of "+string(p.n.id), r)
		}
		for _, q := range e.calls[e.told:] {
			q.failed(err, true)
		}
	}()
	for {
		if len(e.calls) == atATime || !e.more() {
			e.hear()
		}
		if err := e.next(); err != nil {
			e.hear()
			return err
		}
	}
}

// more tells whether another whole reply is there, as far as its end can be told from
// that of a line. Nobody waits for the rest of a reply to somebody else.
func (e *ear) more() bool {
	there, _ := e.in.Peek(e.in.Buffered())
	return len(there) > 0 && there[len(there)-1] == '\n'
}

// next takes the next reply, and waits until it is there.
func (e *ear) next() (err error) {
	if e.in.Buffered() == 0 {
		e.expect()
	}
	if e.reply, err = respio.AppendReply(e.reply[:0], e.in); err != nil {
		return err
	}
	e.p.mu.Lock()
	q := e.p.sent.pop()
	e.p.mu.Unlock()
	if q == nil {
		return errors.New("an answer to no question")
	}
	e.calls = append(e.calls, q)
	q.answered(e.reply)
	return nil
}

// hear tells what the replies say. Those who wait are woken up when the recorder is free again:
// it is the next thing that they want.
func (e *ear) hear() {
	if len(e.calls) > 0 {
		defer e.wake()
		e.tell()
	}
}

func (e *ear) tell() {
	r := &e.p.n.s.rec
	r.Lock()
	defer r.Unlock()
	for at := r.now(); e.told < len(e.calls); e.told++ {
		if a := e.calls[e.told].heard(at); a != nil {
			e.woken = append(e.woken, a)
		}
	}
	clear(e.calls)
	e.calls, e.told = e.calls[:0], 0
}

func (e *ear) wake() {
	for _, a := range e.woken {
		a.settle()
	}
	clear(e.woken)
	e.woken = e.woken[:0]
}

// expect sets until when something must come. That is under the lock, as in write, so
// that there is a limit if and only if an answer is due.
func (e *ear) expect() {
	e.p.mu.Lock()
	defer e.p.mu.Unlock()
	var until time.Time
	if e.p.sent.len() > 0 {
		until = time.Now().Add(e.p.unheard)
	}
	e.conn.SetReadDeadline(until) // which fails on a broken connection alone: so does reading
}
