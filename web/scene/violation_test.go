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

// Where several rules are broken the latest is named, on telephones too; where there is
// no room for that, in a figure, they are counted.
func TestSeveralRulesBroken(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := simulated.NewEngine()
	defer engine.Close()
	events, err := library.Play(engine, &run.Run{Scenario: "failover"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var st trace.State
	for i := range events {
		st.Apply(&events[i])
		if events[i].Rule == trace.RuleMutualExclusion {
			break
		}
	}
	for layout, want := range map[scene.Layout]string{
		scene.Stage: ">two are inside<", scene.Narrow: ">two are inside; 1 more rule<", scene.Figure: ">2 rules broken<",
	} {
		svg := scene.Draw(&st, st.Last.T, scene.Options{Layout: layout, Words: catalogs(t)["en"]}).SVG()
		if !strings.Contains(string(svg), want) {
			t.Errorf("layout %d does not say %q", layout, want)
		}
	}
}
