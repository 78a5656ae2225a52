package live

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/lock"
	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// echo is a call that wants its own words back.
type echo struct {
	want  string
	reply chan string
}

func (e *echo) heard(wire []byte) {
	reply, rest, err := resp.Parse(wire)
	if err != nil || len(rest) > 0 {
		e.reply <- fmt.Sprintf("%q: %v", wire, err)
		return
	}
	e.reply <- reply.Text
}

func (e *echo) failed(err error) { e.reply <- err.Error() }

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

func (c *slowConn) SetReadDeadline(time.Time) error { return nil }

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
	if len(p.sent) != 1 || p.sent[0] != call(first) {
		t.Errorf("%d are noted as sent while the first is being written", len(p.sent))
	}
	p.mu.Unlock()
	c.through <- struct{}{}
	<-done
	<-p.wake // whoever wrote knows that there is more
	p.mu.Lock()
	p.write()
	defer p.mu.Unlock()
	if got := strings.Join(c.wrote, ""); got != "12" || len(p.sent) != 2 || p.sent[1] != call(second) {
		t.Errorf("%q was written, and %d are noted as sent", got, len(p.sent))
	}
}
