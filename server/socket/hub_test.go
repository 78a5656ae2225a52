package socket

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/wasm/link"
	"lockstep/web/wall"
	"lockstep/web/wire"
)

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

// A browser sends one Origin. Whoever sends more hopes that the other one is read.
func TestRefusesSeveralOrigins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		_, resp, err := s.dialWith(http.Header{"Origin": {"http://lockstep.test", "http://evil.test"}})
		if err == nil {
			t.Fatal("let in")
		}
		body, _ := io.ReadAll(resp.Body)
		if want := "403: a page has one Origin, and this handshake names 2\n"; resp.StatusCode != http.StatusForbidden || string(body) != want {
			t.Errorf("refused with %d %q, want 403 %q", resp.StatusCode, body, want)
		}
	})
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
		{"too large", websocket.BinaryMessage, make([]byte, wire.MaxQuestion+1), CloseTooLarge, "A question has at most 135168 bytes."},
		{"much too large", websocket.BinaryMessage, make([]byte, 1<<20), CloseTooLarge, "A question has at most 135168 bytes."},
		{"text", websocket.TextMessage, []byte("hello"), CloseText, "Frames are binary."},
		{"empty", websocket.BinaryMessage, nil, CloseMalformed, "That was no question."},
		{"no question", websocket.BinaryMessage, []byte{wire.Version, 'z'}, CloseMalformed, "That was no question."},
		{"cut short", websocket.BinaryMessage, []byte{wire.Version, 'a', 1}, CloseMalformed, "That was no question."},
		{"another version", websocket.BinaryMessage, newer, wire.CloseVersion, "This page is of another version of Lockstep. Reload it."},
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
		time.Sleep(10 * time.Minute) // virtual
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
		time.Sleep(limits.PongWait) // virtual
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

// A run cannot be called off once it is being played. Nobody waits for it.
func TestShutdownKeepsItsDeadlineWhileARunIsPlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		s.traces.deaf = true
		held := linkOf("light", 1)
		release := s.traces.hold(held)
		defer release()
		p := s.open()
		p.ask(wire.Ask{ID: 1, Run: held})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		begun := time.Now()
		done := make(chan error, 1)
		go func() { done <- s.hub.Shutdown(ctx) }()
		p.closed(CloseStopping, "The server is stopping. The page asks again by itself.")
		select {
		case err := <-done:
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want to hear that it was not done", err)
			}
			if d := time.Since(begun); d != 5*time.Second {
				t.Errorf("it took %v, and its limit is 5 s", d)
			}
		case <-time.After(time.Hour):
			t.Error("it waits for the run")
		}
	})
}

// A page does not ask again on a connection that is well: by the time it does, the server
// has ended one that is not.
func TestPagesHaveMorePatienceThanTheServer(t *testing.T) {
	if page := time.Duration(link.Patience/wall.Microsecond) * time.Microsecond; page <= DefaultLimits().PongWait {
		t.Errorf("a page asks again after %v, and the server waits %v for it", page, DefaultLimits().PongWait)
	}
}
