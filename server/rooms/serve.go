package rooms

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"lockstep/server/remote"
	"lockstep/server/room"
	"lockstep/web/phrase"
)

// ServeHTTP takes over one connection. A page of another server is refused in plain HTTP; of
// what else is in the way the close frame tells, for pages see nothing of an HTTP answer.
func (rs *Rooms) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if why := remote.Foreign(r); why != "" {
		http.Error(w, "403: "+why, http.StatusForbidden)
		return
	}
	if !rs.enter() {
		w.Header().Set("Retry-After", "5")
		http.Error(w, "503: the server is stopping; try again in a moment", http.StatusServiceUnavailable)
		return
	}
	in, why := rs.Find(r, r.PathValue("code"))
	by, header := callerOf(r, in), http.Header{}
	if Person(r) == "" {
		header.Set("Set-Cookie", NewPerson(remote.Secure(r)).String())
	}
	ws, err := rs.upgrader.Upgrade(w, r, header)
	if err != nil {
		rs.log.Debug("rooms: no handshake", "err", err) // Upgrade has answered
		rs.serving.Done()
		return
	}
	m := rs.newMember(in, ws, langOf(r))
	// Not the handler's goroutine: with it would stay the request, its buffers and a stack that
	// has grown, which is half of what a connection takes.
	go func() {
		defer rs.serving.Done()
		switch {
		case errors.Is(why, ErrTooOften):
			m.turnAway(CloseLater, "Too many wrong codes came from your address. Try again in a moment.")
		case errors.Is(why, ErrNoRoom):
			m.turnAway(CloseNoRoom, noRoomText)
		case why != nil:
			rs.log.Error("rooms: somebody could not be let in", "err", why)
			m.turnAway(CloseLater, "The room cannot be brought back now. Try again in a moment.")
		default:
			m.serve(by)
		}
	}()
}

// caller is what a page says of itself when it comes: it is needed to join, and not kept.
type caller struct {
	cookie string // who it is, or empty
	key    room.Key

	// Where the page was when its connection broke.
	epoch string
	seq   int
}

// callerOf is who sends a request for a room.
func callerOf(r *http.Request, in *Room) caller {
	query := r.URL.Query()
	by := caller{cookie: Person(r), epoch: query.Get("epoch")}
	by.seq, _ = strconv.Atoi(query.Get("seq")) // none is 0, as is nonsense
	if in != nil {
		by.key = keyOf(r, in.code)
	}
	if query.Get("role") == "screen" {
		by.cookie = "" // a projector is nobody: it counts for no viewer, and answers nothing
	}
	return by
}

const noRoomText = "There is no such room, or no more."

// turnAway ends a connection that leads nowhere.
func (m *member) turnAway(code int, reason string) {
	m.all.metrics.refused.Inc()
	m.stop(code, reason)
	go func() {
		m.ws.SetReadDeadline(time.Now().Add(m.all.limits.CloseWait))
		m.drain()
		close(m.left)
	}()
	m.sayFarewell()
	m.ws.Close()
}

// langOf is the language of a page, or English.
func langOf(r *http.Request) string {
	at := slices.Index(phrase.Languages[:], r.URL.Query().Get("lang"))
	return phrase.Languages[max(at, 0)]
}

var _ http.Handler = (*Rooms)(nil)
