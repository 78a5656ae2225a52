package rooms

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"lockstep/lessons"
	"lockstep/server/room"
	"lockstep/server/runs"
	"lockstep/server/socket"
	"lockstep/server/store"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/web/wire"
)

// actual is a server with rooms, over TCP, with nothing in it that is not what it is in use.
type actual struct {
	t     *testing.T
	pool  *runs.Pool
	store *store.Store
	rooms *Rooms
	http  *httptest.Server
}

func serveActually(t *testing.T, library *scenario.Library, dir string) *actual {
	t.Helper()
	phrases, err := lessons.Catalogs(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	a := &actual{t: t, pool: runs.NewPool(2, 64<<20, runs.Worlds(library))}
	if a.store, err = store.Open(dir); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	hub := socket.NewHub(a.pool, phrases, nil, log, socket.DefaultLimits())
	a.rooms, err = New(Config{Store: a.store, Pushes: hub, Limits: DefaultLimits(), Log: log, Metrics: prometheus.NewRegistry()})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/room/{code}/ws", a.rooms)
	a.http = httptest.NewServer(mux)
	return a
}

func (a *actual) stop() {
	for _, err := range []error{a.rooms.Shutdown(context.Background()), a.store.Close(), a.pool.Close(context.Background())} {
		if err != nil {
			a.t.Error(err)
		}
	}
	a.http.Close()
}

// follower is a page that keeps the events of all runs that it was pushed.
type follower struct {
	*page
	events map[string][]trace.Event // by link
	heard  []string                 // in which languages it was told how a run comes out
}

func (a *actual) follow(code room.Code, header http.Header, epoch string, seq int) *follower {
	a.t.Helper()
	at := "ws" + strings.TrimPrefix(a.http.URL, "http") + "/room/" + string(code) + "/ws?lang=ms&epoch=" + epoch + "&seq=" + strconv.Itoa(seq)
	ws, _, err := websocket.DefaultDialer.DialContext(a.t.Context(), at, header)
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { ws.Close() })
	return &follower{
		page:   &page{t: a.t, ws: ws, room: make(map[string]json.RawMessage), acks: make(map[int]string)},
		events: make(map[string][]trace.Event),
	}
}

// until reads until something is so, or the connection ends.
func (f *follower) until(so func() bool) {
	for !so() {
		kind, b, err := f.ws.ReadMessage()
		if err != nil {
			f.t.Errorf("ended with %v before it was at %s", err, f.place())
			return
		}
		if kind == websocket.BinaryMessage {
			f.take(b)
			continue
		}
		seen.Lock()
		f.page.take(b)
		seen.Unlock()
	}
}

// take takes what was pushed.
func (f *follower) take(b []byte) {
	p, err := wire.ReadPushed(b)
	if err != nil {
		f.t.Error(err)
		return
	}
	switch a, err := wire.ReadAnswer(p.Answer); x := a.(type) {
	case *wire.Batch:
		if len(x.Events) > 0 && x.Events[0].Seq == x.Same { // the first of its run
			f.events[p.Run] = append([]trace.Event(nil), f.events[p.Base][:x.Same]...)
		}
		f.events[p.Run] = append(f.events[p.Run], x.Events...)
	case *wire.Verdict:
		f.heard = append(f.heard, p.Lang+" "+x.Headline)
	default:
		f.t.Errorf("pushed %T, %v", a, err)
	}
}

// has tells whether the follower has all events of a run.
func (f *follower) has(link string, of runs.Trace) bool {
	same, err := of.Same(f.t.Context(), runs.Trace{Events: f.events[link]}, len(of.Events))
	return err == nil && same == len(of.Events) && same == len(f.events[link])
}

// at tells whether so many events are said to have happened at the playhead.
func (f *follower) at(happened int) func() bool {
	return func() bool { return strings.Contains(f.part("head"), `"happened":`+strconv.Itoa(happened)+",") }
}

// crashed is the failover with one more fault: its primary crashes at so many milliseconds.
func crashed(ms int) *run.Run {
	return &run.Run{Scenario: "failover", Seed: 1, Actions: []run.Action{{At: trace.Time(ms) * 1000, Verb: run.Crash, Target: "n1"}}}
}

// A class of 300 over TCP: its driver crashes the primary, again and again at another
// instant; all have the very events that the engine computed, and are where the driver is.
// All of their answers are there after the server was stopped and started, and they go on; also
// once the room has ended.
func TestAnActualClass(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	a := serveActually(t, library, dir)
	first := (&run.Run{Scenario: "failover", Seed: 1}).Link()
	r, key, err := a.rooms.Open(httptest.NewRequest("POST", "/", nil), "en", []room.Scene{{Slug: "failover", Run: first}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	code, owner := r.Code(), cookies(Owner(r.Code(), key, false))
	driver := a.follow(code, owner, "", 0)
	const class = 300
	all := make([]*follower, class)
	for n := range all {
		all[n] = a.follow(code, person(n), "", 0)
	}
	var listening sync.WaitGroup
	everybody := func(so func(n int, f *follower) func() bool) {
		for n, f := range all {
			listening.Go(func() { f.until(so(n, f)) })
		}
	}
	const last = 400
	everybody(func(_ int, f *follower) func() bool { return f.at(last) })
	var link string
	for n := range 10 {
		link = crashed(1000 + 10*n).Link()
		driver.post(room.Command{N: 2*n + 1, Do: "run", Fragment: "r=" + link + "&t=0", Head: head(n)})
		driver.post(room.Command{N: 2*n + 2, Do: "head", Head: head(n + 100)})
	}
	driver.post(room.Command{N: 50, Do: "head", Head: head(last)})
	driver.until(driver.at(last))
	listening.Wait()
	played, err := a.pool.Trace(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	for n, f := range append(all, driver) {
		if f.missed || f.part("run") != driver.part("run") || f.part("head") != driver.part("head") {
			t.Errorf("viewer %d missed some: %t; it is at %s, the driver at %s", n, f.missed, f.place(), driver.place())
		}
		if !f.has(link, played) || len(f.heard) == 0 || !strings.HasPrefix(f.heard[0], "ms ") {
			t.Fatalf("viewer %d has %d of %d events, and heard %.50q", n, len(f.events[link]), len(played.Events), f.heard)
		}
	}

	driver.post(ask)
	everybody(func(n int, f *follower) func() bool {
		f.until(func() bool { return strings.Contains(f.part("poll"), `"open"`) })
		f.post(vote(7, 1, n%3))
		return func() bool { return f.acks[7] == "ok" }
	})
	listening.Wait()
	a.stop()

	a = serveActually(t, library, dir)
	driver = a.follow(code, owner, driver.epoch, driver.seq)
	driver.until(func() bool { return driver.own != nil })
	if got := driver.own.Counts["1"]; !reflect.DeepEqual(got, []int{100, 100, 100}) || !strings.Contains(driver.part("run"), link) {
		t.Errorf("counted %v; it shows %s", got, driver.part("run"))
	}
	for n, f := range all {
		all[n] = a.follow(code, person(n), f.epoch, f.seq)
	}
	everybody(func(_ int, f *follower) func() bool {
		return func() bool { return len(f.frames) > 0 && f.frames[len(f.frames)-1].Beat > 0 }
	})
	listening.Wait()
	for n, f := range all {
		if f.you.Vote["1"] != float64(n%3) || !f.has(link, played) {
			t.Errorf("viewer %d is back as %+v with %d events", n, f.you, len(f.events[link]))
		}
	}

	driver.post(room.Command{N: 60, Do: "end"})
	driver.until(func() bool { return driver.part("ended") == "true" && driver.acks[60] == "ok" })
	a.stop()
	a = serveActually(t, library, dir)
	defer a.stop()
	ended, err := a.rooms.Find(httptest.NewRequest("GET", "/", nil), string(code))
	if err != nil {
		t.Fatal(err)
	}
	ended.Look(t.Context(), func(of *room.Room, _ time.Time) {
		if got := of.Polls()[0].Answers(); !of.Over() || of.Link() != link || len(got) != class {
			t.Errorf("it has ended: %t, with %d answers, and shows %s", of.Over(), len(got), of.Link())
		}
	})
}
