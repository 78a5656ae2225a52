package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lockstep/server/lesson"
	"lockstep/server/remote"
	"lockstep/server/room"
	"lockstep/server/rooms"
	"lockstep/sim/run"
	"lockstep/web/phrase"
	"lockstep/web/words"
)

// handleRooms serves the pages of rooms, if the server has any.
func (s *Site) handleRooms() {
	if s.config.Rooms == nil {
		return
	}
	s.mux.Handle("GET /room/{code}/ws", s.config.Rooms)
	s.mux.HandleFunc("GET /r", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept-Language")
		redirect(w, r, preferred(r)+"/room", http.StatusFound)
	})
	s.mux.HandleFunc("GET /r/{code}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept-Language")
		redirect(w, r, "../"+preferred(r)+"/room/"+codePath(r.PathValue("code")), http.StatusFound)
	})
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

// codePath is a code as a part of an address: what is none has no characters but those of one.
func codePath(code string) string {
	if c, err := room.ParseCode(code); err == nil {
		return string(c)
	}
	return strings.Map(func(r rune) rune {
		if r < '0' || r > 'z' || r > '9' && r < 'A' || r > 'Z' && r < 'a' {
			return -1
		}
		return r
	}, code)
}

// visit is a request about a room.
type visit struct {
	w    http.ResponseWriter
	r    *http.Request
	lang string
	code room.Code
	room *rooms.Room

	owner bool
	over  bool
	scene room.Scene // the one that is shown
	index int
}

// key is the room's, as an owner's browser holds it.
func (v *visit) key() room.Key {
	c, err := v.r.Cookie(rooms.Owner(v.code, "", false).Name)
	if err != nil {
		return ""
	}
	return room.Key(c.Value)
}

// inRoom finds the room that an address names, and says how it stands.
func (s *Site) inRoom(serve func(v *visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v := &visit{w: w, r: r, lang: langOf(r)}
		typed := r.PathValue("code")
		var err error
		if v.code, err = room.ParseCode(typed); err != nil {
			s.serveJoin(w, r, v.lang, "../room", typed, http.StatusNotFound, s.say(v.lang, "room.enter.malformed", "text", typed, "code", "K7M 4QX"))
			return
		}
		if typed != string(v.code) && r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, typed) {
			redirect(w, r, string(v.code), http.StatusFound)
			return
		}
		if v.room, err = s.config.Rooms.Find(r, typed); err == nil {
			v.owner = v.room.OwnedBy(r)
			err = v.room.Look(r.Context(), func(of *room.Room, now time.Time) {
				v.over, v.index = of.Over(), of.Scene()
				v.scene = of.Scenes(now)[v.index]
			})
		}
		w.Header().Set("Cache-Control", "no-store")
		switch {
		case err == nil:
			serve(v)
		case errors.Is(err, rooms.ErrTooOften):
			s.serveJoin(w, r, v.lang, "../room", typed, http.StatusTooManyRequests, s.say(v.lang, "room.enter.slow"))
		case errors.Is(err, rooms.ErrNoRoom):
			s.serveJoin(w, r, v.lang, "../room", typed, http.StatusNotFound, s.say(v.lang, "room.enter.unknown", "code", v.code.Shown()))
		default:
			s.serveError(w, r, http.StatusServiceUnavailable)
		}
	}
}

func langOf(r *http.Request) string {
	lang, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	return lang
}

func (s *Site) say(lang, key string, args ...string) string {
	return s.config.Phrases[lang].Say(key, args...)
}

// answer answers with a page that is made for this request alone.
func (s *Site) answer(w http.ResponseWriter, t *template.Template, v *view, status int) {
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, "layout", v); err != nil {
		panic(err) // which becomes a page in words
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", v.Lang)
	w.WriteHeader(status)
	w.Write([]byte(b.String()))
}

// serveViewer answers with a viewer's page: the same for all of a room.
func (s *Site) serveViewer(v *visit) {
	if rooms.Person(v.r) == "" {
		http.SetCookie(v.w, rooms.NewPerson(remote.Secure(v.r)))
	}
	s.serveKept(v, "view")
}

// serveScreen answers with the projector's page, which has controls for the owner alone.
func (s *Site) serveScreen(v *visit) {
	if v.owner {
		s.serveMade(v, "screen")
		return
	}
	s.serveKept(v, "screen")
}

// serveDesk answers with the presenter's page, or asks who it is.
func (s *Site) serveDesk(v *visit) {
	if v.owner {
		s.serveMade(v, "drive")
		return
	}
	s.askKey(v, http.StatusOK, "")
}

func (s *Site) askKey(v *visit, status int, problem string) {
	page := s.view(v.lang, "room/"+string(v.code)+"/drive")
	page.Join = &joinView{Title: page.Say("room.claim"), About: page.Say("room.claim.about"), Problem: problem, Action: "claim", Code: string(v.code)}
	s.answerJoin(v.w, page, status)
}

// claim makes the browser an owner's that knows the key.
func (s *Site) claim(v *visit) {
	if err := s.cross.Check(v.r); err != nil {
		s.serveError(v.w, v.r, http.StatusForbidden)
		return
	}
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, 4<<10)
	key := room.Key(strings.TrimSpace(v.r.PostFormValue("key")))
	if !v.room.Owns(v.r.Context(), key) {
		s.askKey(v, http.StatusForbidden, s.say(v.lang, "room.claim.wrong"))
		return
	}
	http.SetCookie(v.w, rooms.Owner(v.code, key, remote.Secure(v.r)))
	v.w.Header().Set("Location", "drive")
	v.w.WriteHeader(http.StatusSeeOther)
}

// serveKept answers with a page that holds nothing of who asks for it.
func (s *Site) serveKept(v *visit, role string) {
	host := s.absolute(v.r)
	key := strings.Join([]string{v.lang, "room", string(v.code), role, strconv.Itoa(v.index), strconv.FormatBool(v.over), host}, "/")
	p, err := s.stages.get(v.r.Context(), key, func() (*page, error) {
		made, err := s.roomPage(v.r.Context(), v, role, host)
		if err != nil {
			return nil, err
		}
		return rendered(s.room, made)
	})
	if err != nil {
		s.failed(v, err)
		return
	}
	p.serve(v.w, v.r)
}

func (s *Site) failed(v *visit, err error) {
	if v.r.Context().Err() != nil {
		return // nobody waits for an answer
	}
	s.config.Log.Error("site: a room cannot be shown", "scenario", v.scene.Slug, "err", err)
	s.serveError(v.w, v.r, http.StatusInternalServerError)
}

// serveMade answers with a page for the owner.
func (s *Site) serveMade(v *visit, role string) {
	made, err := s.roomPage(v.r.Context(), v, role, s.absolute(v.r))
	if err != nil {
		s.failed(v, err)
		return
	}
	made.Room.Owner = true
	if role == "drive" {
		if err := s.desk(v, made); err != nil {
			s.failed(v, err)
			return
		}
	}
	s.answer(v.w, s.room, made, http.StatusOK)
}

// roomPage is the view of a page of a room, as everybody may see it.
func (s *Site) roomPage(ctx context.Context, v *visit, role, host string) (*view, error) {
	rest := "room/" + string(v.code)
	if role != "view" {
		rest += "/" + role
	}
	about, ok := s.config.Library.Get(v.scene.Slug)
	if !ok {
		return nil, fmt.Errorf("there is no scenario %q any more", v.scene.Slug)
	}
	of, err := run.Parse(v.scene.Run)
	if err != nil {
		return nil, err
	}
	page, err := s.stageAt(ctx, v.lang, staged{about: about, of: *of, begins: &v.scene.Start}, rest)
	if err != nil {
		return nil, err
	}
	page.Stage.Title = s.sceneTitle(v.lang, &v.scene)
	page.Title = page.Say("room.title", "code", v.code.Shown()) + " · " + page.Stage.Title + " · Lockstep"
	page.Canonical = ""
	up := strings.Repeat("../", strings.Count(rest, "/"))
	said := maps.Clone(s.config.Phrases[v.lang])
	maps.DeleteFunc(said, func(key, _ string) bool { return !strings.HasPrefix(key, "room.") })
	page.Room = &roomView{
		Code: string(v.code), Shown: v.code.Shown(), Role: role, Scene: v.index, Phrases: said.Lines(),
		Socket: up + "../room/" + string(v.code) + "/ws", Own: up + "play/" + v.scene.Slug,
		Address: host + "r/" + string(v.code), Where: where(host) + "/r",
	}
	page.Room.QR, err = qrOf(page.Room.Address)
	return page, err
}

// where is an address as it stands on a screen.
func where(host string) string {
	_, rest, _ := strings.Cut(host, "://")
	return strings.TrimSuffix(rest, "/")
}

// desk adds what the presenter's page has.
func (s *Site) desk(v *visit, page *view) error {
	x := page.Room
	x.Screen, x.Run, x.CSV = "screen", "run?scene="+strconv.Itoa(v.index), "answers.csv"
	x.Keep = s.absolute(v.r) + v.lang + "/room/" + x.Code + "/drive#key=" + string(v.key())
	err := v.room.Look(v.r.Context(), func(of *room.Room, now time.Time) {
		for i, scene := range of.Scenes(now) {
			x.Scenes = append(x.Scenes, roomScene{Index: i, Title: s.sceneTitle(v.lang, &scene), Now: i == v.index})
		}
		for _, q := range of.Questions() {
			if q.Scene == v.index {
				x.Predictions = append(x.Predictions, roomPrediction{q.ID, words.Clocked(q.At), template.HTML(cmp.Or(q.Ask[v.lang], q.Ask["en"]))})
			}
		}
	})
	if l, scene := s.sceneIn(v.lang, &v.scene); scene != nil {
		x.Notes = notes(page.Root+v.lang, l, scene)
	}
	return err
}

// notes are what a presenter may want to say: what the lesson says at its pauses.
func notes(root string, l *lesson.Lesson, scene *lesson.Scene) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<p><a href="%s/lesson/%s#%s" target="_blank" rel="noopener">%s</a></p>`, root, l.Slug, scene.ID, template.HTMLEscapeString(l.Title))
	fmt.Fprintf(&b, "<p>%s</p>", template.HTMLEscapeString(l.Summary))
	for _, stop := range scene.Stops {
		fmt.Fprintf(&b, `<p><b class="num">%s</b> %s</p>`, stop.Clock(), stop.Say)
	}
	return template.HTML(b.String())
}

// leadToRun leads to a scene's runs as they were driven.
func (s *Site) leadToRun(v *visit) {
	scene := v.scene
	if i, err := strconv.Atoi(v.r.FormValue("scene")); err == nil {
		v.room.Look(v.r.Context(), func(of *room.Room, now time.Time) {
			if all := of.Scenes(now); i >= 0 && i < len(all) {
				scene = all[i]
			}
		})
	}
	v.w.Header().Set("Location", "../../play/"+scene.Slug+"#"+scene.Place())
	v.w.WriteHeader(http.StatusSeeOther)
}
