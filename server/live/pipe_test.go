package live

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/server/respio"
	"lockstep/sim/lock"
	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// echo is a call that wants its own words back.
type echo struct {
	want  string
	reply chan string
}

func (e *echo) answered(wire []byte) {
	reply, rest, err := resp.Parse(wire)
	if err != nil || len(rest) > 0 {
		e.reply <- fmt.Sprintf("%q: %v", wire, err)
		return
	}
	e.reply <- reply.Text
}

func (e *echo) heard(trace.Time) *activity { return nil }

func (e *echo) failed(err error, _ bool) { e.reply <- err.Error() }

// Everybody hears the answer to his own question, however many ask at once, and however
// long the words are.
func TestPipe(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	g := open(t, Config{Redis: []string{p.Addr()}, Clients: []Client{{"A", options(trace.LockToken), job(0)}}})
	line := g.node("n1").line(nil)
	var all sync.WaitGroup
	for who := range 32 {
		all.Go(func() {
			e := &echo{reply: make(chan string, 1)}
			for turn := range 100 {
				e.want = fmt.Sprintf("%d/%d\r\n%s", who, turn, strings.Repeat("x", turn*turn))
				line.submit(e, command([]string{"ECHO", e.want}))
				if got := <-e.reply; got != e.want {
					t.Errorf("%.40q is answered with %.40q", e.want, got)
					return
				}
			}
		})
	}
	all.Wait()
}

// What is asked of a server that went away is lost, once each, and the next question
// finds another that listens there.
func TestPipeBreaks(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	g := open(t, Config{Redis: []string{p.Addr()}, Clients: []Client{{"A", lock.Defaults(trace.LockToken), job(0)}}})
	line := g.node("n1").line(nil)
	realtest.Must(t, p.Pause())
	calls := make([]*echo, 100)
	for i := range calls {
		calls[i] = &echo{want: "x", reply: make(chan string, 2)}
		line.submit(calls[i], command([]string{"ECHO", "x"}))
	}
	p.Kill()
	for _, e := range calls {
		if got := <-e.reply; got == "x" {
			t.Error("a server that was killed answers")
		}
	}
	realtest.Server(t, real.Settings{Port: p.Port()})
	again := &echo{reply: make(chan string, 2)}
	line.submit(again, command([]string{"ECHO", "here"}))
	if got := <-again.reply; got != "here" {
		t.Errorf("the one that came after it answers %q", got)
	}
	for _, e := range calls {
		if len(e.reply) > 0 {
			t.Errorf("one request was lost twice: %q", <-e.reply)
		}
	}
}

// slowConn is a connection of which every write takes until it is let through.
type slowConn struct {
	net.Conn
	begun, through chan struct{}
	wrote          []string
}

func (c *slowConn) SetReadDeadline(time.Time) error { return nil } // nobody reads

func (c *slowConn) Write(b []byte) (int, error) {
	c.begun <- struct{}{}
	<-c.through
	c.wrote = append(c.wrote, string(b))
	return len(b), nil
}

// While one writes, what others send waits, so that the wire and the list of what was
// sent are in one order.
func TestPipeWritesInOrder(t *testing.T) {
	c := &slowConn{begun: make(chan struct{}, 9), through: make(chan struct{}, 9)}
	p := &pipe{wake: make(chan struct{}, 1), conn: c}
	first, second := &echo{want: "1"}, &echo{want: "2"}
	done := make(chan struct{})
	go func() {
		p.submit(first, []byte("1"))
		close(done)
	}()
	<-c.begun
	p.submit(second, []byte("2"))
	p.mu.Lock()
	c.through <- struct{}{} // for a second write, if there is one by mistake
	p.write()
	if len(p.sent.calls) != 1 || p.sent.calls[0] != call(first) {
		t.Errorf("%d are noted as sent while the first is being written", len(p.sent.calls))
	}
	p.mu.Unlock()
	c.through <- struct{}{}
	<-done
	<-p.wake // whoever wrote knows that there is more
	p.mu.Lock()
	p.write()
	defer p.mu.Unlock()
	if got := strings.Join(c.wrote, ""); got != "12" || len(p.sent.calls) != 2 || p.sent.calls[1] != call(second) {
		t.Errorf("%q was written, and %d are noted as sent", got, len(p.sent.calls))
	}
}

// unread is a pipe of which a test is the other end. It connects to nothing else.
func unread(unheard time.Duration) (p *pipe, end net.Conn) {
	conn, end := net.Pipe()
	s := &Session{}
	s.life, s.expire = context.WithCancel(context.Background())
	s.expire()
	p = newPipe(&node{s: s}, 0)
	p.unheard = unheard
	p.use(conn, func() { conn.Close() })
	return p, end
}

func (p *pipe) end() {
	p.close()
	p.n.s.pipes.Wait()
}

// A server that stands still is given up, whatever else is asked of it meanwhile: when it
// has not answered for so long.
func TestPipeGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, end := unread(10 * time.Second)
		defer p.end()
		go io.Copy(io.Discard, end)
		time.Sleep(time.Hour) // virtual, as all time in a bubble: nothing was asked
		began := time.Now()
		calls := make([]*echo, 15)
		for i := range calls {
			calls[i] = &echo{reply: make(chan string, 1)}
			p.submit(calls[i], command([]string{"ECHO", "x"}))
			time.Sleep(time.Second) // virtual
			if i == 4 {
				io.WriteString(end, "$1\r\n0\r\n")
			}
		}
		if got := <-calls[0].reply; got != "0" {
			t.Errorf("the first is answered with %s", got)
		}
		for i, e := range calls[1:] {
			if got := <-e.reply; !strings.Contains(got, "timeout") {
				t.Errorf("request %d: %s", i+1, got)
			}
		}
		if got := time.Since(began); got != 15*time.Second {
			t.Errorf("it is given up after %v, want 10 s after the answer", got)
		}
	})
}

// A connection on which nothing is asked for long is as good as any: also to who asks at
// the very instant at which an answer that has come would have been too late.
func TestPipeIdles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, end := unread(10 * time.Second)
		defer p.end()
		go func() {
			for in := bufio.NewReader(end); ; {
				if _, err := respio.AppendReply(nil, in); err != nil {
					return
				}
				io.WriteString(end, "+here\r\n")
			}
		}()
		for i := range 200 {
			e := &echo{reply: make(chan string, 1)}
			p.submit(e, command([]string{"ECHO", "x"}))
			if got := <-e.reply; got != "here" {
				t.Fatalf("request %d: %s", i, got)
			}
			time.Sleep(10 * time.Second) // virtual
		}
	})
}

// fate is what a pipe says of a request that came to nothing.
type fate struct {
	err   error
	asked bool
}

type doomed chan fate

func (d doomed) answered(wire []byte)         { d <- fate{err: fmt.Errorf("answered with %q", wire)} }
func (d doomed) heard(trace.Time) *activity   { return nil }
func (d doomed) failed(err error, asked bool) { d <- fate{err, asked} }

// Who asks is told whether the node may have heard the question: not if there was no
// connection, nor if too much was waiting, nor after the end.
func TestPipeTellsWhatLeft(t *testing.T) {
	s := &Session{}
	s.life = t.Context()
	for _, c := range []struct {
		name  string
		pipe  func(d doomed) *pipe
		want  string
		asked bool
	}{
		{"refused", func(d doomed) *pipe {
			p := newPipe(&node{s: s, addr: closed(t)}, 0)
			t.Cleanup(p.close)
			return p
		}, "connection refused", false},
		{"closed", func(d doomed) *pipe {
			p := newPipe(&node{s: s}, 0)
			p.close()
			return p
		}, "use of closed network connection", false},
		{"too much", func(d doomed) *pipe {
			p := &pipe{wake: make(chan struct{}, 1)}
			for range mostQueue {
				p.submit(d, nil)
			}
			return p
		}, "too much waits for that node already", false},
		{"sent, and hung up on", func(d doomed) *pipe {
			p, end := unread(time.Minute)
			t.Cleanup(p.end)
			go func() {
				respio.AppendReply(nil, bufio.NewReader(end))
				end.Close()
			}()
			return p
		}, "EOF", true},
		{"sent, and answered with what is none", func(d doomed) *pipe {
			p, end := unread(time.Minute)
			t.Cleanup(p.end)
			go func() {
				respio.AppendReply(nil, bufio.NewReader(end))
				io.WriteString(end, "$9999999999\r\n")
			}()
			return p
		}, respio.ErrTooLong.Error(), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := make(doomed, 1)
			c.pipe(d).submit(d, command([]string{"ECHO", "x"}))
			if got := <-d; !strings.Contains(got.err.Error(), c.want) || got.asked != c.asked {
				t.Errorf("it fails with %v, asked %t; want %s, asked %t", got.err, got.asked, c.want, c.asked)
			}
		})
	}
}

// An answer that nobody has asked for ends the connection.
func TestPipeUnasked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, end := unread(time.Minute)
		defer p.end()
		io.WriteString(end, "+OK\r\n")
		if _, err := end.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the connection stays: %v", err)
		}
	})
}
