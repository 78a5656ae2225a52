package site

import (
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"

	"lockstep/server/glossary"
	"lockstep/server/habits"
	"lockstep/server/lesson"
	"lockstep/server/playground"
	"lockstep/server/room"
	"lockstep/server/rooms"
	"lockstep/sim/scenario"
	"lockstep/web"
	"lockstep/web/phrase"
	"lockstep/web/templates"
)

// Config is what a site is made of.
type Config struct {
	Course   *lesson.Course
	Glossary *glossary.Glossary
	Phrases  map[string]phrase.Catalog // by language
	Matrix   Matrix
	Library  *scenario.Library // of which runs are

	// Habits are those of lock libraries. Where their files cannot be read there are none,
	// and NoHabits says why; the rest of the site goes on.
	Habits   *habits.List
	NoHabits error

	// Groups are the scenarios that the playground lists. Where something is wrong with
	// their file they are those of the rest of it, and NoGroups says what.
	Groups   []playground.Group
	NoGroups error

	Runs   Runs
	Source func(file string) (string, bool) // of the algorithms: lock.Source
	Assets Assets
	Socket http.Handler

	Rooms   Rooms        // nil for a server without any
	Token   string       // without which nobody opens one; empty where everybody may
	Metrics http.Handler // what is counted, for Prometheus; nil for nothing
	URL     string       // at which browsers see the server's root, where requests do not say that; or empty
	Log     *slog.Logger
}

// Rooms are those of a server: package rooms.
type Rooms interface {
	http.Handler // of the socket
	Open(from *http.Request, lang string, scenes []room.Scene, questions []room.Question) (*rooms.Room, room.Key, error)
	Find(from *http.Request, typed string) (*rooms.Room, error)
}

// Assets are the files that pages refer to: package web.
type Assets interface {
	http.Handler
	Path(name string) string // the absolute path of an asset such as style.css
}

// Site is a server's pages. It is a handler for the whole server.
type Site struct {
	config Config
	errors *template.Template
	run    *template.Template
	stage  *template.Template
	room   *template.Template
	join   *template.Template
	cross  *http.CrossOriginProtection
	stages *keptPages
	knobs  *knobs
	pages  map[string]*page // by path, without the slash before it
	mux    *http.ServeMux
}

// New renders all pages.
func New(c Config) (*Site, error) {
	s := &Site{config: c, stages: newKeptPages(), knobs: new(knobs), pages: make(map[string]*page), mux: http.NewServeMux(), cross: http.NewCrossOriginProtection()}
	var err error
	if s.errors, err = parse("error.html"); err != nil {
		return nil, err
	}
	if s.run, err = parse("run.html"); err != nil {
		return nil, err
	}
	if s.stage, err = parse("play.html", "challenge.html"); err != nil {
		return nil, err
	}
	if s.room, err = parse("play.html", "challenge.html", "room.html"); err != nil {
		return nil, err
	}
	if s.join, err = parse("join.html"); err != nil {
		return nil, err
	}
	if err := s.render(); err != nil {
		return nil, err
	}
	if err := s.renderPlayground(); err != nil {
		return nil, err
	}
	if err := s.renderGlossary(); err != nil {
		return nil, err
	}
	s.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept-Language")
		redirect(w, r, preferred(r)+"/", http.StatusFound)
	})
	matrix := &playedPage{site: s, name: "matrix", render: s.renderMatrix}
	libraries := &playedPage{site: s, name: "libraries", render: s.renderLibraries}
	for _, lang := range phrase.Languages {
		// Addresses that people write, and the ones that relative links need.
		s.mux.HandleFunc("GET /"+lang, func(w http.ResponseWriter, r *http.Request) {
			redirect(w, r, lang+"/", http.StatusMovedPermanently)
		})
		s.mux.HandleFunc("GET /"+lang+"/lesson/{slug}/{$}", func(w http.ResponseWriter, r *http.Request) {
			slug := r.PathValue("slug")
			if s.pages[lang+"/lesson/"+slug] == nil {
				s.serveError(w, r, http.StatusNotFound)
				return
			}
			redirect(w, r, "../"+url.PathEscape(slug), http.StatusMovedPermanently)
		})
		s.mux.HandleFunc("GET /"+lang+"/play/{$}", func(w http.ResponseWriter, r *http.Request) {
			redirect(w, r, "../play", http.StatusMovedPermanently)
		})
		s.mux.HandleFunc("GET /"+lang+"/{$}", s.servePage)
		s.mux.HandleFunc("GET /"+lang+"/lesson/{slug}", s.servePage)
		s.mux.HandleFunc("GET /"+lang+"/lesson/{slug}/{id}", s.serveChallenge)
		s.mux.Handle("GET /"+lang+"/matrix", matrix)
		s.mux.Handle("GET /"+lang+"/libraries", libraries)
		s.mux.HandleFunc("GET /"+lang+"/run/{link}", s.serveRun)
		s.mux.HandleFunc("GET /"+lang+"/glossary", s.servePage)
		s.mux.HandleFunc("GET /"+lang+"/play", s.servePage)
		s.mux.HandleFunc("GET /"+lang+"/play/{scenario}", s.serveStage)
	}
	s.mux.HandleFunc("GET /icon.svg", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=86400")
		http.ServeFileFS(w, r, templates.FS, "icon.svg")
	})
	s.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Write([]byte("ok\n"))
	})
	s.mux.Handle("GET "+web.Prefix, c.Assets)
	s.mux.HandleFunc("GET "+strings.TrimSuffix(web.Prefix, "/"), func(w http.ResponseWriter, r *http.Request) {
		s.serveError(w, r, http.StatusNotFound) // or the mux would redirect
	})
	s.mux.Handle("GET /ws", c.Socket)
	s.handleRooms()
	if c.Metrics != nil {
		s.mux.Handle("GET /metrics", c.Metrics)
	}
	return s, nil
}

// ServeHTTP answers, with the headers that everything has, and with a page in
// words where there is nothing to answer or the answer broke.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	protect(w.Header(), r)
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			panic(v)
		default:
			s.broke(w, r, v)
		}
	}()
	if !clean(r.URL.Path) {
		s.serveError(w, r, http.StatusNotFound)
		return
	}
	handler, pattern := s.mux.Handler(r)
	if pattern != "" {
		s.mux.ServeHTTP(w, r)
		return
	}
	// The mux would say it in one English line; all it knows is the status.
	no := refusal{header: make(http.Header), status: http.StatusNotFound}
	handler.ServeHTTP(&no, r)
	if allow := no.header.Get("Allow"); allow != "" && no.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", allow)
		s.serveError(w, r, http.StatusMethodNotAllowed)
		return
	}
	s.serveError(w, r, http.StatusNotFound)
}

// clean tells of a path without empty or dotted parts. The mux would redirect
// others, and to an absolute path: out of where a proxy may have put us.
func clean(p string) bool {
	cleaned := path.Clean(p)
	return strings.HasPrefix(p, "/") && (p == cleaned || p == strings.TrimSuffix(cleaned, "/")+"/")
}

// refusal takes what the mux says when it knows no handler.
type refusal struct {
	header http.Header
	status int
}

func (r *refusal) Header() http.Header         { return r.header }
func (r *refusal) Write(b []byte) (int, error) { return len(b), nil }
func (r *refusal) WriteHeader(status int)      { r.status = status }

// redirect leads to an address relative to the request's: only the browser knows
// below which path a proxy has put us.
func redirect(w http.ResponseWriter, r *http.Request, to string, status int) {
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", to)
	w.WriteHeader(status)
}
