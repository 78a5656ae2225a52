package rooms

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/singleflight"

	"lockstep/server/room"
)

// Store keeps rooms: package store. Load brings back those that have not ended, and tells when
// the others were used last. All other methods wait for nothing; done is called from any
// goroutine, once what was given is kept or cannot be. What is not, but for answers, the store
// tries again. Room reads what was given before.
type Store interface {
	Load(now time.Time) (live []*room.Room, ended map[room.Code]time.Time, err error)
	Room(code room.Code, now time.Time, done func(*room.Room, error))
	Save(state room.State, done func(error))
	Vote(code room.Code, v room.Vote, done func(error))
	Person(code room.Code, name room.Name, number int, done func(error))
	Delete(code room.Code, done func(error))
}

// Config is what rooms need.
type Config struct {
	Store   Store
	Pushes  Pushes
	Limits  Limits
	Log     *slog.Logger
	Metrics prometheus.Registerer // nil for none
}

// Rooms are the rooms of a server. They serve the WebSocket's address, whose pattern must
// have a wildcard {code}.
type Rooms struct {
	store    Store
	limits   Limits
	log      *slog.Logger
	metrics  *metrics
	pusher   *pusher
	wrong    *limiter // wrong codes, by address
	fresh    *limiter // new rooms, by address
	comes    *limiter // new connections, by the person's name in the room
	upgrader websocket.Upgrader

	loads singleflight.Group // of rooms that have ended

	mu       sync.Mutex
	stopping bool
	rooms    map[room.Code]*Room // in memory: all that have not ended, and others that are looked at
	live     int                 // of them, those that have not ended
	ended    map[room.Code]*archived
	running  sync.WaitGroup
	serving  sync.WaitGroup
}

// New returns the rooms of a store. Its error is the store's.
func New(config Config) (*Rooms, error) {
	rs := &Rooms{
		store: config.Store, limits: config.Limits, log: config.Log,
		metrics: newMetrics(config.Metrics), pusher: newPusher(config.Pushes, config.Limits),
		wrong: newLimiter(config.Limits.WrongCodes), fresh: newLimiter(config.Limits.NewRooms), comes: newLimiter(config.Limits.Comes),
		upgrader: websocket.Upgrader{
			HandshakeTimeout: config.Limits.WriteWait,
			ReadBufferSize:   256, // most of what viewers send is shorter
			WriteBufferSize:  4 << 10,
			WriteBufferPool:  &sync.Pool{},                             // an idle connection needs none
			CheckOrigin:      func(*http.Request) bool { return true }, // ServeHTTP has
		},
		rooms: make(map[room.Code]*Room), ended: make(map[room.Code]*archived),
	}
	live, ended, err := rs.store.Load(time.Now())
	if err != nil {
		return nil, err
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for _, state := range live {
		rs.begin(state)
	}
	for code, used := range ended {
		rs.archive(code, used)
	}
	if len(live) > 0 {
		rs.log.Info("rooms: brought back", "rooms", len(live))
	}
	return rs, nil
}

// begin has a room run that has not ended. It is called with the lock.
func (rs *Rooms) begin(state *room.Room) *Room {
	rs.live++
	rs.metrics.rooms.Inc()
	return rs.start(state)
}

// start has a room run. It is called with the lock.
func (rs *Rooms) start(state *room.Room) *Room {
	r := newRoom(rs, state)
	rs.rooms[r.code] = r
	rs.running.Go(r.run)
	return r
}

// gone is how a connection is ended whose room is gone.
func (rs *Rooms) gone() (code int, reason string) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.stopping {
		return CloseStopping, stoppingText
	}
	return CloseNoRoom, noRoomText
}

const stoppingText = "The server is stopping. The page comes back by itself."

// enter counts a connection that comes in; false once the server is stopping.
func (rs *Rooms) enter() bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.stopping {
		return false
	}
	rs.serving.Add(1)
	return true
}

// Shutdown lets nobody in any more, has all rooms stored, tells every page that the server
// is stopping, and waits until all are gone. When ctx ends it leaves behind those that are
// not, with an error that wraps the context's. The store must be closed after it.
func (rs *Rooms) Shutdown(ctx context.Context) error {
	rs.mu.Lock()
	rs.stopping = true
	all := slices.Collect(maps.Values(rs.rooms))
	for _, of := range rs.ended {
		of.forget.Stop()
	}
	rs.mu.Unlock()
	gone := make(chan struct{})
	go func() {
		for _, r := range all {
			r.do(ctx, r.leave)
		}
		rs.running.Wait()
		rs.serving.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("rooms: pages that did not close were left behind: %w", ctx.Err())
	}
}
