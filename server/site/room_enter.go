package site

import (
	"errors"
	"net/http"
	"strings"

	"lockstep/server/remote"
	"lockstep/server/room"
	"lockstep/server/rooms"
)

// serveEntry answers with the form for a code, or goes where the code leads.
func (s *Site) serveEntry(w http.ResponseWriter, r *http.Request) {
	typed := r.FormValue("code")
	lang := langOf(r)
	if typed == "" {
		s.serveJoin(w, r, lang, "room", "", http.StatusOK, "")
		return
	}
	code, err := room.ParseCode(typed)
	if err != nil {
		s.serveJoin(w, r, lang, "room", typed, http.StatusNotFound, s.say(lang, "room.enter.malformed", "text", typed, "code", "K7M 4QX"))
		return
	}
	w.Header().Set("Location", "room/"+string(code))
	w.WriteHeader(http.StatusSeeOther)
}

// serveJoin answers with the form for a code, which goes to action.
func (s *Site) serveJoin(w http.ResponseWriter, r *http.Request, lang, action, typed string, status int, problem string) {
	rest := strings.TrimPrefix(strings.TrimPrefix(r.URL.EscapedPath(), "/"), lang+"/")
	if len(rest) > addressMost {
		s.serveError(w, r, http.StatusNotFound)
		return
	}
	v := s.view(lang, rest)
	v.Join = &joinView{Title: v.Say("room.enter"), About: v.Say("room.lede"), Problem: problem, Action: strings.Repeat("../", strings.Count(rest, "/")) + "room", Typed: cut(typed)}
	s.answerJoin(w, v, status)
}

// cut is as much of what was typed as is shown again.
func cut(typed string) string { return strings.ToValidUTF8(typed[:min(len(typed), 40)], "") }

func (s *Site) answerJoin(w http.ResponseWriter, v *view, status int) {
	v.Title, v.Main = v.Join.Title+" · Lockstep", "room"
	s.answer(w, s.join, v, status)
}

// openMost bounds the form that opens a room: it may hold a fragment.
const openMost = 256 << 10

// openRoom opens a room and leads to its desk.
func (s *Site) openRoom(w http.ResponseWriter, r *http.Request) {
	lang := langOf(r)
	if err := s.cross.Check(r); err != nil {
		s.serveError(w, r, http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, openMost)
	if err := r.ParseForm(); err != nil {
		s.serveError(w, r, http.StatusBadRequest)
		return
	}
	form := r.PostForm
	scenes, questions, ok := s.planned(lang, form.Get("scene"), form.Get("fragment"), form.Get("lesson"))
	if !ok {
		s.serveError(w, r, http.StatusNotFound)
		return
	}
	if !s.mayOpen(form.Get("token")) {
		v := s.view(lang, "room/open")
		v.Join = &joinView{Title: v.Say("room.open"), About: v.Say("room.open.about"), Action: "open", Opens: true}
		if form.Get("token") != "" {
			v.Join.Problem = v.Say("room.open.token.wrong")
		}
		for _, name := range []string{"scene", "lesson", "fragment"} {
			v.Join.Fields = append(v.Join.Fields, field{Name: name, Value: form.Get(name)})
		}
		s.answerJoin(w, v, http.StatusForbidden)
		return
	}
	opened, key, err := s.config.Rooms.Open(r, lang, scenes, questions)
	if err != nil {
		problem, status := "room.open.full", http.StatusServiceUnavailable
		if errors.Is(err, rooms.ErrTooOften) {
			problem, status = "room.open.slow", http.StatusTooManyRequests
		} else if !errors.Is(err, rooms.ErrFull) {
			s.config.Log.Error("site: no room could be opened", "err", err)
		}
		s.serveJoin(w, r, lang, "../room", "", status, s.say(lang, problem))
		return
	}
	code := opened.Code()
	http.SetCookie(w, rooms.Owner(code, key, remote.Secure(r)))
	w.Header().Set("Location", string(code)+"/drive")
	w.WriteHeader(http.StatusSeeOther)
}
