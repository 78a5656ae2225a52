package socket

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"github.com/gorilla/websocket"

	"lockstep/server/lesson"
	"lockstep/server/remote"
	"lockstep/server/runs"
	"lockstep/server/turns"
	"lockstep/web/phrase"
)

// Traces has runs played: package runs.
type Traces interface {
	// Trace returns the whole trace of the run that link writes. Cancelling ctx
	// calls it off while it waits for its turn, which is one of the place that ctx
	// names.
	Trace(ctx context.Context, link string) (runs.Trace, error)
}

// Hub holds the connections of a server. It serves the WebSocket's address.
type Hub struct {
	traces   Traces
	log      *slog.Logger
	limits   Limits
	upgrader websocket.Upgrader
	sessions sessions
	memory   allowance
	judges   *judges
	course   *lesson.Course
	pairs    *turns.Queue // at comparing two runs, from when they are played
	bases    *turns.Queue // at finding what a run has in common with one that the page has

	mu       sync.Mutex
	stopping bool
	conns    map[*conn]struct{}
	places   map[string]int // connections by place of package turns, with those still shaking hands
	total    int            // of places
	serving  sync.WaitGroup
}

// NewHub returns a hub that has its runs played by traces, and says in the phrases of
// a page's language how they come out. English must be among them. The course has the
// challenges that runs are attempts at; without one there are none.
func NewHub(traces Traces, phrases map[string]phrase.Catalog, course *lesson.Course, log *slog.Logger, limits Limits) *Hub {
	return &Hub{
		traces: traces, course: course, log: log, limits: limits,
		upgrader: websocket.Upgrader{
			HandshakeTimeout: limits.WriteWait,
			ReadBufferSize:   4 << 10,
			WriteBufferSize:  4 << 10,
			WriteBufferPool:  &sync.Pool{},                             // an idle connection needs none
			CheckOrigin:      func(*http.Request) bool { return true }, // ServeHTTP has
		},
		sessions: newSessions(),
		memory:   newAllowance(limits.AnswerBytes, limits.LightBytes),
		judges:   newJudges(phrases, limits),
		pairs:    turns.New(limits.Judges),
		bases:    turns.New(limits.Bases),
		conns:    make(map[*conn]struct{}),
		places:   make(map[string]int),
	}
}

// ServeHTTP serves one connection until it ends. Refusals before the handshake
// are plain HTTP.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if why := remote.Foreign(r); why != "" {
		http.Error(w, "403: "+why, http.StatusForbidden)
		return
	}
	place := turns.Place(r.RemoteAddr)
	if why := h.enter(place); why != "" {
		w.Header().Set("Retry-After", "5")
		http.Error(w, "503: "+why, http.StatusServiceUnavailable)
		return
	}
	defer h.leave(place)
	session, header := h.sessions.of(r), http.Header{}
	if session == "" {
		header.Set("Set-Cookie", h.sessions.begin(r).String())
	}
	ws, err := h.upgrader.Upgrade(w, r, header)
	if err != nil {
		h.log.Debug("socket: no handshake", "err", err) // Upgrade has answered
		return
	}
	c := newConn(turns.As(turns.For(context.Background(), place), session), h, ws)
	if !h.add(c) {
		c.stop(CloseStopping, stoppingText)
	}
	defer h.remove(c)
	c.serve()
}

const stoppingText = "The server is stopping. The page asks again by itself."

// enter takes a place for a connection, or says in words why there is none.
func (h *Hub) enter(place string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.stopping:
		return "the server is stopping; try again in a moment"
	case h.total >= h.limits.Conns:
		return fmt.Sprintf("all %d places are taken; try again in a moment", h.limits.Conns)
	case h.places[place] >= h.limits.ConnsPerAddr:
		return fmt.Sprintf("there are %d connections from your address already, which is all it may have", h.limits.ConnsPerAddr)
	}
	h.places[place]++
	h.total++
	h.serving.Add(1)
	return ""
}

func (h *Hub) leave(place string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.places[place]--; h.places[place] == 0 {
		delete(h.places, place)
	}
	h.total--
	h.serving.Done()
}

// add tells Shutdown of a connection; false if Shutdown has been already.
func (h *Hub) add(c *conn) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.conns[c] = struct{}{}
	return !h.stopping
}

func (h *Hub) remove(c *conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.conns, c)
}

// Shutdown lets nobody in any more, tells every page that the server is stopping,
// and waits until all are gone. When ctx ends, those that are not are cut off, what
// is still being played for them is left behind, and an error that wraps the
// context's is returned. [http.Server.Shutdown] knows nothing of connections that
// are WebSockets.
func (h *Hub) Shutdown(ctx context.Context) error {
	h.each(func(c *conn) { c.stop(CloseStopping, stoppingText) })
	gone := make(chan struct{})
	go func() {
		h.serving.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
	}
	h.each(func(c *conn) { c.ws.Close() })
	return fmt.Errorf("socket: pages that did not close were cut off: %w", ctx.Err())
}

// each closes the door and goes through the connections inside.
func (h *Hub) each(f func(*conn)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopping = true
	for c := range h.conns {
		f(c)
	}
}

var _ http.Handler = (*Hub)(nil)
