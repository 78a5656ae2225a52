package attempt

import (
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/server/lesson"
	"lockstep/sim/because"
	"lockstep/sim/goal"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
	"lockstep/web/verdict"
)

// spared is a shop where all goes well, of which a pause makes two sell at once.
var spared = run.Run{Scenario: "foreign-release", Params: []run.Param{{Name: "clients.A.work.takes", Value: "5s"}}}

func pause(at trace.Time) run.Action {
	return run.Action{At: at, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 10 * trace.Second}
}

func with(r run.Run, change func(r *run.Run)) *run.Run {
	r.Params = append([]run.Param(nil), r.Params...)
	change(&r)
	return &r
}

// Any way that the challenge allows will do, and none that it does not.
func TestJudge(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	said, err := lessons.Catalogs(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	sold, err := goal.Parse("violated(oversold)")
	if err != nil {
		t.Fatal(err)
	}
	x := &lesson.Challenge{Run: spared, Goal: sold, Allow: []run.Verb{run.Pause, run.Stall}, Knobs: []string{"lock.ttl"}, Most: 1}
	for _, tt := range []struct {
		name string
		run  *run.Run
		met  bool
		want string // in English
	}{
		{"untouched", &spared, false, "Not yet: mutual exclusion held."},
		{"by a pause", with(spared, func(r *run.Run) { r.Actions = []run.Action{pause(2_000_000)} }), true, "The goal is met."},
		{"by another pause", with(spared, func(r *run.Run) { r.Actions = []run.Action{pause(2_500_000)} }), true, "The goal is met."},
		{"by a pause that comes to nothing", with(spared, func(r *run.Run) { r.Actions = []run.Action{pause(400_000_000)} }), false, "Not yet: mutual exclusion held."},
		{"with a knob turned", with(spared, func(r *run.Run) {
			r.Params = append(r.Params, run.Param{Name: "lock.ttl", Value: "11s"})
		}), false, "Not yet: mutual exclusion held."},
		{"by another parameter", with(spared, func(r *run.Run) {
			r.Params = []run.Param{{Name: "clients.A.work.takes", Value: "12s"}}
		}), false, "This does not count: clients.A.work.takes is no parameter that may be changed here."},
		{"without one of those it begins with", with(spared, func(r *run.Run) { r.Params = nil }), false,
			"This does not count: clients.A.work.takes is no parameter that may be changed here."},
		{"by what is not allowed", with(spared, func(r *run.Run) {
			r.Actions = []run.Action{{At: 2_000_000, Verb: run.Flush, Of: run.OfNode, Target: "n1"}}
		}), false, "This does not count: you may not empty a node here."},
		{"by more than is allowed", with(spared, func(r *run.Run) { r.Actions = []run.Action{pause(2_000_000), pause(3_000_000)} }), false,
			"This does not count: it has 2 actions. One action at most."},
		{"of another seed", with(spared, func(r *run.Run) { r.Seed = 9; r.Actions = []run.Action{pause(2_000_000)} }), false,
			"This does not count: it is another run than the one that the challenge begins with."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			events, err := library.Play(engine, tt.run, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, lang := range phrase.Languages {
				v := verdict.Judge(said[lang], because.Pointers(events))
				got := Judge(said[lang], x, tt.run, events, &v)
				if got.Met != tt.met || got.Judge == "" || strings.Contains(got.Judge, "challenge.") || strings.Contains(got.Judge, "{") {
					t.Errorf("%s: %+v", lang, got)
				}
				if plain := strings.ReplaceAll(got.Judge, "\u00a0", " "); lang == "en" && plain != tt.want {
					t.Errorf("it says %q, want %q", plain, tt.want)
				}
			}
		})
	}
}
