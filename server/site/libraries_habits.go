package site

import (
	"context"
	"slices"

	"lockstep/server/cells"
	"lockstep/server/habits"
	"lockstep/sim/because"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/words"
)

// playedHabit is a habit, and what came of its run and of the run put right.
type playedHabit struct {
	*habits.Habit
	with, cured playedRun
	failed      error // why one of the two cannot be played; then there is neither
}

// playedRun is a run that was played, told as a cell of the matrix is.
type playedRun struct {
	matrix.Cell
	besides []*trace.Event // violations that do not decide how it comes out, one a rule
}

// playHabits plays the runs of every habit, one after another on the server's worlds,
// which remember them for whoever opens one. It is whole if none has failed.
func (s *Site) playHabits(ctx context.Context) (all []playedHabit, whole bool) {
	whole = true
	if s.config.Habits == nil {
		return nil, whole
	}
	for _, h := range s.config.Habits.Habits {
		x := playedHabit{Habit: h}
		if x.failed = s.playHabit(ctx, &x); x.failed != nil {
			s.config.Log.Error("site: a habit cannot be played", "habit", h.ID, "err", x.failed)
			whole = false
		}
		all = append(all, x)
	}
	return all, whole
}

func (s *Site) playHabit(ctx context.Context, x *playedHabit) error {
	for _, of := range []struct {
		to *playedRun
		r  *run.Run
	}{{&x.with, x.Run()}, {&x.cured, x.Cured()}} {
		played, err := s.config.Runs.Trace(ctx, of.r.Link())
		if err != nil {
			return err
		}
		*of.to = judge(of.r, played.Events)
	}
	return nil
}

// judge reads off a run's events what came of it.
func judge(r *run.Run, events []trace.Event) playedRun {
	x := playedRun{Cell: matrix.Cell{Run: *r, Outcome: events[len(events)-1].Verdict, Why: because.Of(because.Pointers(events))}}
	x.Promised = slices.ContainsFunc(x.Why.Events, func(e *trace.Event) bool { return e.Promised })
	told := deciding(x.Outcome)
	for i := range events {
		if e := &events[i]; e.Kind == trace.Violation && !slices.Contains(told, e.Rule) {
			told = append(told, e.Rule)
			x.besides = append(x.besides, e)
		}
	}
	return x
}

// deciding are the rules that the sentence about an outcome tells of, or that follow
// from those.
func deciding(outcome string) []string {
	if outcome != trace.VerdictBroken && outcome != trace.VerdictGuarded {
		return nil
	}
	return []string{
		trace.RuleMutualExclusion, trace.RuleForeignRelease, trace.RuleTwoBelievers, trace.RuleStaleWrite,
		trace.RuleDoubleCharge, trace.RuleOversold, trace.RuleLostUpdate,
	}
}

// habitView is a habit for its template.
type habitView struct {
	ID, Title             string
	Libraries             []library
	Text, Right, Releases string
	Runs                  []ranView // with the habit, and put right
	Amiss                 string    // what is wrong, if they cannot be played
}

// library is who has a habit.
type library struct{ ID, Name string }

// ranView is what came of a run.
type ranView struct {
	outcome
	Head    string
	Run     string // its address
	Label   string // of the way there, for who does not see what stands beside it
	Reason  string
	More    []string
	Besides []toldStep
	Changes []string
}

func (v *view) habit(h *playedHabit) habitView {
	x := habitView{
		ID: h.ID, Title: h.Title(v.Lang), Text: h.Text(v.Lang), Right: h.Right(v.Lang), Releases: h.Releases(v.Lang),
		Amiss: amiss(h.failed, h.Scenario),
	}
	if h.failed == nil {
		x.Runs = []ranView{v.ran(h, "run", &h.with), v.ran(h, "cured", &h.cured)}
	}
	for _, p := range h.Profiles {
		x.Libraries = append(x.Libraries, library{p.ID, p.Name})
	}
	return x
}

func (v *view) ran(h *playedHabit, which string, r *playedRun) ranView {
	x := ranView{
		outcome: v.outcome(r.Outcome),
		Head:    v.Say("site.libraries.habit." + which),
		Run:     v.runPath(&r.Run),
		Label:   v.Say("site.libraries.habit.open."+which, "title", h.Title(v.Lang)),
		Reason:  cells.Reason(v.phrases, &r.Cell), More: v.more(&r.Cell), Changes: v.changes(&r.Run),
	}
	for _, e := range r.besides {
		x.Besides = append(x.Besides, toldStep{Time: words.Clocked(e.T), Text: v.broke(e)})
	}
	return x
}

// broke says which rule a violation broke.
func (v *view) broke(e *trace.Event) string {
	key := "rule." + e.Rule
	if with := key + ".with"; e.With != "" && v.phrases.Has(with) {
		key = with
	}
	return v.Say(key, "who", e.Who, "with", e.With, "resource", e.Resource, "node", string(e.Node), "key", e.Key)
}

// habitOf says where a run is told of that is a habit's, however it was changed; or
// nil.
func (v *view) habitOf(list *habits.List, r *run.Run) *anchor {
	if list == nil {
		return nil
	}
	for _, h := range list.Habits {
		if h.Scenario == r.Scenario {
			return &anchor{h.ID, v.Say("site.libraries.habit.of", "library", h.Profiles[0].Name)}
		}
	}
	return nil
}
