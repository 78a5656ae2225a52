package site

import (
	"net/http"
	"net/url"
	"strings"

	"lockstep/server/remote"
	"lockstep/server/room"
	"lockstep/server/rooms"
)

// codeExample is what a code looks like, for people who are asked for one.
const codeExample = "K7M 4QX"

// leadToEntry leads from the short address on a screen to the form for a code.
func (s *Site) leadToEntry(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Vary", "Accept-Language")
	redirect(w, r, preferred(r)+"/room", http.StatusFound)
}

// leadToRoom leads from the address in a QR code to the room, in the reader's language, or to
// the form with what is no code.
func (s *Site) leadToRoom(w http.ResponseWriter, r *http.Request) {
	typed := r.PathValue("code")
	to := "../" + preferred(r) + "/room"
	if code, err := room.ParseCode(typed); err == nil {
		to += "/" + string(code)
	} else {
		to += "?code=" + url.QueryEscape(cut(typed))
	}
	w.Header().Set("Vary", "Accept-Language")
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusFound)
}

// serveEntry answers with the form for a code, or goes where the code leads.
func (s *Site) serveEntry(w http.ResponseWriter, r *http.Request) {
	typed := r.FormValue("code")
	if typed == "" {
		s.serveJoin(w, r, "", http.StatusOK, "")
		return
	}
	code, err := room.ParseCode(typed)
	if err != nil {
		s.serveMalformed(w, r, typed)
		return
	}
	w.Header().Set("Location", "room/"+string(code))
	w.WriteHeader(http.StatusSeeOther)
}

// serveMalformed answers with the form for a code where what was typed is none.
func (s *Site) serveMalformed(w http.ResponseWriter, r *http.Request, typed string) {
	s.serveJoin(w, r, typed, http.StatusNotFound, s.say(langOf(r), "room.enter.malformed", "text", cut(typed), "code", codeExample))
}

// serveJoin answers with the form for a code, and what was wrong with the one that was typed.
func (s *Site) serveJoin(w http.ResponseWriter, r *http.Request, typed string, status int, problem string) {
	lang := langOf(r)
	rest := strings.TrimPrefix(r.URL.EscapedPath(), "/"+lang+"/")
	if len(rest) > addressMost {
		s.serveError(w, r, http.StatusNotFound)
		return
	}
	v := s.view(lang, rest)
	v.Join = &joinView{
		Title: v.Say("room.enter"), About: v.Say("room.lede"), Problem: problem,
		Action: strings.Repeat("../", strings.Count(rest, "/")) + "room", Typed: cut(typed), Example: codeExample,
	}
	s.answerJoin(w, v, status)
}

// cut is as much of what was typed as is shown again.
func cut(typed string) string { return strings.ToValidUTF8(typed[:min(len(typed), 40)], "") }

func (s *Site) answerJoin(w http.ResponseWriter, v *view, status int) {
	v.Title, v.Main = v.Join.Title+" · Lockstep", "room"
	s.answer(w, s.join, v, status)
}

// askKey answers with the form for a room's key.
func (s *Site) askKey(v *visit, status int, problem string) {
	page := s.view(v.lang, "room/"+string(v.code)+"/drive")
	page.Join = &joinView{Title: page.Say("room.claim"), About: page.Say("room.claim.about"), Problem: problem, Action: "claim", Code: string(v.code)}
	s.answerJoin(v.w, page, status)
}

// keyMost bounds the form with a room's key, in bytes.
const keyMost = 4 << 10

// claim makes the browser an owner's that knows the key.
func (s *Site) claim(v *visit) {
	if err := s.cross.Check(v.r); err != nil {
		s.serveError(v.w, v.r, http.StatusForbidden)
		return
	}
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, keyMost)
	key := room.Key(strings.TrimSpace(v.r.PostFormValue("key")))
	if !v.room.Owns(v.r.Context(), key) {
		s.askKey(v, http.StatusForbidden, s.say(v.lang, "room.claim.wrong"))
		return
	}
	http.SetCookie(v.w, rooms.Owner(v.code, key, remote.Secure(v.r)))
	v.w.Header().Set("Location", "drive")
	v.w.WriteHeader(http.StatusSeeOther)
}
