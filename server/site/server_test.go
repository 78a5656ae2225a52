package site

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/runs"
	"lockstep/server/socket"
	"lockstep/server/turns"
	"lockstep/sim/run"
)

// pipes is a network that only the test is on. In a synctest bubble a goroutine
// that the server leaves behind fails the test.
type pipes struct{ dialed chan net.Conn }

func newPipes() *pipes { return &pipes{make(chan net.Conn)} }

func (p *pipes) Accept() (net.Conn, error) {
	if c, ok := <-p.dialed; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (p *pipes) Close() error   { close(p.dialed); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }

func (p *pipes) Dial(context.Context, string, string) (net.Conn, error) {
	near, far := net.Pipe()
	p.dialed <- far
	return near, nil
}

type noTraces struct{}

func (noTraces) Trace(context.Context, string) (runs.Trace, error) { return runs.Trace{}, nil }

// The address of a run may hold a link of any length that a run's link has.
func TestLongAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := newPipes()
		ctx, stop := context.WithCancel(t.Context())
		served := make(chan error, 1)
		hub := socket.NewHub(noTraces{}, nil, nil, slog.New(slog.DiscardHandler), socket.DefaultLimits())
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.URL.Path[:5]) })
		go func() { served <- Serve(ctx, network, h, hub, slog.New(slog.DiscardHandler)) }()
		client := &http.Client{Transport: &http.Transport{DialContext: network.Dial}}
		resp, err := client.Get("http://lockstep/run/" + strings.Repeat("A", run.MaxLink))
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK || string(body) != "/run/" {
			t.Errorf("%s %q", resp.Status, body)
		}
		client.CloseIdleConnections()
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

// What a page has played takes the turns of the address that it is asked from.
func TestPagesTakeTurnsByAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network, log := newPipes(), slog.New(slog.DiscardHandler)
		ctx, stop := context.WithCancel(t.Context())
		served := make(chan error, 1)
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, turns.Of(r.Context())) })
		hub := socket.NewHub(noTraces{}, nil, nil, log, socket.DefaultLimits())
		go func() { served <- Serve(ctx, network, h, hub, log) }()
		client := &http.Client{Transport: &http.Transport{DialContext: network.Dial}}
		resp, err := client.Get("http://lockstep.test/")
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if string(body) != "pipe" {
			t.Errorf("a page asked for from a pipe takes the turns of %q", body)
		}
		client.CloseIdleConnections()
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

func TestServeStopsGracefully(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.DiscardHandler)
		hub := socket.NewHub(noTraces{}, nil, nil, log, socket.DefaultLimits())
		mux := http.NewServeMux()
		mux.Handle("/ws", hub)
		release := make(chan struct{})
		mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
			<-release
			io.WriteString(w, "done")
		})
		network := newPipes()
		ctx, stop := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() { served <- Serve(ctx, network, mux, hub, log) }()

		ws, _, err := (&websocket.Dialer{NetDialContext: network.Dial}).Dial("ws://lockstep.test/ws", nil)
		if err != nil {
			t.Fatal(err)
		}
		defer ws.Close()
		client := &http.Client{Transport: &http.Transport{DialContext: network.Dial}}
		defer client.CloseIdleConnections()
		answer := make(chan string, 1)
		go func() {
			resp, err := client.Get("http://lockstep.test/slow")
			if err != nil {
				answer <- err.Error()
				return
			}
			defer resp.Body.Close()
			b, _ := io.ReadAll(resp.Body)
			answer <- string(b)
		}()
		synctest.Wait()
		stop()
		var ce *websocket.CloseError
		if _, _, err := ws.ReadMessage(); !errors.As(err, &ce) || ce.Code != socket.CloseStopping || ce.Text == "" {
			t.Errorf("the socket ended with %v, want a reason", err)
		}
		synctest.Wait()
		select {
		case err := <-served:
			t.Fatalf("it stopped with %v while it was still answering", err)
		default:
		}
		close(release)
		if got := <-answer; got != "done" {
			t.Errorf("the answer under way was %q", got)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

func TestServeDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.DiscardHandler)
		hub := socket.NewHub(noTraces{}, nil, nil, log, socket.DefaultLimits())
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		network := newPipes()
		ctx, stop := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() { served <- Serve(ctx, network, h, hub, log) }()
		c, _ := network.Dial(ctx, "", "")
		defer c.Close()
		io.WriteString(c, "GET / HTTP/1.1\r\nHost: lockstep.test\r\n\r\n")
		synctest.Wait()
		begun := time.Now()
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
		if d := time.Since(begun); d != stopWait {
			t.Errorf("it took %v, want %v", d, stopWait)
		}
	})
}

// Someone who sends a request byte by byte does not keep a connection.
func TestServeHangsUpOnTheSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.DiscardHandler)
		hub := socket.NewHub(noTraces{}, nil, nil, log, socket.DefaultLimits())
		network := newPipes()
		ctx, stop := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() { served <- Serve(ctx, network, http.NotFoundHandler(), hub, log) }()
		c, _ := network.Dial(ctx, "", "")
		defer c.Close()
		io.WriteString(c, "GET / HTTP/1.1\r\nHost: lock")
		if _, err := bufio.NewReader(c).ReadByte(); err != io.EOF {
			t.Errorf("got %v, want that it hangs up", err)
		}
		stop()
		<-served
	})
}

func TestServeReportsFailure(t *testing.T) {
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	log := slog.New(slog.DiscardHandler)
	if err := Serve(t.Context(), l, http.NotFoundHandler(), socket.NewHub(noTraces{}, nil, nil, log, socket.DefaultLimits()), log); err == nil {
		t.Error("a closed listener is no error")
	}
}

func TestListen(t *testing.T) {
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if u := URL(l); !strings.HasPrefix(u, "http://localhost:") || strings.HasSuffix(u, ":0/") {
		t.Errorf("the URL is %q", u)
	}
	taken := l.Addr().String()
	_, err = Listen(taken)
	want := taken + " is taken: another program listens there, perhaps another Lockstep. Choose another port, such as --addr 127.0.0.1:9000"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = Listen("192.0.2.1:8080") // for documentation, and nobody's
	if want := "192.0.2.1:8080: 192.0.2.1 is no address of this machine. Try --addr localhost:8080, or --addr :8080 for every interface"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for _, addr := range []string{"", "8080", "localhost", "localhost:", "localhost:http", "localhost:70000", "localhost:-1", "a:b:c"} {
		if l, err := Listen(addr); !errors.Is(err, ErrAddr) {
			t.Errorf("%q: %v, want ErrAddr", addr, err)
			if err == nil {
				l.Close()
			}
		}
	}
	if got := otherPort(9000); got != "9001" {
		t.Errorf("instead of 9000, try %s", got)
	}
}
