package rooms

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"

	"lockstep/server/room"
	"lockstep/sim/run"
)

// The tests run in synctest bubbles over pipes: every deadline is kept to the nanosecond and
// none is waited for, a write blocks until it is read, and a goroutine left behind fails the
// test. Time passes at once where a test lets it.

const slug = "failover"

func linkOf(seed uint64) string { return (&run.Run{Scenario: slug, Seed: seed}).Link() }

// fragment shows a run of the scenario.
func fragment(seed uint64) string { return "r=" + linkOf(seed) + "&t=0" }

var guess = room.Question{
	ID: "lesson/guess", Predict: true, At: 150_000, Ask: room.Text{"en": "Who wins?"},
	Options: []room.Text{{"en": "A"}, {"en": "B"}, {"en": "both"}}, Right: 1,
}

// server is a server with rooms, and a network that only it is on.
type server struct {
	t      *testing.T
	rooms  *Rooms
	store  *memory
	pushes *fakePushes
	log    *bytes.Buffer // to be read once nothing runs
	dialed chan net.Conn
	http   *http.Server
	wrap   func(net.Conn) net.Conn // the server's side of a connection; nil to leave it as it is
	gone   bool
}

func serve(t *testing.T, limits Limits) *server { return serveFrom(t, limits, newMemory()) }

// serveFrom serves the rooms of a store.
func serveFrom(t *testing.T, limits Limits, store *memory) *server {
	t.Helper()
	s := &server{t: t, store: store, pushes: new(fakePushes), log: new(bytes.Buffer), dialed: make(chan net.Conn)}
	var err error
	s.rooms, err = New(Config{
		Store: store, Pushes: s.pushes, Limits: limits, Metrics: prometheus.NewPedanticRegistry(),
		Log: slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/room/{code}/ws", s.rooms)
	s.http = &http.Server{Handler: mux}
	go s.http.Serve(s)
	t.Cleanup(s.stop)
	return s
}

// stop stops the server as a signal does.
func (s *server) stop() {
	if s.gone {
		return
	}
	s.gone = true
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.rooms.Shutdown(ctx); err != nil {
		s.t.Error(err)
	}
	s.http.Close()
	synctest.Wait()
	if n := gauge(s.rooms.metrics.members); n != 0 {
		s.t.Errorf("%v members are counted in a server that has stopped", n)
	}
}

// kept is how many rooms the server has in memory, how many it knows that have ended, and how
// many the store has.
func (s *server) kept() (rooms, ended, stored int) {
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	return len(s.rooms.rooms), len(s.rooms.ended), len(s.store.states)
}

// has is a room that the server knows, or nil.
func (s *server) has(code room.Code) *Room {
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	return s.rooms.rooms[code]
}

func (s *server) Accept() (net.Conn, error) {
	if c, ok := <-s.dialed; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (s *server) Close() error { close(s.dialed); return nil }

func (s *server) Addr() net.Addr { return &net.UnixAddr{Name: "server"} }

func (s *server) dial(context.Context, string, string) (net.Conn, error) {
	near, far := net.Pipe()
	if s.wrap != nil {
		far = s.wrap(far)
	}
	s.dialed <- far
	return near, nil
}

// class is a room with its owner's cookies.
type class struct {
	s     *server
	room  *Room
	key   room.Key
	owner http.Header
}

// open opens a room of two scenes.
func (s *server) open() *class {
	s.t.Helper()
	scenes := []room.Scene{{Slug: slug, Run: linkOf(1), Start: 100_000}, {Slug: slug, Run: linkOf(2)}}
	r, key, err := s.rooms.Open(httptest.NewRequest("POST", "/", nil), "en", scenes, []room.Question{guess})
	if err != nil {
		s.t.Fatal(err)
	}
	return &class{s, r, key, cookies(Owner(r.code, key, false))}
}

// person is the cookie of somebody.
func person(n int) http.Header {
	c := NewPerson(false)
	c.Value = strings.Repeat("0", 2*personBytes-6) + strconv.Itoa(100_000+n)
	return cookies(c)
}

func cookies(all ...*http.Cookie) http.Header {
	r := httptest.NewRequest("GET", "/", nil)
	for _, c := range all {
		r.AddCookie(c)
	}
	return http.Header{"Cookie": r.Header["Cookie"]}
}

// seen is held while a page takes what it is told.
var seen sync.Mutex

// page is a page's side of a connection: what room.js would know.
type page struct {
	t  *testing.T
	s  *server
	ws *websocket.Conn

	// Under seen, but for whoever has let time pass.
	seq    int
	epoch  string
	room   map[string]json.RawMessage
	you    room.YouView
	own    *room.OwnView
	pushed []string // the binary frames, and "frame" for each that showed a run
	frames []frameSeen
	whole  int  // how often it got the room as a whole
	missed bool // a frame did not follow the one before, or a beat told of one
	acks   map[int]string
	closed error // how the connection ended
	bytes  []byte
}

// frameSeen is a text frame as it came.
type frameSeen struct {
	Seq, By, N int
	Prev       *int
	Epoch      string
	Room       map[string]json.RawMessage
	Beat       int
	Head       *room.Head
	You        *room.YouView
	Own        *room.OwnView
	Ack, No    *int
	Why, Field string
	at         time.Time
}

// silent opens a page that reads nothing.
func (c *class) silent(header http.Header, query string) *page {
	c.s.t.Helper()
	d := websocket.Dialer{NetDialContext: c.s.dial}
	ws, _, err := d.DialContext(c.s.t.Context(), "ws://lockstep.test/room/"+string(c.room.code)+"/ws?"+query, header)
	if err != nil {
		c.s.t.Fatal(err)
	}
	c.s.t.Cleanup(func() { ws.Close() })
	return &page{t: c.s.t, s: c.s, ws: ws, room: make(map[string]json.RawMessage), acks: make(map[int]string)}
}

// page opens a page, and waits until it knows all.
func (c *class) page(header http.Header) *page { return c.again(header, "", 0) }

// again opens a page that had a frame.
func (c *class) again(header http.Header, epoch string, seq int) *page {
	p := c.silent(header, "lang=en&epoch="+epoch+"&seq="+strconv.Itoa(seq))
	p.epoch, p.seq = epoch, seq
	go p.listen()
	synctest.Wait()
	return p
}

// reload opens the page anew: it goes on from where it was.
func (p *page) reload(c *class, header http.Header) *page {
	p.ws.Close()
	synctest.Wait()
	n := c.again(header, p.epoch, p.seq)
	if n.whole == 0 {
		seen.Lock()
		for part, text := range p.room {
			if _, ok := n.room[part]; !ok {
				n.room[part] = text
			}
		}
		seen.Unlock()
	}
	return n
}

func (p *page) listen() {
	for {
		kind, b, err := p.ws.ReadMessage()
		seen.Lock()
		if err != nil {
			p.closed = err
			seen.Unlock()
			return
		}
		p.bytes = append(p.bytes, b...)
		if kind == websocket.BinaryMessage {
			p.pushed = append(p.pushed, string(b))
		} else {
			p.take(b)
		}
		seen.Unlock()
	}
}

func (p *page) take(b []byte) {
	var f frameSeen
	if err := json.Unmarshal(b, &f); err != nil {
		p.t.Errorf("a frame that is no JSON: %s", b)
	}
	f.at = time.Now()
	p.frames = append(p.frames, f)
	switch {
	case f.Room != nil:
		if *f.Prev == 0 {
			clear(p.room)
			p.whole++
		} else if *f.Prev != p.seq {
			p.missed = true
		}
		p.seq, p.epoch = f.Seq, f.Epoch
		for part, text := range f.Room {
			p.room[part] = text
		}
		if _, ok := f.Room["run"]; ok {
			p.pushed = append(p.pushed, "frame")
		}
	case f.Beat > 0:
		p.missed = p.missed || f.Beat != p.seq
		head, _ := json.Marshal(f.Head)
		p.room["head"] = head
	case f.You != nil:
		p.you = *f.You
	case f.Own != nil:
		p.own = f.Own
	case f.Ack != nil:
		p.acks[*f.Ack] = "ok"
	case f.No != nil:
		p.acks[*f.No] = f.Why
	}
}

// send sends a command and returns what came of it: "ok" or why not.
func (p *page) send(c room.Command) string {
	p.t.Helper()
	p.post(c)
	synctest.Wait()
	seen.Lock()
	defer seen.Unlock()
	return p.acks[c.N]
}

// post sends a command.
func (p *page) post(c room.Command) {
	p.t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.ws.WriteMessage(websocket.TextMessage, text); err != nil {
		p.t.Fatal(err)
	}
}

// must sends a command that is to be carried out.
func (p *page) must(c room.Command) {
	p.t.Helper()
	if got := p.send(c); got != "ok" {
		p.t.Fatalf("%s: %q", c.Do, got)
	}
}

// part is a part of the room as the page knows it.
func (p *page) part(name string) string {
	seen.Lock()
	defer seen.Unlock()
	return string(p.room[name])
}

// place is all of the run and its playhead.
func (p *page) place() string {
	return p.part("scene") + p.part("run") + p.part("head") + p.part("wheel") + p.part("poll") + p.part("screen")
}

// shut is the code with which the connection was closed, or 0.
func (p *page) shut() int {
	seen.Lock()
	defer seen.Unlock()
	var ce *websocket.CloseError
	if errors.As(p.closed, &ce) {
		return ce.Code
	}
	return 0
}

// pass lets time pass, and then everybody finish what there is to do.
func pass(d time.Duration) {
	func() {
		seen.Lock() // who has looked at pages has done so before they go on
		defer seen.Unlock()
	}()
	time.Sleep(d) // virtual
	synctest.Wait()
}

func gauge(g prometheus.Metric) float64 {
	var m dto.Metric
	g.Write(&m)
	return m.GetGauge().GetValue() + m.GetCounter().GetValue()
}
