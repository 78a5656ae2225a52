package site

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"lockstep/server/room"
	"lockstep/server/rooms"
	"lockstep/web/phrase"
)

// handleRooms serves the pages of rooms, if the server has any.
func (s *Site) handleRooms() {
	if s.config.Rooms == nil {
		return
	}
	s.mux.Handle("GET /room/{code}/ws", s.config.Rooms)
	s.mux.HandleFunc("GET /r", s.leadToEntry)
	s.mux.HandleFunc("GET /r/{code}", s.leadToRoom)
	for _, lang := range phrase.Languages {
		at := "/" + lang + "/room"
		s.mux.HandleFunc("GET "+at, s.serveEntry)
		s.mux.HandleFunc("POST "+at+"/open", s.openRoom)
		s.mux.HandleFunc("GET "+at+"/{code}", s.inRoom(s.serveViewer))
		s.mux.HandleFunc("GET "+at+"/{code}/screen", s.inRoom(s.serveScreen))
		s.mux.HandleFunc("GET "+at+"/{code}/drive", s.inRoom(s.serveDesk))
		s.mux.HandleFunc("POST "+at+"/{code}/claim", s.inRoom(s.claim))
		s.mux.HandleFunc("GET "+at+"/{code}/answers.csv", s.inRoom(s.serveAnswers))
		s.mux.HandleFunc("GET "+at+"/{code}/run", s.inRoom(s.leadToRun))
	}
}

// visit is a request about a room, and how that stands.
type visit struct {
	w    http.ResponseWriter
	r    *http.Request
	lang string
	code room.Code
	room *rooms.Room

	owner     bool
	scenes    []room.Scene
	index     int // of the one that is shown
	questions []room.Question
}

// scene is the one that is shown.
func (v *visit) scene() *room.Scene { return &v.scenes[v.index] }

// look finds out how the room stands.
func (v *visit) look() error {
	v.owner = v.room.OwnedBy(v.r)
	return v.room.Look(v.r.Context(), func(of *room.Room, now time.Time) {
		v.scenes, v.index, v.questions = of.Scenes(now), of.Scene(), of.Questions()
	})
}

// inRoom finds the room that an address names, and says how it stands.
func (s *Site) inRoom(serve func(v *visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v := &visit{w: w, r: r, lang: langOf(r)}
		typed := r.PathValue("code")
		var err error
		if v.code, err = room.ParseCode(typed); err != nil {
			s.serveMalformed(w, r, typed)
			return
		}
		if typed != string(v.code) && r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, typed) {
			redirect(w, r, string(v.code), http.StatusFound)
			return
		}
		if v.room, err = s.config.Rooms.Find(r, typed); err == nil {
			err = v.look()
		}
		w.Header().Set("Cache-Control", "no-store")
		switch {
		case err == nil:
			serve(v)
		case errors.Is(err, rooms.ErrTooOften):
			s.serveJoin(w, r, typed, http.StatusTooManyRequests, s.say(v.lang, "room.enter.slow"))
		case errors.Is(err, rooms.ErrNoRoom):
			s.serveJoin(w, r, typed, http.StatusNotFound, s.say(v.lang, "room.enter.unknown", "code", v.code.Shown()))
		default:
			s.serveError(w, r, http.StatusServiceUnavailable)
		}
	}
}
