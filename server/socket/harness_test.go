package socket

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/lessons"
	"lockstep/server/runs"
	"lockstep/server/turns"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/wire"
)

// The tests run in synctest bubbles over pipes: every deadline is kept to the
// nanosecond and none is waited for, a write blocks until it is read, and a
// goroutine left behind fails the test.

// site is a server with a hub, and a network that only it is on.
type site struct {
	t      *testing.T
	hub    *Hub
	traces *fakeTraces
	dialed chan net.Conn
	server *http.Server
}

func serve(t *testing.T, limits Limits) *site {
	s := &site{t: t, traces: &fakeTraces{}, dialed: make(chan net.Conn)}
	s.hub = NewHub(s.traces, phrases(t), nil, slog.New(slog.DiscardHandler), limits)
	s.server = &http.Server{Handler: s.hub}
	go s.server.Serve(s)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		s.hub.Shutdown(ctx)
		s.server.Close()
		synctest.Wait()
		if n := len(s.hub.conns) + len(s.hub.places) + s.hub.total; n != 0 {
			t.Errorf("the hub still counts connections: %d", n)
		}
	})
	return s
}

func (s *site) Accept() (net.Conn, error) {
	if c, ok := <-s.dialed; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (s *site) Close() error   { close(s.dialed); return nil }
func (s *site) Addr() net.Addr { return &net.UnixAddr{Name: "site"} }

func (s *site) dialWith(header http.Header) (*websocket.Conn, *http.Response, error) {
	d := websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		s.dialed <- far
		return near, nil
	}}
	return d.DialContext(s.t.Context(), "ws://lockstep.test/ws", header)
}

// phrases are those of the course.
var phrases = func() func(*testing.T) map[string]phrase.Catalog {
	read := sync.OnceValues(func() (map[string]phrase.Catalog, error) { return lessons.Catalogs(lessons.FS) })
	return func(t *testing.T) map[string]phrase.Catalog {
		all, err := read()
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
}()

// page is a page's side of a connection.
type page struct {
	t  *testing.T
	ws *websocket.Conn
}

func (s *site) open() *page {
	s.t.Helper()
	ws, _, err := s.dialWith(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { ws.Close() })
	return &page{s.t, ws}
}

func (p *page) ask(a wire.Ask) {
	p.t.Helper()
	if err := p.ws.WriteMessage(websocket.BinaryMessage, wire.AppendAsk(nil, a)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) compare(c wire.Compare) {
	p.t.Helper()
	if err := p.ws.WriteMessage(websocket.BinaryMessage, wire.AppendCompare(nil, c)); err != nil {
		p.t.Fatal(err)
	}
}

// hear returns the next answer, of whichever kind.
func (p *page) hear() wire.Answer {
	p.t.Helper()
	_, b, err := p.ws.ReadMessage()
	if err != nil {
		p.t.Fatal(err)
	}
	a, err := wire.ReadAnswer(b)
	if err != nil {
		p.t.Fatal(err)
	}
	return a
}

// answer returns the next answer, which is to be a batch or a problem.
func (p *page) answer() (*wire.Batch, *wire.Problem) {
	p.t.Helper()
	switch a := p.hear().(type) {
	case *wire.Batch:
		return a, nil
	case *wire.Problem:
		return nil, a
	default:
		p.t.Fatalf("got %+v, want a batch or a problem", a)
	}
	return nil, nil
}

// closed reads until the connection ends, and wants the code and the reason.
func (p *page) closed(code int, reason string) {
	p.t.Helper()
	var ce *websocket.CloseError
	for {
		if _, _, err := p.ws.ReadMessage(); errors.As(err, &ce) {
			break
		} else if err != nil {
			p.t.Fatalf("ended with %v, want close code %d", err, code)
		}
	}
	if ce.Code != code || ce.Text != reason {
		p.t.Errorf("closed with %d %q, want %d %q", ce.Code, ce.Text, code, reason)
	}
}

// fakeTraces plays runs of as many events as their seed says, one a millisecond.
// Those of the scenario "heavy" weigh 64 KiB each. It remembers what it has played.
type fakeTraces struct {
	mu     sync.Mutex
	wait   map[string]chan struct{} // links that wait for their channel, or to be called off
	deaf   bool                     // they cannot be called off
	called []string                 // links, in order
	places []string                 // whose turns they would be
	turns  *turns.Queue             // that they wait for; nil for none
	begun  []string                 // links whose turn came, in order
	off    int                      // how many were called off
	played map[string]runs.Trace
}

func (f *fakeTraces) hold(link string) (release func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.wait == nil {
		f.wait = make(map[string]chan struct{})
	}
	ch := make(chan struct{})
	f.wait[link] = ch
	return func() { close(ch) }
}

func (f *fakeTraces) Trace(ctx context.Context, link string) (runs.Trace, error) {
	f.mu.Lock()
	f.called = append(f.called, link)
	f.places = append(f.places, turns.Of(ctx))
	wait, off := f.wait[link], ctx.Done()
	if f.deaf {
		off = nil
	}
	f.mu.Unlock()
	if f.turns != nil {
		done, err := f.turns.Take(ctx)
		if err != nil {
			return runs.Trace{}, err
		}
		defer done()
		f.mu.Lock()
		f.begun = append(f.begun, link)
		f.mu.Unlock()
	}
	if wait != nil {
		select {
		case <-wait:
		case <-off:
			f.mu.Lock()
			f.off++
			f.mu.Unlock()
			return runs.Trace{}, ctx.Err()
		}
	}
	r, err := run.Parse(link)
	if err != nil {
		return runs.Trace{}, err
	}
	switch r.Scenario {
	case "unknown":
		_, err := new(scenario.Library).Play(nil, r, 0)
		return runs.Trace{}, err
	case "mistaken":
		return runs.Trace{}, &scenario.InputError{
			Given: "parameter lock.ttl", Value: "5us", Text: "it must be at least 1ms",
			Wrong: &strictyaml.Wrong{Key: "least", Args: []string{"least", "1ms"}},
		}
	case "fault":
		return runs.Trace{}, runs.ErrFault
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if t, ok := f.played[link]; ok {
		return t, nil
	}
	t := runs.Trace{Events: make([]trace.Event, r.Seed)}
	for i := range t.Events {
		e := &t.Events[i]
		*e = trace.Event{Kind: trace.Phase, Seq: i, T: trace.Time(i) * 1000, Who: "A", Phase: "work"}
		if r.Scenario == "heavy" {
			e.Phase = strings.Repeat("x", 64<<10)
		}
		t.Bytes += runs.Weight(e)
	}
	if f.played == nil {
		f.played = make(map[string]runs.Trace)
	}
	f.played[link] = t
	return t, nil
}

func linkOf(scenario string, events uint64) string {
	r := run.Run{Scenario: scenario, Seed: events}
	return r.Link()
}
