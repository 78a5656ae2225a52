package scene_test

import (
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	simulated "lockstep/sim/world"
	"lockstep/web/scene"
)

// A belief that was never true is told apart from one that was true once, in the
// picture and in its description.
func TestBeliefsThatWereNeverTrue(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := simulated.NewEngine()
	defer engine.Close()
	for _, row := range []struct {
		scenario string
		at       trace.Time
		never    bool
	}{
		{"habit-absolute-expiry", 300 * ms, true}, // the nodes kept no key
		{"habit-absolute-expiry", 600 * ms, true}, // and have B's by now
		{"habit-counted-twice", 13 * ms, true},
		{"habit-expired-on-arrival", 12_100 * ms, true}, // all keys ran out before
		{"habit-zero-validity", 164 * ms, false},        // two of three have run out since
		{"habit-late-look", 3 * sec, false},             // two of three came back empty
		{"habit-one-copy", 6 * sec, false},
	} {
		events, err := library.Play(engine, &run.Run{Scenario: row.scenario}, row.at)
		if err != nil {
			t.Fatal(err)
		}
		svg := string(scene.Draw(trace.Fold(events, row.at), row.at, scene.Options{Words: catalogs(t)["en"]}).SVG())
		for _, word := range []struct {
			text string
			want bool
		}{
			{">never true<", row.never}, {"which was never true", row.never},
			{">no longer true", !row.never}, {"which is no longer true", !row.never},
		} {
			if strings.Contains(svg, word.text) != word.want {
				t.Errorf("%s at %v: is %q there? Want %v", row.scenario, trace.Duration(row.at), word.text, word.want)
			}
		}
	}
}

// A key that is set anew is there, and no longer gone.
func TestKeyThatComesBackHasNoGhost(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := simulated.NewEngine()
	defer engine.Close()
	events, err := library.Play(engine, &run.Run{Scenario: "habit-recreated"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		at    trace.Time
		ghost bool
	}{{11 * sec, true}, {12_410 * ms, false}} {
		svg := string(scene.Draw(trace.Fold(events, row.at), row.at, scene.Options{Layout: scene.Stage, Words: catalogs(t)["en"]}).SVG())
		if strings.Contains(svg, ">ran out<") != row.ghost {
			t.Errorf("at %v: is a ghost there? Want %v", trace.Duration(row.at), row.ghost)
		}
	}
}
