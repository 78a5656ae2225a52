package site

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"strconv"

	"lockstep/server/cells"
	"lockstep/server/lesson"
	"lockstep/server/runs"
	"lockstep/sim/because"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/web/tree"
)

// Runs plays runs: a pool of package runs does.
type Runs interface {
	Trace(ctx context.Context, link string) (runs.Trace, error)
}

// runView is a run for its template.
type runView struct {
	Title, Summary string
	Scenario       string
	Changes        []string // of the scenario, by the run's link
	Outcome        *outcome // nil while the engine says none
	Cell           []string // of a cell's run, or a habit's, what its page says of it: its reason first
	Habit          *anchor  // of a habit's run, where the page of lock libraries tells of it
	Figure         template.HTML
	Told           []stretch
	Cut            string // that not every step is told, if so
	Verdict        string
	Place          string // the run as a fragment, at its first instant: a class is to see what happens
}

// serveRun answers with the page of the run that the address spells.
func (s *Site) serveRun(w http.ResponseWriter, r *http.Request) {
	p, err := s.renderRun(r.Context(), langOf(r), r.PathValue("link"))
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

// runPath is where a run's page is, below a language's. It names engine and edition, so
// that a server with others explains itself instead of showing what may come out otherwise.
func (v *view) runPath(r *run.Run) string { return "run/" + v.known.Link(r) }

func (s *Site) renderRun(ctx context.Context, lang, link string) (*page, error) {
	of, err := run.Parse(link)
	if err != nil {
		return nil, err
	}
	v := s.view(lang, "run/"+link)
	shown := &lesson.Scene{ID: "scene-1", Run: *of, Link: s.config.Library.Link(of), Title: v.Say("site.run.kind"), Lang: lang, Beside: true}
	played, err := s.config.Runs.Trace(ctx, shown.Link)
	if err != nil {
		return nil, err
	}
	shown.Start = telling(played.Events)
	if v.Run, err = s.runView(v, shown, played.Events); err != nil {
		return nil, err
	}
	v.Title, v.Description, v.Main = v.Run.Title+" · Lockstep", v.Run.Summary, "run"
	v.Viewer = s.viewerIn(lang)
	return rendered(s.run, v)
}

func (s *Site) runView(v *view, shown *lesson.Scene, events []trace.Event) (*runView, error) {
	of := &shown.Run
	x := &runView{Title: of.Scenario, Scenario: of.Scenario, Changes: v.changes(of), Habit: v.habitOf(s.config.Habits, of)}
	x.Place = tree.New(of).Fragment(tree.View{Happened: -1, Compared: -1})
	if about, ok := s.config.Library.Get(of.Scenario); ok {
		x.Title, x.Summary = about.Title(v.Lang), about.Summary(v.Lang)
	}
	end := &events[len(events)-1]
	if _, ok := signs[end.Verdict]; ok {
		o := v.outcome(end.Verdict)
		x.Outcome = &o
	}
	if c, ok := s.config.Matrix.Of(of, events); ok {
		x.Cell = append([]string{cells.Reason(v.phrases, c)}, v.more(c)...)
	} else if x.Habit != nil {
		c := judge(of, events)
		x.Cell = append([]string{cells.Reason(v.phrases, &c.Cell)}, v.more(&c.Cell)...)
	}
	x.Verdict = v.Say("site.run.verdict", "outcome", end.Verdict, "hash", end.Hash)
	steps, all := v.steps(events)
	if len(steps) < all {
		x.Cut = v.Say("site.run.told.cut", "n", strconv.Itoa(len(steps)), "all", strconv.Itoa(all))
	}
	x.Told = v.folded(steps)
	var err error
	x.Figure, err = lesson.Alone(shown, events, lesson.Options{Phrases: s.config.Phrases, Source: s.config.Source})
	return x, err
}

// telling is the instant that shows best what the run is about: where it is decided how
// it comes out, or else where something is done to the world, or else where somebody
// goes in.
func telling(events []trace.Event) trace.Time {
	why := because.Of(because.Pointers(events))
	if t, ok := why.Deciding(); ok {
		return t
	}
	for _, tells := range []func(e *trace.Event) bool{
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
