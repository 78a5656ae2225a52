package socket

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/runs"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
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
	s.hub = NewHub(s.traces, slog.New(slog.DiscardHandler), limits)
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

func (p *page) answer() (*wire.Batch, *wire.Problem) {
	p.t.Helper()
	_, b, err := p.ws.ReadMessage()
	if err != nil {
		p.t.Fatal(err)
	}
	batch, problem, err := wire.ReadAnswer(b)
	if err != nil {
		p.t.Fatal(err)
	}
	return batch, problem
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
type fakeTraces struct {
	mu     sync.Mutex
	wait   map[string]chan struct{} // links that wait for their channel, or to be called off
	called []string                 // links, in order
	off    int                      // how many were called off
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

func (f *fakeTraces) Trace(ctx context.Context, link string) ([]trace.Event, error) {
	f.mu.Lock()
	f.called = append(f.called, link)
	wait := f.wait[link]
	f.mu.Unlock()
	if wait != nil {
		select {
		case <-wait:
		case <-ctx.Done():
			f.mu.Lock()
			f.off++
			f.mu.Unlock()
			return nil, ctx.Err()
		}
	}
	r, err := run.Parse(link)
	if err != nil {
		return nil, err
	}
	switch r.Scenario {
	case "unknown":
		return nil, &scenario.InputError{Text: `there is no scenario "unknown"`}
	case "fault":
		return nil, runs.ErrFault
	}
	events := make([]trace.Event, r.Seed)
	for i := range events {
		events[i] = trace.Event{Kind: trace.Phase, Seq: i, T: trace.Time(i) * 1000, Who: "A", Phase: "work"}
		if r.Scenario == "heavy" {
			events[i].Phase = strings.Repeat("x", 64<<10)
		}
	}
	return events, nil
}

func linkOf(scenario string, events uint64) string {
	r := run.Run{Scenario: scenario, Seed: events}
	return r.Link()
}

func TestAnswersInBatches(t *testing.T) {
	for _, tt := range []struct {
		name  string
		run   string
		from  int
		until trace.Time
		want  []int // events in each batch
		more  bool  // of the last
	}{
		{"the whole run", linkOf("light", 1300), 0, 10e6, []int{512, 512, 276}, false},
		{"a batch at least", linkOf("light", 1300), 0, 0, []int{512}, true},
		{"until an instant of the second batch", linkOf("light", 1300), 0, 600e3, []int{512, 512}, true},
		{"until the last instant of the first batch", linkOf("light", 1300), 0, 511e3, []int{512}, true},
		{"until the first instant of the second batch", linkOf("light", 1300), 0, 512e3, []int{512, 512}, true},
		{"the end of it", linkOf("light", 1300), 1290, 0, []int{10}, false},
		{"after the end", linkOf("light", 1300), 1300, 0, []int{0}, false},
		{"large events go in small batches", linkOf("heavy", 40), 0, 10e6, []int{15, 15, 10}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := serve(t, DefaultLimits()).open()
				p.ask(wire.Ask{ID: 7, Run: tt.run, From: tt.from, Until: tt.until})
				seq := tt.from
				for i, n := range tt.want {
					b, problem := p.answer()
					if problem != nil {
						t.Fatal(problem.Text)
					}
					if b.ID != 7 || len(b.Events) != n || b.More != (tt.more || i+1 < len(tt.want)) {
						t.Fatalf("batch %d: id %d, %d events, more %v; want 7, %d, %v", i, b.ID, len(b.Events), b.More, n, tt.more || i+1 < len(tt.want))
					}
					for _, e := range b.Events {
						if e.Seq != seq {
							t.Fatalf("event %d comes where %d should", e.Seq, seq)
						}
						seq++
					}
				}
				// Nothing else comes: the next answer is to the next question.
				p.ask(wire.Ask{ID: 8, Run: linkOf("light", 1)})
				if b, _ := p.answer(); b == nil || b.ID != 8 {
					t.Errorf("after the answer came %+v, want the answer to question 8", b)
				}
			})
		})
	}
}

func TestProblemsAreInWords(t *testing.T) {
	for _, tt := range []struct {
		name string
		ask  wire.Ask
		want string
	}{
		{"what the scenario says", wire.Ask{Run: linkOf("unknown", 1)}, `there is no scenario "unknown"`},
		{"no link", wire.Ask{Run: "%%%"}, "This link is damaged: it does not describe a run. Was it copied whole?"},
		{"a link of another time", wire.Ask{Run: "_w"}, "This link was made by a newer Lockstep than this one."},
		{"a fault of ours", wire.Ask{Run: linkOf("fault", 1)}, "The server could not play this run. The fault is Lockstep's, and its log says more."},
		{"from beyond the end", wire.Ask{Run: linkOf("light", 3), From: 4}, "This run has 3 events, and the page asked for what comes after 4. Reload the page."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := serve(t, DefaultLimits()).open()
				tt.ask.ID = 9
				p.ask(tt.ask)
				if _, problem := p.answer(); problem == nil || problem.ID != 9 || problem.Text != tt.want {
					t.Fatalf("got %+v, want %q", problem, tt.want)
				}
				p.ask(wire.Ask{ID: 10, Run: linkOf("light", 3)})
				if b, _ := p.answer(); b == nil || len(b.Events) != 3 {
					t.Errorf("after a problem the connection gave %+v, want 3 events", b)
				}
			})
		})
	}
}

func TestNewestQuestionWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		first, second, third := linkOf("light", 1), linkOf("light", 2), linkOf("light", 3)
		s.traces.hold(first)
		release := s.traces.hold(third)
		p := s.open()
		p.ask(wire.Ask{ID: 1, Run: first})
		synctest.Wait() // the first is being played
		p.ask(wire.Ask{ID: 2, Run: second})
		p.ask(wire.Ask{ID: 3, Run: third})
		synctest.Wait()
		release()
		for { // the second may have been quick enough to be answered
			b, _ := p.answer()
			if b == nil || b.ID == 1 {
				t.Fatalf("got %+v, want an answer to question 3", b)
			}
			if b.ID == 3 {
				break
			}
		}
		if s.traces.off != 1 {
			t.Errorf("%d questions were called off, want the first", s.traces.off)
		}
	})
}

func TestAnAnswerUnderWayIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		p := s.open()
		p.ask(wire.Ask{ID: 1, Run: linkOf("light", 20_000), Until: 1e12}) // 40 batches
		synctest.Wait()                                                   // the queue is full, and nobody reads
		p.ask(wire.Ask{ID: 2, Run: linkOf("light", 5)})
		synctest.Wait()
		old := 0
		for {
			b, _ := p.answer()
			if b.ID == 2 {
				break
			}
			old++
		}
		// One was in the writer's hands. The queued ones are dropped unread.
		if old > 1 {
			t.Errorf("%d batches of the old answer came after the new question, want at most the one being written", old)
		}
	})
}

func TestRefusesPagesOfOtherOrigins(t *testing.T) {
	for _, tt := range []struct {
		origin string
		ok     bool
	}{
		{"", true},
		{"http://lockstep.test", true},
		{"https://LOCKSTEP.test", true},
		{"http://lockstep.test:81", false},
		{"http://evil.test", false},
		{"http://lockstep.test.evil.test", false},
		{"null", false},
		{"file://", false},
		{"http://%zz", false},
	} {
		t.Run(tt.origin, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, DefaultLimits())
				header := http.Header{}
				if tt.origin != "" {
					header.Set("Origin", tt.origin)
				}
				ws, resp, err := s.dialWith(header)
				if tt.ok {
					if err != nil {
						t.Fatal(err)
					}
					ws.Close()
					return
				}
				if err == nil {
					t.Fatal("let in")
				}
				body, _ := io.ReadAll(resp.Body)
				if resp.StatusCode != http.StatusForbidden || !strings.HasPrefix(string(body), "403: a page from "+tt.origin+" may not use") {
					t.Errorf("refused with %d %q", resp.StatusCode, body)
				}
			})
		})
	}
}

func TestBadFramesEndTheConnectionWithAReason(t *testing.T) {
	newer := wire.AppendAsk(nil, wire.Ask{})
	newer[0]++
	for _, tt := range []struct {
		name   string
		kind   int
		frame  []byte
		code   int
		reason string
	}{
		{"too large", websocket.BinaryMessage, make([]byte, wire.MaxAsk+1), CloseTooLarge, "A question has at most 69632 bytes."},
		{"much too large", websocket.BinaryMessage, make([]byte, 1<<20), CloseTooLarge, "A question has at most 69632 bytes."},
		{"text", websocket.TextMessage, []byte("hello"), CloseText, "Frames are binary."},
		{"empty", websocket.BinaryMessage, nil, CloseMalformed, "That was no question."},
		{"no question", websocket.BinaryMessage, []byte{wire.Version, 'z'}, CloseMalformed, "That was no question."},
		{"cut short", websocket.BinaryMessage, []byte{wire.Version, 'a', 1}, CloseMalformed, "That was no question."},
		{"another version", websocket.BinaryMessage, newer, CloseVersion, "This page is of another version of Lockstep. Reload it."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, DefaultLimits())
				p := s.open()
				go p.ws.WriteMessage(tt.kind, tt.frame)
				p.closed(tt.code, tt.reason)
				if len(s.traces.called) != 0 {
					t.Error("it was taken for a question")
				}
			})
		})
	}
}

func TestAFloodIsReadNoFasterThanAllowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		s := serve(t, limits)
		flood, other := s.open(), s.open()
		const n = 400
		go func() { // never reads slower than it is answered
			for {
				if _, _, err := flood.ws.ReadMessage(); err != nil {
					return
				}
			}
		}()
		begun := time.Now()
		for range n {
			flood.ask(wire.Ask{Run: linkOf("light", 1)})
		}
		took := time.Since(begun)
		// The last one to be accepted waits while one before it is held up.
		least := time.Duration(n-limits.AskBurst-1) * time.Second / time.Duration(limits.AsksPerSecond)
		if took < least {
			t.Errorf("%d questions were taken in %v, want at least %v", n, took, least)
		}
		begun = time.Now()
		other.ask(wire.Ask{ID: 1, Run: linkOf("light", 1)})
		if b, _ := other.answer(); b == nil {
			t.Error("the other page got no events")
		}
		if d := time.Since(begun); d != 0 {
			t.Errorf("the other page waited %v", d)
		}
	})
}

func TestPingsCountAsQuestions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		p := serve(t, limits).open()
		go func() {
			for {
				if _, _, err := p.ws.ReadMessage(); err != nil {
					return
				}
			}
		}()
		begun := time.Now()
		const n = 100
		for range n {
			if err := p.ws.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		least := time.Duration(n-limits.AskBurst-1) * time.Second / time.Duration(limits.AsksPerSecond)
		if took := time.Since(begun); took < least {
			t.Errorf("%d pings were taken in %v, want at least %v", n, took, least)
		}
	})
}

func TestASlowReaderIsDroppedAndOthersAreServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		s := serve(t, limits)
		slow, quick := s.open(), s.open()
		slow.ask(wire.Ask{ID: 1, Run: linkOf("light", 20_000), Until: 1e12})
		synctest.Wait() // its first batch is being written, and nobody reads
		begun := time.Now()
		quick.ask(wire.Ask{ID: 2, Run: linkOf("light", 2000), Until: 1e12})
		for {
			b, _ := quick.answer()
			if !b.More {
				break
			}
		}
		if d := time.Since(begun); d != 0 {
			t.Errorf("the quick page waited %v for the slow one", d)
		}
		time.Sleep(limits.WriteWait) // virtual: the bubble's clock jumps
		synctest.Wait()
		s.hub.mu.Lock()
		n := len(s.hub.conns)
		s.hub.mu.Unlock()
		if n != 1 {
			t.Errorf("%d connections are left, want the quick one", n)
		}
		// Back again, it asks from where it was.
		again := s.open()
		again.ask(wire.Ask{ID: 3, Run: linkOf("light", 20_000), From: 19_999})
		if b, _ := again.answer(); len(b.Events) != 1 || b.Events[0].Seq != 19_999 {
			t.Errorf("back again, it got %+v", b)
		}
	})
}

func TestAnIdlePageIsPingedAndKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		s := serve(t, limits)
		p := s.open()
		pings := 0
		pong := p.ws.PingHandler()
		p.ws.SetPingHandler(func(data string) error { pings++; return pong(data) })
		var got *wire.Batch
		done := make(chan struct{})
		go func() { // a browser reads all the time
			defer close(done)
			got, _ = p.answer()
		}()
		time.Sleep(10 * time.Minute)
		p.ask(wire.Ask{ID: 1, Run: linkOf("light", 3)})
		<-done
		if got == nil || len(got.Events) != 3 {
			t.Fatalf("after ten minutes it got %+v", got)
		}
		if want := int(10 * time.Minute / limits.PingEvery); pings != want {
			t.Errorf("%d pings in ten minutes, want %d", pings, want)
		}
		if len(s.traces.called) != 1 {
			t.Errorf("%d runs were played, want 1", len(s.traces.called))
		}
	})
}

func TestADeadPageIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		limits.WriteWait = time.Hour // only its silence tells
		s := serve(t, limits)
		p := s.open()
		p.ws.SetPingHandler(func(string) error { return nil }) // reads, but never answers
		go func() {
			for {
				if _, _, err := p.ws.ReadMessage(); err != nil {
					return
				}
			}
		}()
		time.Sleep(limits.PongWait)
		synctest.Wait()
		s.hub.mu.Lock()
		defer s.hub.mu.Unlock()
		if s.hub.total != 0 {
			t.Error("it is still there")
		}
	})
}

func TestPlacesAreBounded(t *testing.T) {
	for _, tt := range []struct {
		name           string
		conns, perAddr int
		want           string
	}{
		{"in all", 2, 10, "503: all 2 places are taken; try again in a moment\n"},
		{"for one address", 10, 2, "503: there are 2 connections from your address already, which is all it may have\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limits := DefaultLimits()
				limits.Conns, limits.ConnsPerAddr = tt.conns, tt.perAddr
				s := serve(t, limits)
				first := s.open()
				s.open()
				_, resp, err := s.dialWith(nil)
				if err == nil {
					t.Fatal("a third was let in")
				}
				body, _ := io.ReadAll(resp.Body)
				if resp.StatusCode != http.StatusServiceUnavailable || string(body) != tt.want || resp.Header.Get("Retry-After") == "" {
					t.Errorf("refused with %d %q", resp.StatusCode, body)
				}
				first.ws.Close()
				synctest.Wait()
				s.open() // its place is free again
			})
		})
	}
}

func TestShutdownSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		idle, busy := s.open(), s.open()
		held := linkOf("light", 1)
		s.traces.hold(held)
		busy.ask(wire.Ask{ID: 1, Run: held})
		synctest.Wait()
		done := make(chan error)
		go func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			done <- s.hub.Shutdown(ctx)
		}()
		begun := time.Now()
		idle.closed(CloseStopping, "The server is stopping. The page asks again by itself.")
		busy.closed(CloseStopping, "The server is stopping. The page asks again by itself.")
		if err := <-done; err != nil {
			t.Error(err)
		}
		if d := time.Since(begun); d != 0 {
			t.Errorf("it took %v although every page confirmed at once", d)
		}
		if _, resp, err := s.dialWith(nil); err == nil || resp.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("after the shutdown a page was not refused: %v", err)
		}
	})
}

func TestShutdownEndsThoseWhoDoNotConfirm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		limits.WriteWait = time.Hour
		s := serve(t, limits)
		s.open().ask(wire.Ask{Run: linkOf("light", 20_000), Until: 1e12}) // and does not read
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := s.hub.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want to hear that some were cut off", err)
		}
	})
}

func TestNeighbourhood(t *testing.T) {
	for _, tt := range []struct{ remote, want string }{
		{"192.0.2.7:1234", "192.0.2.7"},
		{"[::ffff:192.0.2.7]:1234", "192.0.2.7"},
		{"[2001:db8:1:2:3:4:5:6]:1234", "2001:db8:1:2::/64"},
		{"[fe80::1%eth0]:1234", "fe80::/64"},
		{"pipe", "pipe"},
	} {
		if got := neighbourhood(tt.remote); got != tt.want {
			t.Errorf("neighbourhood(%q) = %q, want %q", tt.remote, got, tt.want)
		}
	}
}
