package live

import (
	"strings"
	"sync/atomic"
	"testing"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// A panic ends the session in order: nobody else begins, nothing stays locked, and the
// report says what was wrong.
func TestPanicLeavesNothing(t *testing.T) {
	for _, c := range []struct {
		name string
		at   func(*trace.Event) bool
		want string
	}{
		{"of a client that is inside", of(trace.Enter, "A"), "in client A: "},
		{"when a request leaves", func(e *trace.Event) bool { return e.Kind == trace.Send && e.Purpose == trace.ToRelease }, "in client A: "},
		{"of who takes an answer", func(e *trace.Event) bool { return e.Kind == trace.Exec && e.Purpose == trace.ToAcquire }, "in an answer of n1: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := realtest.Server(t, real.Settings{})
			var once atomic.Bool
			s, err := Open(t.Context(), Config{
				Redis: []string{p.Addr()}, Resource: stock,
				Clients: []Client{{"A", options(trace.LockToken), job(0)}, {"B", options(trace.LockToken), job(0)}},
				Tell: func(e *trace.Event) {
					if c.at(e) && once.CompareAndSwap(false, true) {
						panic("no room on the stage")
					}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			s.Start("A")
			<-s.Interrupted()
			s.Start("B")
			s.Wait()
			r := s.Close()
			if want := c.want + "no room on the stage"; r.Fault == nil || r.Fault.Error() != want {
				t.Errorf("the fault is %v, want %s", r.Fault, want)
			}
			if len(r.Left) > 0 {
				t.Errorf("this is left: %v", r.Left)
			}
			holdsOnly(t, p)
			settled(t)
		})
	}
}

// Whatever a sentinel says in the midst of a session, no client takes it for a node.
func TestOddSentinel(t *testing.T) {
	for _, says := range []string{"+OK\r\n", "+HELLO\r\n", bulk("n99"), bulk("s1"), bulk("stock-7"), "*3\r\n+a\r\n+b\r\n+c\r\n", "*0\r\n", ":1\r\n"} {
		t.Run(strings.TrimSpace(says), func(t *testing.T) {
			p := realtest.Server(t, real.Settings{})
			g := open(t, Config{
				Sentinels: []string{fakeSentinel(t, p.Addr(), says)},
				Clients:   []Client{{"A", options(trace.LockToken, func(o *lock.Options) { o.Retries = 1 }), job(0)}},
			})
			g.Start("A")
			g.Wait()
			if r := g.Close(); r.Fault != nil || len(r.Left) > 0 {
				t.Errorf("%+v", r)
			}
			g.await("the sentinel's answer", func(e *trace.Event) bool {
				return e.Kind == trace.Exec && e.Purpose == trace.ToLocate && !e.OK && strings.HasPrefix(e.Reply, "(error) ")
			})
			holdsOnly(t, p)
		})
	}
}
