package scene_test

import (
	"regexp"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	simulated "lockstep/sim/world"
	"lockstep/web/scene"
)

var onRail = regexp.MustCompile(`data-part="msg-([AB]/[^"]+)"[^>]*>.*?translate\(([\d.]+) ([\d.]+)\)`)

// What two clients have under way to several nodes stands apart on a telephone's rails,
// wherever each is on its way: of two messages none covers the other.
func TestMessagesStandApartOnRails(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := simulated.NewEngine()
	defer engine.Close()
	const upright = 28 // how long a message is that travels down
	together := 0
	for _, name := range []string{"redlock", "clock-jump", "failover", "lost-reply"} {
		events, err := library.Play(engine, &run.Run{Scenario: name}, 0)
		if err != nil {
			t.Fatal(err)
		}
		var st trace.State
		for i := range events {
			st.Apply(&events[i])
			if i+1 == len(events) || events[i+1].T == events[i].T {
				continue
			}
			for part := range trace.Time(4) {
				at := st.T + (events[i+1].T-st.T)*part/4
				svg := scene.Draw(&st, at, scene.Options{Layout: scene.Narrow, Words: catalogs(t)["en"]}).SVG()
				all := onRail.FindAllSubmatch(svg, -1)
				for j, a := range all {
					for _, b := range all[:j] {
						dx, dy := number(t, string(a[2]))-number(t, string(b[2])), number(t, string(a[3]))-number(t, string(b[3]))
						if together++; max(dx, -dx) < 30 && max(dy, -dy) < upright-.5 {
							t.Errorf("%s at %v: %s lies over %s", name, trace.Duration(at), a[1], b[1])
						}
					}
				}
			}
		}
	}
	if together < 200 {
		t.Errorf("only %d pairs of messages were under way together", together)
	}
}
