package live

import (
	"context"
	"errors"
	"net"
	"runtime"
	"sync"
	"time"

	"lockstep/sim/trace"
)

// pipe is a connection to a node on which what leaves first is carried out first and
// answered first. A request leaves as soon as it is there, in one write with others
// that are, and waits for no reply: one to a node that stands still lies in that node's
// socket, and so does the one to let go that follows. When the connection breaks,
// what was on it is lost, and it is made anew for the next request: nothing is ever
// sent twice, since a SET NX that was carried out would refuse itself.
//
// That order is why the wire is read and written here, once it is logged in. A pool of
// connections lets a release overtake its SET, and WAIT counts what its own connection
// has written; the automatic pipelines of go-redis repeat commands, or hold a release up
// until its SET is answered or given up.
type pipe struct {
	n       *node
	unheard time.Duration // see there
	wake    chan struct{}
	done    chan struct{} // closed when its goroutine has ended

	mu      sync.Mutex
	out     []byte   // that has not been written
	spare   []byte   // room for what comes while that is
	queue   []call   // whose bytes those are
	sent    fifo     // written, the first to be answered first
	conn    net.Conn // nil while there is none
	writing bool
	closed  bool
}

// call is a request as its pipe knows it. It is answered and then heard, or it fails.
type call interface {
	answered(reply []byte)         // the bytes of its reply, which are good until this returns
	heard(at trace.Time) *activity // that came at this time; it returns who is to be woken up. The recorder is locked
	failed(err error, asked bool)  // there will be no reply; asked tells whether the node may have got the request
}

// Bounds of a pipe. Whoever asks a node that does not answer has to be told.
const (
	unheard   = time.Minute // a connection is given up when an answer is due and none has come for so long
	mostQueue = 10_000      // requests without an answer
)

func newPipe(n *node, extra time.Duration) *pipe {
	p := &pipe{n: n, unheard: unheard + extra, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go p.run()
	return p
}

// submit sends a request of which these are the bytes, and does not wait for more than
// a write to a connection that has nothing else to do.
func (p *pipe) submit(q call, wire []byte) {
	p.mu.Lock()
	switch {
	case p.closed:
		p.mu.Unlock()
		q.failed(net.ErrClosed, false)
		return
	case len(p.queue)+p.sent.len() >= mostQueue:
		p.mu.Unlock()
		q.failed(errors.New("too much waits for that node already"), false)
		return
	}
	p.out = append(p.out, wire...)
	p.queue = append(p.queue, q)
	if p.conn != nil && p.sent.len() == 0 && !p.writing {
		p.write()
		p.mu.Unlock()
		return
	}
	p.mu.Unlock()
	p.rouse()
}

func (p *pipe) rouse() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// write writes all there is, unless somebody writes already: what is sent and what is
// noted as sent must be in one order. The pipe is locked, and is so again when write
// returns.
func (p *pipe) write() {
	if p.writing || p.conn == nil || len(p.queue) == 0 {
		return
	}
	out, conn := p.out, p.conn
	if p.sent.len() == 0 { // so far no answer was due
		conn.SetReadDeadline(time.Now().Add(p.unheard))
	}
	p.sent.push(p.queue)
	clear(p.queue)
	p.out, p.spare, p.queue, p.writing = p.spare[:0], nil, p.queue[:0], true
	p.mu.Unlock()
	_, err := conn.Write(out)
	if err != nil {
		conn.Close() // its reader will notice
	}
	p.mu.Lock()
	p.spare, p.writing = out, false
	if len(p.queue) > 0 {
		p.rouse() // for what came meanwhile
	}
}

// run connects when there is something to send, and writes what does not leave at once.
func (p *pipe) run() {
	defer close(p.done)
	for range p.wake {
		runtime.Gosched() // who is about to send something may send it along
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			p.fail(net.ErrClosed)
			return
		}
		connected, waiting := p.conn != nil, len(p.queue) > 0
		p.mu.Unlock()
		if !connected && waiting {
			if err := p.connect(); err != nil {
				p.fail(err)
				continue
			}
		}
		p.mu.Lock()
		p.write()
		p.mu.Unlock()
	}
}

// connect makes a connection and uses it.
func (p *pipe) connect() error {
	ctx, cancel := context.WithTimeout(p.n.s.life, p.n.s.patience())
	defer cancel()
	c, err := p.n.login(ctx)
	if err != nil {
		return err
	}
	p.use(c.wire, c.close)
	return nil
}

// use lets somebody read from a connection until it breaks, and what is asked leave by
// it. It is released then.
func (p *pipe) use(conn net.Conn, release func()) {
	conn.SetDeadline(time.Time{}) // one that is closed already is found out by its reader
	p.mu.Lock()
	p.conn = conn
	p.mu.Unlock()
	p.n.s.pipes.Go(func() {
		err := p.read(conn)
		release()
		p.mu.Lock()
		p.conn = nil
		lost := p.sent.rest()
		p.sent = fifo{}
		p.mu.Unlock()
		for _, q := range lost {
			q.failed(err, true)
		}
		p.rouse() // for what came too late for this connection
	})
}

// fail tells those who wait to be sent that they will not be.
func (p *pipe) fail(err error) {
	p.mu.Lock()
	lost := p.queue
	p.queue, p.out = nil, nil
	p.mu.Unlock()
	for _, q := range lost {
		q.failed(err, false)
	}
}

// close breaks the connection and returns when nobody uses it any more.
func (p *pipe) close() {
	p.mu.Lock()
	p.closed = true
	if p.conn != nil {
		p.conn.Close()
	}
	p.mu.Unlock()
	p.rouse()
	<-p.done
}
