package live

import (
	"bytes"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// slowRoad leads to a server, and holds up every connection on which a word comes by until
// it is let go on.
func slowRoad(t *testing.T, addr, word string) (road string, held <-chan struct{}, goOn func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	realtest.Must(t, err)
	t.Cleanup(func() { l.Close() })
	arrived, gate := make(chan struct{}, 9), make(chan struct{})
	carry := func(front, back net.Conn) {
		defer back.Close()
		b := make([]byte, 1<<16)
		for {
			n, err := front.Read(b)
			if err != nil {
				return
			}
			if bytes.Contains(b[:n], []byte(word)) {
				arrived <- struct{}{}
				<-gate
			}
			back.Write(b[:n])
		}
	}
	go func() {
		for {
			front, err := l.Accept()
			if err != nil {
				return
			}
			back, err := net.Dial("tcp", addr)
			if err != nil {
				t.Error(err)
				return
			}
			go carry(front, back)
			go func() {
				defer front.Close()
				io.Copy(front, back)
			}()
		}
	}()
	return l.Addr().String(), arrived, func() { close(gate) }
}

// What removes a key goes where the SET went, which it must not overtake: here by a
// connection of the client's own, since it waits for replicas.
func TestRemovalStaysBehindItsSet(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	road, held, goOn := slowRoad(t, p.Addr(), "$3\r\nSET\r\n")
	o := options(trace.LockToken, func(o *lock.Options) {
		o.NodeTimeout, o.Retries, o.CleanUp, o.TTL = trace.Millisecond, 0, lock.CleanNone, ages
		o.Wait = lock.Copies{Replicas: 1, Timeout: trace.Millisecond}
	})
	g := open(t, Config{Redis: []string{road}, Patience: 50 * time.Millisecond, Clients: []Client{{"A", o, job(0)}}})
	g.Start("A")
	<-held
	g.Wait()
	r := g.Close()
	if len(r.Removed) > 0 || len(r.Left) != 1 || r.Left[0].Name != key {
		t.Errorf("while its SET is under way: %+v, want the key as one that may be left", r)
	}
	goOn() // and what was sent after it follows
	c := realtest.Dial(t, p.Addr())
	c.Await("INFO commandstats", "cmdstat_eval:calls=2") // with the one at the start
	if got := c.Ask("EXISTS " + key); got != "(integer) 0" {
		t.Error("the key is there after all has arrived")
	}
}

// Two who call Close get one report, and one End is told.
func TestCloseTwice(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	g := open(t, Config{Redis: []string{p.Addr()}, Clients: []Client{{"A", options(trace.LockToken), job(ages)}}})
	g.Start("A")
	g.await("work", of(trace.Read, "A"))
	pause(t, p)
	reports := make(chan Report)
	for range 2 {
		go func() { reports <- g.Close() }()
	}
	g.await("the end of A", func(e *trace.Event) bool { return e.Kind == trace.Fault })
	realtest.Must(t, p.Resume())
	for range 2 {
		if r := <-reports; len(r.Removed) != 1 || r.Removed[0].Name != key {
			t.Errorf("%+v", r)
		}
	}
	if n := g.has(func(e *trace.Event) bool { return e.Kind == trace.End }); n != 1 {
		t.Errorf("%d ends are told", n)
	}
}

// sends takes note of a request to n1, without sending any.
func (m marks) sends(p *process, purpose trace.Purpose, cmd ...string) *request {
	q := &request{
		to:  &node{id: "n1"},
		ask: &asking{a: &activity{p: p}, aim: aimOf(cmd), q: lock.Question{Purpose: purpose, Cmd: cmd, Step: "set"}},
	}
	m.sent(q)
	return q
}

func castOf(o lock.Options, ids ...trace.ClientID) (cast []*process) {
	for _, id := range ids {
		cast = append(cast, &process{client: &Client{ID: id, Lock: o}})
	}
	return cast
}

// tokens lists what may be there.
func (m marks) tokens() (list []string) {
	for _, at := range m {
		for _, f := range at.prints {
			list = append(list, f.token)
		}
	}
	slices.Sort(list)
	return list
}

// Whoever gets a lock has it alone: A has let its own run out, and what B lets live longer
// is B's.
func TestMarksOfTheNext(t *testing.T) {
	for _, c := range []struct {
		name   string
		copies int      // B waits for, on a connection of its own
		want   []string // what may be there when B has it
	}{
		{"by one connection", 0, []string{"b"}},
		{"by two", 1, []string{"a", "b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := make(marks)
			cast := castOf(options(trace.LockSetNXExpire), "A", "B")
			a, b := cast[0], cast[1]
			b.client.Lock.Wait.Replicas = c.copies
			m.sends(a, trace.ToAcquire, "SETNX", key, "a").learn("(integer) 1", true, 0)
			m.sends(b, trace.ToAcquire, "SETNX", key, "b").learn("(integer) 1", true, 0)
			if got := m.tokens(); !slices.Equal(got, c.want) {
				t.Errorf("there may be %q, want %q", got, c.want)
			}
			got := m.sends(b, trace.ToExtend, "PEXPIRE", key, "10000").learn("(integer) 1", true, 0)
			if len(got) != 1 || got[0].Value != "b" {
				t.Errorf("B's key is told as %+v", got)
			}
		})
	}
}

// What never left the machine leaves nothing on a server; of what was lost on its way
// nobody knows.
func TestMarksOfTheUnheard(t *testing.T) {
	for _, c := range []struct {
		name  string
		asked bool
		want  []string
	}{
		{"never left", false, nil},
		{"lost", true, []string{"a"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := make(marks)
			a := castOf(options(trace.LockToken), "A")[0]
			m.sends(a, trace.ToAcquire, "SET", key, "a", "NX").unheard(c.asked)
			if got := m.tokens(); !slices.Equal(got, c.want) {
				t.Errorf("after a SET there may be %q, want %q", got, c.want)
			}
			m.sends(a, trace.ToRelease, "EVAL", "", "1", key, "a").unheard(c.asked)
			if m.sure("n1", key, "A") {
				t.Error("after a release it is surely there")
			}
		})
	}
}

// Nothing is told of an activity once it was stopped: neither that its time ran out nor
// that a connection broke.
func TestStoppedAskTellsNothing(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	g := open(t, Config{Redis: []string{p.Addr()}, Clients: []Client{{"A", options(trace.LockToken), job(0)}}})
	pause(t, p)
	a := &activity{p: g.clients[0], record: &record{}, name: trace.WatchdogActivity, limit: time.NewTimer(0), stop: make(chan struct{})}
	q := lock.Question{Purpose: trace.ToExtend, Step: "extend", Cmd: []string{"SET", key, "a"}, Nodes: []trace.NodeID{"n1"}}
	for _, end := range []func(*asking){
		func(ask *asking) { ask.a.lapse() },
		func(ask *asking) { ask.requests[0].broken(g.rec.now()) },
		func(ask *asking) { ask.requests[0].replied("OK", true) },
	} {
		ask := &asking{a: a, q: q, aim: aimOf(q.Cmd), requests: make([]request, 1), replies: make([]lock.Reply, 1), wire: command(q.Cmd)}
		ask.put(1)
		a.halt()
		g.rec.Lock()
		before := g.rec.seq
		g.rec.Unlock()
		end(ask)
		if g.rec.Lock(); g.rec.seq != before || ask.replies[0].Answered {
			t.Errorf("%d events are told, and the reply is %+v", g.rec.seq-before, ask.replies[0])
		}
		g.rec.Unlock()
	}
	realtest.Must(t, p.Resume())
}

// An interrupt lets work be done by what the clock shows to the file in which work is.
func TestWorkFile(t *testing.T) {
	if source, ok := lock.Source(workFile); !ok || !strings.Contains(source, "env.Now()") {
		t.Errorf("package lock reads no clock in a file %s", workFile)
	}
}
