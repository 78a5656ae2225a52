package rooms

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"lockstep/server/remote"
	"lockstep/server/turns"
	"lockstep/web/phrase"
)

// ServeHTTP serves one connection until it ends. A page of another server is refused in
// plain HTTP; of what else is in the way the close frame tells, for pages see nothing of an
// HTTP answer.
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
	defer rs.serving.Done()
	in, err := rs.Find(r, r.PathValue("code"))
	cookie, header := Person(r), http.Header{}
	if cookie == "" {
		header.Set("Set-Cookie", NewPerson(remote.Secure(r)).String())
	}
	ws, upgradeErr := rs.upgrader.Upgrade(w, r, header)
	if upgradeErr != nil {
		rs.log.Debug("rooms: no handshake", "err", upgradeErr) // Upgrade has answered
		return
	}
	m := &member{
		room: in, all: rs, ws: ws, lang: langOf(r), cookie: cookie, left: make(chan struct{}), queue: newQueue(rs.limits.Queue),
	}
	ctx := context.Background()
	if in != nil {
		m.key = keyOf(r, in.code)
		ctx = turns.For(ctx, "room "+string(in.code))
	}
	m.ctx, m.cancel = context.WithCancelCause(ctx)
	switch {
	case errors.Is(err, ErrTooOften):
		m.turnAway(CloseLater, "Too many wrong codes came from your address. Try again in a moment.")
	case err != nil:
		m.turnAway(CloseNoRoom, noRoomText)
	default:
		query := r.URL.Query()
		seq, _ := strconv.Atoi(query.Get("seq")) // none is 0, as is nonsense
		m.serve(place{query.Get("epoch"), seq})
	}
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
	if lang := r.URL.Query().Get("lang"); slices.Contains(phrase.Languages[:], lang) {
		return lang
	}
	return phrase.Languages[0]
}

var _ http.Handler = (*Rooms)(nil)
