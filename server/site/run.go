package site

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"lockstep/server/lesson"
	"lockstep/server/runs"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/wasm/player"
	clock "lockstep/wasm/viewer"
	"lockstep/web/narrate"
)

// Runs plays runs: a pool of package runs does.
type Runs interface {
	Trace(ctx context.Context, link string) (runs.Trace, error)
}

// toldMost is how many steps a page tells one by one. Of a longer run it tells those
// that matter, and as many of them at most.
const toldMost = 600

// runView is a run for its template.
type runView struct {
	Title, Summary string
	Outcome        *outcome // nil while the engine says none
	Figure         template.HTML
	Steps          []toldStep
	Cut            string // that not every step is told, if so
	Verdict        string
}

// toldStep is a step in words.
type toldStep struct {
	Time, Text string
	Chief      bool // one that a reader in a hurry looks for
}

// serveRun answers with the page of the run that the address spells.
func (s *Site) serveRun(w http.ResponseWriter, r *http.Request) {
	lang, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	link := r.PathValue("link")
	p, err := s.renderRun(r.Context(), lang, link)
	var input *scenario.InputError
	switch {
	case err == nil:
		p.serve(w, r)
	case errors.Is(err, run.ErrLink):
		s.serveError(w, r, http.StatusNotFound)
	case errors.Is(err, run.ErrVersion), errors.As(err, &input):
		s.serveError(w, r, http.StatusGone)
	case r.Context().Err() != nil: // nobody waits for an answer
	default:
		s.config.Log.Error("site: a run cannot be shown", "err", err)
		s.serveError(w, r, http.StatusInternalServerError)
	}
}

func (s *Site) renderRun(ctx context.Context, lang, link string) (*page, error) {
	of, err := run.Parse(link)
	if err != nil {
		return nil, err
	}
	played, err := s.config.Runs.Trace(ctx, link)
	if err != nil {
		return nil, err
	}
	v := s.view(lang, "run/"+link)
	if v.Run, err = s.runView(v, of, played.Events); err != nil {
		return nil, err
	}
	v.Title, v.Description, v.Main = v.Run.Title+" · Lockstep", v.Run.Summary, "run"
	v.Viewer = s.viewerIn(lang)
	return rendered(s.run, v)
}

func (s *Site) runView(v *view, of *run.Run, events []trace.Event) (*runView, error) {
	x := &runView{Title: of.Scenario}
	if about, ok := s.config.Library.Get(of.Scenario); ok {
		x.Title, x.Summary = about.Title(v.Lang), about.Summary(v.Lang)
	}
	end := &events[len(events)-1]
	if _, ok := signs[end.Verdict]; ok {
		o := v.outcome(end.Verdict)
		x.Outcome = &o
	}
	x.Verdict = v.Say("site.run.verdict", "outcome", end.Verdict, "hash", end.Hash)
	if of.Seed != 0 {
		x.Verdict += " " + v.Say("site.run.seed", "seed", strconv.FormatUint(of.Seed, 10))
	}
	var all int
	if x.Steps, all = v.steps(events); len(x.Steps) < all {
		x.Cut = v.Say("site.run.told.cut", "n", strconv.Itoa(len(x.Steps)), "all", strconv.Itoa(all))
	}
	var err error
	x.Figure, err = lesson.Alone(&lesson.Scene{
		ID: "scene-1", Run: *of, Title: v.Say("site.run.kind"), Lang: v.Lang, Start: telling(events), Beside: true,
	}, events, lesson.Options{Phrases: s.config.Phrases, Source: s.config.Source})
	return x, err
}

// telling is the instant that shows best what the run is about: where a rule breaks or
// a write is refused, or else where something is done to the world, or else where
// somebody goes in.
func telling(events []trace.Event) trace.Time {
	for _, tells := range []func(e *trace.Event) bool{
		func(e *trace.Event) bool {
			return e.Kind == trace.Violation && e.Rule != trace.RuleOrphanKey || e.Kind == trace.Write && !e.OK
		},
		func(e *trace.Event) bool { return e.Kind == trace.Fault && e.T > 0 },
		func(e *trace.Event) bool { return e.Kind == trace.Enter },
	} {
		for i := range events {
			if tells(&events[i]) {
				return events[i].T
			}
		}
	}
	return 0
}

// steps tells a run step by step, and counts the steps that there are.
func (v *view) steps(events []trace.Event) (told []toldStep, all int) {
	pointers := make([]*trace.Event, len(events))
	for i := range events {
		pointers[i] = &events[i]
	}
	steps := player.Steps(pointers, true)
	whole := len(steps) <= toldMost
	state := &trace.State{}
	for _, s := range steps {
		group := events[s.First:s.End]
		if chief := matters(group); (whole || chief) && len(told) < toldMost {
			told = append(told, toldStep{Time: clock.Clocked(group[0].T), Text: narrate.Group(v.phrases, state, group), Chief: chief})
		}
		for i := range group {
			state.Apply(&group[i])
		}
	}
	return told, len(steps)
}

// matters tells of a step whether the story would lack it: an attempt that fails is
// one of many.
func matters(group []trace.Event) bool {
	for i := range group {
		switch group[i].Kind {
		case trace.Start, trace.Hold, trace.Lost, trace.Release, trace.Enter, trace.Leave, trace.Write,
			trace.ODown, trace.Promote, trace.Demote, trace.Fault, trace.Heal, trace.ClockSet, trace.Violation, trace.End:
			return true
		case trace.Phase:
			if group[i].Phase == trace.PhaseGaveUp {
				return true
			}
		}
	}
	return false
}
