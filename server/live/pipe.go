package live

import (
	"bufio"
	"context"
	"errors"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"

	"lockstep/sim/trace"
)

// pipe is a connection to a node on which what leaves first is carried out first and
// answered first. A request leaves as soon as it is there, in one write with others
// that are, and waits for no reply: one to a node that stands still lies in that node's
// socket, and so does the one to let go that follows. When the connection breaks,
// what was on it is lost, and it is made anew for the next request: nothing is ever
// sent twice, since a SET NX that was carried out would refuse itself.
//
// go-redis connects, secures and logs in. The wire is read and written here: its own
// pipelines, automatic ones too, cost twice as much at 64 goroutines, and either wait
// for replies before they write on or repeat and reorder commands.
type pipe struct {
	n       *node
	unheard time.Duration // how long an answer may take before the connection is given up
	wake    chan struct{}
	done    chan struct{} // closed when its goroutine has ended

	mu      sync.Mutex
	out     []byte   // that has not been written
	queue   []call   // whose bytes those are
	sent    []call   // written, the first to be answered first
	conn    net.Conn // nil while there is none
	writing bool
	closed  bool
}

// call is a request as its pipe knows it.
type call interface {
	heard(reply []byte) // the bytes of it, which are good until heard returns
	failed(err error)   // there will be none
}

// Bounds of a pipe. Whoever asks a node that does not answer for so long, or so much,
// has to be told.
const (
	unheard   = time.Minute
	mostQueue = 10_000
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
		q.failed(net.ErrClosed)
		return
	case len(p.queue)+len(p.sent) >= mostQueue:
		p.mu.Unlock()
		q.failed(errors.New("too much waits for that node already"))
		return
	}
	p.out = append(p.out, wire...)
	p.queue = append(p.queue, q)
	if p.conn != nil && len(p.sent) == 0 && !p.writing {
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
	p.sent = append(p.sent, p.queue...)
	clear(p.queue)
	p.out, p.queue, p.writing = nil, p.queue[:0], true
	p.mu.Unlock()
	conn.SetReadDeadline(time.Now().Add(p.unheard))
	_, err := conn.Write(out)
	if err != nil {
		conn.Close() // its reader will notice
	}
	p.mu.Lock()
	if p.writing = false; p.out == nil {
		p.out = out[:0]
	}
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

// connect makes a connection and lets somebody read from it.
func (p *pipe) connect() error {
	conn, release, err := p.n.login(p.n.s.life)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.conn = conn
	p.mu.Unlock()
	p.n.s.pipes.Go(func() {
		err := p.read(conn)
		p.n.s.forget(conn)
		release()
		p.mu.Lock()
		p.conn = nil
		lost := p.sent
		p.sent = nil
		p.mu.Unlock()
		for _, q := range lost {
			q.failed(err)
		}
		p.rouse() // for what came too late for this connection
	})
	return nil
}

// read hands out the replies until the connection breaks.
func (p *pipe) read(conn net.Conn) error {
	in := bufio.NewReader(conn)
	var wire []byte
	for {
		if _, err := in.Peek(1); err != nil {
			if timedOut(err) && p.idle() {
				conn.SetReadDeadline(time.Time{})
				continue
			}
			return err
		}
		var err error
		if wire, err = appendReply(wire[:0], in); err != nil {
			return err
		}
		p.mu.Lock()
		if len(p.sent) == 0 {
			p.mu.Unlock()
			return errors.New("an answer to no question")
		}
		q := p.sent[0]
		p.sent[0] = nil
		p.sent = p.sent[1:]
		p.mu.Unlock()
		q.heard(wire)
	}
}

func (p *pipe) idle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.sent) == 0
}

// fail tells those who wait to be sent that they will not be.
func (p *pipe) fail(err error) {
	p.mu.Lock()
	lost := p.queue
	p.queue, p.out = nil, nil
	p.mu.Unlock()
	for _, q := range lost {
		q.failed(err)
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

// quiet keeps go-redis from writing to the standard error on its own.
var quiet = sync.OnceFunc(logging.Disable)

// options are those of go-redis: nothing is sent that nobody asked for, nothing twice,
// and no name is looked up, since the address is none.
func (n *node) options() *redis.Options {
	quiet()
	login := n.s.config.Login
	if n.role == trace.RoleSentinel {
		login = n.s.config.SentinelLogin
	}
	return &redis.Options{
		Addr: n.addr, Dialer: n.dial,
		Username: login.Username, Password: login.Password,
		Protocol: 2, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		MaxRetries:               -1, DialerRetries: 1, PoolSize: 1,
		DialTimeout: n.s.patience(), ReadTimeout: n.s.patience(), WriteTimeout: n.s.patience(),
	}
}

// login returns a connection on which go-redis has done what has to be done before the
// first command, and that it will not touch until it is released.
func (n *node) login(ctx context.Context) (conn net.Conn, release func(), err error) {
	var first atomic.Pointer[net.Conn] // after a failure its pool goes on trying for a while
	o := n.options()
	o.Dialer = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := n.dial(ctx, network, addr)
		if err == nil {
			first.CompareAndSwap(nil, &conn)
		}
		return conn, err
	}
	client := redis.NewClient(o)
	own := client.Conn()
	release = func() {
		own.Close()
		client.Close()
	}
	err = own.Ping(ctx).Err()
	made := first.Load()
	if err != nil && (made == nil || !answersLater(err)) {
		release()
		return nil, nil, err
	}
	if err := (*made).SetDeadline(time.Time{}); err != nil {
		release()
		return nil, nil, err
	}
	return *made, release, nil
}

// answersLater knows the errors with which a server that is not ready answers everything.
func answersLater(err error) bool {
	return strings.HasPrefix(err.Error(), "LOADING") || strings.HasPrefix(err.Error(), "MASTERDOWN")
}
