package site

import (
	"net/http"
	"strconv"
	"strings"

	"lockstep/server/playground"
	"lockstep/sim/run"
	"lockstep/web/phrase"
)

// playgroundView is the list of scenarios for its template.
type playgroundView struct {
	Groups []worldGroup
	Amiss  string // what is wrong with the list, if something is
}

// worldGroup is scenarios that belong together.
type worldGroup struct {
	ID, Title, About string
	Worlds           []worldEntry
}

// worldEntry is a scenario in the list.
type worldEntry struct{ ID, Title, Summary string }

// renderPlayground renders the list of scenarios in every language.
func (s *Site) renderPlayground() error {
	t, err := parse("playground.html")
	if err != nil {
		return err
	}
	for _, lang := range phrase.Languages {
		v := s.view(lang, "play")
		v.Playground = v.playground(s.config.Groups, s.config.NoGroups)
		v.Title, v.Description = v.Say("play.title")+" · Lockstep", v.Say("play.lede")
		v.Main, v.Canonical, v.Translations = "playground", lang+"/play", v.Languages
		if err := s.add(t, lang+"/play", v); err != nil {
			return err
		}
	}
	return nil
}

func (v *view) playground(groups []playground.Group, amissBy error) *playgroundView {
	x := &playgroundView{Amiss: amiss(amissBy, playground.File)}
	for _, g := range groups {
		w := worldGroup{ID: g.ID, Title: g.Title[v.Lang], About: g.About[v.Lang]}
		if g.ID == "" {
			w.ID, w.Title = "more", v.Say("play.more")
		}
		for _, s := range g.Scenarios {
			w.Worlds = append(w.Worlds, worldEntry{s.ID, s.Title(v.Lang), s.Summary(v.Lang)})
		}
		x.Groups = append(x.Groups, w)
	}
	return x
}

// Worlds is how many scenarios the playground lists, for a phrase.
func (v *view) Worlds() string { return strconv.Itoa(v.worlds) }

// worldsListed counts them.
func worldsListed(groups []playground.Group) int {
	n := 0
	for _, g := range groups {
		n += len(g.Scenarios)
	}
	return n
}

// serveStage answers with the stage of the scenario that the address names.
func (s *Site) serveStage(w http.ResponseWriter, r *http.Request) {
	lang, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	about, ok := s.config.Library.Get(r.PathValue("scenario"))
	if !ok {
		s.serveError(w, r, http.StatusNotFound)
		return
	}
	s.serveStaged(w, r, lang, staged{about: about, of: run.Run{Scenario: about.ID}})
}

// serveStaged answers with a stage.
func (s *Site) serveStaged(w http.ResponseWriter, r *http.Request, lang string, of staged) {
	p, err := s.stages.get(r.Context(), lang+"/"+of.address(), func() (*page, error) {
		return s.renderStage(r.Context(), lang, of)
	})
	switch {
	case err == nil:
		p.serve(w, r)
	case r.Context().Err() != nil: // nobody waits for an answer
	default:
		s.config.Log.Error("site: a scenario cannot be shown", "scenario", of.about.ID, "err", err)
		s.serveError(w, r, http.StatusInternalServerError)
	}
}
