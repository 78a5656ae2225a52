package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/runs"
	"lockstep/server/socket"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web"
	"lockstep/web/phrase"
	"lockstep/web/wire"
)

// needClient skips a test where the browser client is not built.
func needClient(t *testing.T) {
	t.Helper()
	if _, err := web.Load(); err != nil {
		skip(t, err)
	}
}

// skip gives a test up that cannot be made here, but never where nothing may be
// skipped.
func skip(t *testing.T, why error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// served is a server that runs until stop.
type served struct {
	url    string
	stop   func() (status int)
	stderr *bytes.Buffer // to be read after stop
}

// serve starts lockstep serve on a free port.
func serve(t *testing.T, args ...string) *served {
	t.Helper()
	needClient(t)
	ctx, cancel := context.WithCancel(t.Context())
	out, stdout := io.Pipe()
	s := &served{stderr: &bytes.Buffer{}}
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), stdout, s.stderr)
		stdout.Close()
	}()
	stopped := false
	s.stop = func() int {
		stopped = true
		cancel()
		return <-ended
	}
	t.Cleanup(func() {
		if !stopped {
			s.stop()
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("it ended with status %d: %s", s.stop(), s.stderr)
	}
	s.url = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "Lockstep is at "), " (Ctrl-C stops it)")
	if !strings.HasPrefix(s.url, "http://localhost:") {
		t.Fatalf("it says %q", line)
	}
	go io.Copy(io.Discard, out)
	return s
}

func (s *served) get(t *testing.T, path string) string {
	t.Helper()
	resp, err := http.Get(s.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", path, resp.Status, err)
	}
	return string(b)
}

// The lesson's run, asked for over the socket as its page does, is the run that
// the command line plays.
func TestServeGivesPageTheRunOfTheCommandLine(t *testing.T) {
	s := serve(t)
	page := s.get(t, "en/lesson/redlock-in-five-steps")
	_, rest, _ := strings.Cut(page, `data-run="`)
	link, _, ok := strings.Cut(rest, `"`)
	if !ok {
		t.Fatal("the page has no run")
	}
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(s.url, "http")+"ws", http.Header{"Origin": {strings.TrimSuffix(s.url, "/")}})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	if err := ws.WriteMessage(websocket.BinaryMessage, wire.AppendAsk(nil, wire.Ask{ID: 1, Run: link, Until: 1e9})); err != nil {
		t.Fatal(err)
	}
	var events []trace.Event
	for more := true; more; {
		_, b, err := ws.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		answer, err := wire.ReadAnswer(b)
		batch, ok := answer.(*wire.Batch)
		if !ok {
			t.Fatalf("%v, %+v", err, answer)
		}
		events, more = append(events, batch.Events...), batch.More
	}
	r, err := run.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	last := events[len(events)-1]
	text := ran(t, "run", r.Scenario)
	if want := "hash " + last.Hash + ", run " + link + "\n"; last.Hash == "" || !strings.HasSuffix(text, want) {
		t.Errorf("over the socket %s, on the command line %s", last.Hash, text[strings.LastIndex(text, "\n\n")+2:])
	}

	if status := s.stop(); status != exitDone {
		t.Errorf("exit status %d: %s", status, s.stderr)
	}
	var ce *websocket.CloseError
	if _, _, err := ws.ReadMessage(); !errors.As(err, &ce) || ce.Code != socket.CloseStopping {
		t.Errorf("the socket ended with %v", err)
	}
}

// Real pages, with everything that is in them.
func TestServedPagesHoldNothingInline(t *testing.T) {
	s := serve(t)
	for _, lang := range phrase.Languages {
		for _, path := range []string{lang + "/", lang + "/lesson/redlock-in-five-steps"} {
			page := s.get(t, path)
			d := xml.NewDecoder(strings.NewReader(page))
			d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
			for {
				tok, err := d.Token()
				if err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", path, err)
				}
				e, ok := tok.(xml.StartElement)
				if !ok {
					continue
				}
				inline := e.Name.Local == "style" || e.Name.Local == "script"
				for _, a := range e.Attr {
					name := strings.ToLower(a.Name.Local)
					// What a page itself needs is of this server; a reader may be led away, by https.
					away := name == "href" && strings.Contains(a.Value, ":")
					if e.Name.Local == "a" && strings.HasPrefix(a.Value, "https://") {
						away = false
					}
					if name == "style" || strings.HasPrefix(name, "on") || away {
						t.Errorf("%s: <%s %s=%q>", path, e.Name.Local, a.Name.Local, a.Value)
					}
					if name == "src" && e.Name.Local == "script" {
						inline = false
					}
				}
				if inline {
					t.Errorf("%s: a %s of its own", path, e.Name.Local)
				}
			}
		}
	}
}

func TestServeSaysThatThePortIsTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var stdout, stderr bytes.Buffer
	status := Run(t.Context(), []string{"serve", "--addr", l.Addr().String()}, &stdout, &stderr)
	want := "lockstep: " + l.Addr().String() + " is taken: another program listens there, perhaps another Lockstep. Choose another port, such as --addr 127.0.0.1:9000\n"
	if status != exitFailed || stderr.String() != want || stdout.Len() > 0 {
		t.Errorf("exit status %d, %q, want %q", status, &stderr, want)
	}
}

// A server without a folder for its data says once what that means for rooms.
func TestServeSaysThatRoomsAreInMemory(t *testing.T) {
	for _, tt := range []struct {
		flags []string
		lines int
	}{{nil, 1}, {[]string{"--data", t.TempDir()}, 0}} {
		s := serve(t, tt.flags...)
		s.stop()
		if n := strings.Count(s.stderr.String(), "rooms are kept in memory"); n != tt.lines {
			t.Errorf("%q: said %d times, want %d: %s", tt.flags, n, tt.lines, s.stderr)
		}
	}
}

func TestServeTakesFilesFromTheDataFolder(t *testing.T) {
	data := filepath.Join(t.TempDir(), "new", "data")
	serve(t, "--data", data).stop()
	if info, err := os.Stat(data); err != nil || !info.IsDir() {
		t.Fatalf("the folder was not made: %v", err)
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(data, "lessons", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	const lesson = "---\ntitle: Mine\nlede: My own.\nsummary: My own lesson.\norder: 2\n---\n\n## Why {#why}\n\n```scene\nscenario: tiny\ntitle: One node\n```\n"
	write("mine.en.md", lesson)
	write("scenarios/tiny.yaml", "id: tiny\ntitle: {en: Tiny}\ncluster: {single: {}}\nlock: {kind: redlock}\nclients:\n  - {id: Z, work: {on: r, takes: 5ms}}\nresources: {r: {kind: ledger}}\n")
	s := serve(t, "--data", data)
	if page := s.get(t, "zh/lesson/mine"); !strings.Contains(page, "<h1>Mine</h1>") {
		t.Error("the lesson is not there")
	}
	if page := s.get(t, "en/"); !strings.Contains(page, "My own lesson.") || !strings.Contains(page, "Redlock in five steps") {
		t.Error("the course does not list both lessons")
	}
	s.stop()

	write("mine.en.md", strings.Replace(lesson, "scenario: tiny", "scenario: huge", 1))
	var stdout, stderr bytes.Buffer
	status := Run(t.Context(), []string{"serve", "--addr", "127.0.0.1:0", "--data", data}, &stdout, &stderr)
	if want := "lockstep: " + filepath.Join(data, "lessons", "mine.en.md") + ":"; status != exitUsage || !strings.HasPrefix(stderr.String(), want) {
		t.Errorf("exit status %d, %q, want %q", status, &stderr, want)
	}
}

// stuck is a world whose run does not end until the test does.
type stuck struct{ end chan struct{} }

func (s stuck) Play(*run.Run) ([]trace.Event, error) { <-s.end; return nil, nil }
func (s stuck) Close()                               {}

// A server stops within its time, whatever its worlds do.
func TestAWorldThatPlaysDoesNotHoldTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		defer close(end)
		pool := runs.NewPool(1, 1<<20, func() runs.World { return stuck{end} })
		hub := socket.NewHub(pool, nil, nil, slog.New(slog.DiscardHandler), socket.DefaultLimits())
		go pool.Trace(t.Context(), (&run.Run{Scenario: "x"}).Link())
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		stopped := make(chan error, 1)
		go func() { stopped <- backstage{hub: hub, pool: pool}.Shutdown(ctx) }()
		select {
		case err := <-stopped:
			if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "worlds still play: 1") {
				t.Errorf("got %v, want to hear of the world that still plays", err)
			}
		case <-time.After(time.Hour):
			t.Error("it waits for the world")
		}
	})
}

func TestServeLeavesNothingRunning(t *testing.T) {
	serve(t).stop() // the first one starts what listens for signals, and that stays
	http.DefaultClient.CloseIdleConnections()
	before := runtime.NumGoroutine()
	s := serve(t)
	s.get(t, "en/")
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(s.url, "http")+"ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			if _, _, err := ws.ReadMessage(); err != nil {
				ws.Close()
				return
			}
		}
	}()
	s.stop()
	http.DefaultClient.CloseIdleConnections()
	var stack []byte
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); runtime.Gosched() {
		if runtime.NumGoroutine() <= before {
			return
		}
	}
	stack = make([]byte, 1<<20)
	t.Errorf("%d goroutines, and %d before:\n%s", runtime.NumGoroutine(), before, stack[:runtime.Stack(stack, true)])
}
