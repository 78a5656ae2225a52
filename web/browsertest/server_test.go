package browsertest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lockstep/server/cli"
)

// front is the real server behind a door that a test can slam.
type front struct {
	address string // ends in a slash
	below   string // the path below which it serves; ends in a slash
	from    string // the address from which its requests come, for a server that believes it

	mu     sync.Mutex
	target *url.URL // the server behind
	conns  map[net.Conn]struct{}
	closed bool
	tamper func(*http.Response) error // with what the server answers
}

// lessonPath is a lesson beside those of the course, in which no author has playing halt: what
// a figure does of itself.
const lessonPath = "en/lesson/plain"

// shared is the server of all tests that want no flags. To it each test has an address of its
// own, lest together they open more rooms than one may.
var shared struct {
	start  sync.Once
	target *url.URL
	stop   func() error
	err    error
}

// fronts counts them.
var fronts atomic.Uint32

// serve is a door of the test's own to the server that all share.
func serve(t testing.TB) *front {
	t.Helper()
	return serveBelow(t, "/")
}

// serveBelow is serve behind a proxy that serves other things as well. With flags the
// server is the test's own, too.
func serveBelow(t testing.TB, below string, flags ...string) *front {
	t.Helper()
	if len(flags) > 0 {
		target, stop, err := startServer(flags...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
		return newFront(t, target, below)
	}
	shared.start.Do(func() {
		shared.target, shared.stop, shared.err = startServer("--data", "testdata/plain", "--trusted-proxy", "127.0.0.1", "--trusted-proxy", "::1")
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return newFront(t, shared.target, below)
}

// startServer starts the server as the command line does, on a free port.
func startServer(flags ...string) (target *url.URL, stop func() error, err error) {
	flags, remove, err := ownData(flags)
	if err != nil {
		return nil, nil, err
	}
	target, halt, err := startServerIn(flags...)
	if err != nil {
		remove()
		return nil, nil, err
	}
	return target, func() error {
		defer remove()
		return halt()
	}, nil
}

// ownData has a server keep its rooms in a copy of its folder of data: the folder itself is
// of the source, and another server's as well.
func ownData(flags []string) (own []string, remove func(), err error) {
	at := slices.Index(flags, "--data")
	if at < 0 {
		return flags, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "lockstep")
	if err != nil {
		return nil, nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	if err := os.CopyFS(dir, os.DirFS(flags[at+1])); err != nil {
		remove()
		return nil, nil, err
	}
	own = slices.Clone(flags)
	own[at+1] = dir
	return own, remove, nil
}

func startServerIn(flags ...string) (target *url.URL, stop func() error, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	out, in := io.Pipe()
	ended := make(chan string, 1)
	go func() {
		var complaint strings.Builder
		cli.Run(ctx, append([]string{"serve", "--addr", "localhost:0"}, flags...), in, &complaint)
		in.Close()
		ended <- complaint.String()
	}()
	stop = func() error {
		cancel()
		if err := soon(func() error { <-ended; return nil }); err != nil {
			return fmt.Errorf("the server does not stop: %w", err)
		}
		return nil
	}

	var said string
	if err := soon(func() (err error) { said, err = bufio.NewReader(out).ReadString('\n'); return err }); err != nil {
		cancel()
		select {
		case complaint := <-ended:
			return nil, nil, fmt.Errorf("the server does not start: %s", complaint)
		case <-time.After(ours.left()):
			return nil, nil, fmt.Errorf("the server neither starts nor stops: %w", err)
		}
	}
	go io.Copy(io.Discard, out)
	_, rest, _ := strings.Cut(said, "http://")
	real, _, _ := strings.Cut("http://"+rest, " ")
	if target, err = url.Parse(real); err != nil {
		err = fmt.Errorf("no address in %q: %w", said, err)
	}
	return target, stop, err
}

func newFront(t testing.TB, target *url.URL, below string) *front {
	t.Helper()
	l := listenAnew(t)
	n := fronts.Add(1)
	f := &front{
		address: "http://" + l.Addr().String() + below, below: below, target: target, conns: make(map[net.Conn]struct{}),
		from: fmt.Sprintf("198.18.%d.%d", byte(n>>8), byte(n)), // RFC 2544: nobody's
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			path, ok := strings.CutPrefix(r.In.URL.Path, f.below)
			if !ok {
				path = "not/ours"
			}
			r.Out.URL.Path = "/" + path
			r.SetURL(f.behind())
			r.Out.Host = r.In.Host
			r.Out.Header.Set("X-Forwarded-For", f.from)
		},
		ModifyResponse: func(r *http.Response) error {
			f.mu.Lock()
			tamper := f.tamper
			f.mu.Unlock()
			if tamper == nil {
				return nil
			}
			return tamper(r)
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	server := &http.Server{Handler: proxy}
	go server.Serve(door{l, f})
	t.Cleanup(func() {
		server.Close()
		f.slam()
	})
	return f
}

// addresses are all that doors have had. The system gives a port again that is free again,
// and a tab that was used there still has its answers and what its pages kept.
var addresses sync.Map

// listenAnew listens at an address that no door has had before.
func listenAnew(t testing.TB) net.Listener {
	t.Helper()
	for {
		l, err := net.Listen("tcp", "localhost:0")
		if err != nil {
			t.Fatal(err)
		}
		if _, had := addresses.LoadOrStore(l.Addr().String(), true); !had {
			return l
		}
		defer l.Close() // held meanwhile, or it would be given again
	}
}

// door hands on connections while it is open.
type door struct {
	net.Listener
	front *front
}

func (d door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if d.front.let(c) {
			return c, nil
		}
		c.Close()
	}
}

func (f *front) let(c net.Conn) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return false
	}
	f.conns[c] = struct{}{}
	return true
}

// slam cuts all connections, sockets included, and lets nobody in.
func (f *front) slam() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for c := range f.conns {
		c.Close()
	}
	clear(f.conns)
}

// reopen lets pages in again.
func (f *front) reopen() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = false
}

// proxyTo puts another server behind the door.
func (f *front) proxyTo(target *url.URL) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.target = target
}

func (f *front) behind() *url.URL {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.target
}

// tamperWith has answers for addresses that end in suffix changed.
func (f *front) tamperWith(suffix string, change func(*http.Response)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tamper = func(r *http.Response) error {
		if strings.HasSuffix(r.Request.URL.Path, suffix) {
			change(r)
		}
		return nil
	}
}

// replaceBody gives an answer another content.
func replaceBody(r *http.Response, body string) {
	r.Body.Close()
	r.Body = io.NopCloser(strings.NewReader(body))
	r.ContentLength = int64(len(body))
	for _, name := range []string{"Content-Encoding", "Content-Length", "ETag"} {
		r.Header.Del(name)
	}
}
