package site

import (
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"lockstep/server/lesson"
	"lockstep/sim/run"
)

// challengeView is the challenge that a stage sets its reader, for its template. What the
// lesson says is in the lesson's language.
type challengeView struct {
	*lesson.Challenge
	Lesson   *lesson.Lesson
	Back     string // the relative address of its place in the lesson
	Attempt  string // what the run that one begins with is as an attempt
	Lang     string // of the lesson, where that is not the page's
	HintsAll []hint
	Bound    string // how many actions may be taken, or nothing
}

// hint is a hint, and which of how many it is.
type hint struct {
	Label string
	Text  template.HTML
}

// serveChallenge answers with the stage of the challenge that the address names.
func (s *Site) serveChallenge(w http.ResponseWriter, r *http.Request) {
	lang, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	slug, id := r.PathValue("slug"), r.PathValue("id")
	l, ok := s.config.Course.Lesson(lang, slug)
	if !ok {
		s.serveError(w, r, http.StatusNotFound)
		return
	}
	x, ok := l.Challenge(id)
	if !ok {
		s.serveError(w, r, http.StatusNotFound)
		return
	}
	about, ok := s.config.Library.Get(x.Run.Scenario)
	if !ok {
		s.serveError(w, r, http.StatusNotFound)
		return
	}
	s.serveStaged(w, r, lang, staged{about: about, of: x.Run, lesson: l, challenge: x})
}

// sets makes a stage's page one that sets its reader a challenge. Tried is what the run
// that one begins with is as an attempt.
func (v *view) sets(of *staged, tried string) {
	x := v.Stage
	x.Challenge = v.challengeOf(of, tried)
	x.Title, x.Summary = v.Say("lesson.challenge."+of.challenge.Kind), ""
	for _, set := range x.Fieldsets {
		for i := range set.Fields {
			for _, p := range of.of.Params {
				if f := &set.Fields[i]; f.Name == p.Name {
					f.Value = p.Value
				}
			}
		}
	}
	v.Title = x.Title + " · " + of.lesson.Title + " · Lockstep"
	v.Description = of.lesson.Summary
	v.Canonical = of.lesson.Lang + "/" + of.address()
	v.Translations = v.translationsOf(of.lesson)
}

// challengeOf is the challenge of a stage, in words.
func (v *view) challengeOf(of *staged, tried string) *challengeView {
	x := &challengeView{Challenge: of.challenge, Lesson: of.lesson, Back: "../" + of.lesson.Slug + "#" + of.challenge.ID, Attempt: tried, Bound: of.challenge.BoundIn(v.phrases)}
	if of.lesson.Lang != v.Lang {
		x.Lang = of.lesson.Lang
	}
	for i, text := range of.challenge.Hints {
		x.HintsAll = append(x.HintsAll, hint{v.Say("lesson.hint", "n", strconv.Itoa(i+1), "of", strconv.Itoa(len(of.challenge.Hints))), text})
	}
	return x
}

// Name is the challenge's, as the viewer asks about it.
func (x *challengeView) Name() string { return x.Slug + "/" + x.ID }

// Verbs are what may be done, for the viewer.
func (x *challengeView) Verbs() string {
	var names []string
	for v := run.Crash; v.Valid(); v++ {
		if x.Free() || slices.Contains(x.Allow, v) {
			names = append(names, v.String())
		}
	}
	return strings.Join(names, " ")
}

// Solution is a run that meets the goal, in link form: on the engine that is here, as the
// runs are that grow from the page's own.
func (x *challengeView) Solution() string { return x.Link }
