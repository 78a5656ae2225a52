package site

import (
	"crypto/subtle"
	"errors"
	"net/http"

	"lockstep/server/remote"
	"lockstep/server/rooms"
)

// openMost bounds the form that opens a room, in bytes: it may hold a fragment.
const openMost = 256 << 10

// openRoom opens a room and leads to its desk.
func (s *Site) openRoom(w http.ResponseWriter, r *http.Request) {
	if err := s.cross.Check(r); err != nil {
		s.serveError(w, r, http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, openMost)
	if err := r.ParseForm(); err != nil {
		s.serveError(w, r, http.StatusBadRequest)
		return
	}
	lang := langOf(r)
	scenes, questions, ok := s.planned(lang, r.PostForm.Get("scene"), r.PostForm.Get("fragment"), r.PostForm.Get("lesson"))
	if !ok {
		s.serveError(w, r, http.StatusNotFound)
		return
	}
	if !s.mayOpen(r.PostForm.Get("token")) {
		s.askToken(w, r)
		return
	}
	opened, key, err := s.config.Rooms.Open(r, lang, scenes, questions)
	if err != nil {
		s.notOpened(w, r, err)
		return
	}
	http.SetCookie(w, rooms.Owner(opened.Code(), key, remote.Secure(r)))
	w.Header().Set("Location", string(opened.Code())+"/drive")
	w.WriteHeader(http.StatusSeeOther)
}

// mayOpen tells whether a token opens rooms on this server: any does where it wants none.
func (s *Site) mayOpen(token string) bool {
	want := s.config.Token
	return want == "" || subtle.ConstantTimeCompare([]byte(token), []byte(want)) == 1
}

// askToken answers with a form for the token, which opens the same room.
func (s *Site) askToken(w http.ResponseWriter, r *http.Request) {
	v := s.view(langOf(r), "room/open")
	v.Join = &joinView{Title: v.Say("room.open"), About: v.Say("room.open.about"), Action: "open", Opens: true}
	if r.PostForm.Get("token") != "" {
		v.Join.Problem = v.Say("room.open.token.wrong")
	}
	for _, name := range []string{"scene", "lesson", "fragment"} {
		v.Join.Fields = append(v.Join.Fields, field{Name: name, Value: r.PostForm.Get(name)})
	}
	s.answerJoin(w, v, http.StatusForbidden)
}

// notOpened answers why no room was opened.
func (s *Site) notOpened(w http.ResponseWriter, r *http.Request, err error) {
	problem, status := "room.open.full", http.StatusServiceUnavailable
	switch {
	case errors.Is(err, rooms.ErrFull):
	case errors.Is(err, rooms.ErrTooOften):
		problem, status = "room.open.slow", http.StatusTooManyRequests
	default:
		s.config.Log.Error("site: no room could be opened", "err", err)
		s.serveError(w, r, http.StatusServiceUnavailable)
		return
	}
	s.serveJoin(w, r, "", status, s.say(langOf(r), problem))
}
