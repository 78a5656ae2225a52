package benchrooms

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"lockstep/server/room"
	"lockstep/server/rooms"
	"lockstep/web/wall"
)

// serveRooms serves one room, with its driver and somebody who votes in it. Both are pages in
// this process.
func serveRooms(b *testing.B, viewers int) server {
	hub, pool := engine(b)
	limits := rooms.DefaultLimits()
	limits.Members = viewers + 2
	rs, err := rooms.New(rooms.Config{
		Store: noStore{}, Pushes: hub, Limits: limits, Log: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
	})
	if err != nil {
		b.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/room/{code}/ws", rs)
	site := httptest.NewServer(mux)
	scenes := []room.Scene{{Slug: slug, Run: shown(rounds - 1).Link()}}
	r, key, err := rs.Open(httptest.NewRequest("POST", "/", nil), "en", scenes, nil)
	if err != nil {
		b.Fatal(err)
	}
	address := "ws" + strings.TrimPrefix(site.URL, "http") + "/room/" + string(r.Code()) + "/ws?lang=en"
	driver, asked := enter(b, address, rooms.Owner(r.Code(), key, false))
	voter, _ := enter(b, address, rooms.NewPerson(false))
	driver(question)
	<-asked // whoever comes now knows of it at once
	return server{
		address: address,
		show: func(m *moment, at wall.Span) {
			if m.vote {
				voter(m.sentAt(at))
			} else {
				driver(m.sentAt(at))
			}
		},
		stop: func() {
			if err := rs.Shutdown(b.Context()); err != nil {
				b.Error(err)
			}
			site.Close()
			pool.Close(b.Context())
		},
	}
}

// enter enters a room, and returns how to send commands there, which must be carried out, and
// what is closed once it is told of a poll.
func enter(b *testing.B, address string, as *http.Cookie) (send func(room.Command), asked chan struct{}) {
	b.Helper()
	ws, _, err := dialer.Dial(address, cookie(as))
	if err != nil {
		b.Fatal(err)
	}
	asked = make(chan struct{})
	go func() {
		for poll := false; ; {
			_, text, err := ws.ReadMessage()
			if err != nil {
				return
			}
			if !poll && strings.Contains(string(text), `"poll":{`) {
				poll = true
				close(asked)
			}
			if strings.HasPrefix(string(text), `{"no":`) {
				b.Errorf("a command was refused: %s", text)
			}
		}
	}()
	sent := 0
	return func(c room.Command) {
		sent++
		c.N = sent
		text, err := json.Marshal(c)
		if err != nil {
			b.Fatal(err)
		}
		if err := ws.WriteMessage(websocket.TextMessage, text); err != nil {
			b.Fatal(err)
		}
	}, asked
}

// noStore keeps everything at once, and forgets it.
type noStore struct{}

func (noStore) Load(time.Time) ([]*room.Room, map[room.Code]time.Time, error) { return nil, nil, nil }

func (noStore) Room(_ room.Code, _ time.Time, done func(*room.Room, error)) {
	done(nil, rooms.ErrNoRoom)
}

func (noStore) Save(_ room.State, done func(error))                      { done(nil) }
func (noStore) Vote(_ room.Code, _ room.Vote, done func(error))          { done(nil) }
func (noStore) Person(_ room.Code, _ room.Name, _ int, done func(error)) { done(nil) }
func (noStore) Delete(_ room.Code, done func(error))                     { done(nil) }
