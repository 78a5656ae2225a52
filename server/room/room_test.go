package room

import (
	"fmt"
	"testing"
	"time"

	"lockstep/sim/run"
)

var noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

var owner, driver, viewer, nobody = Who{Owner: true}, Who{Person: 1}, Who{Person: 2}, Who{}

const slug = "failover"

func linkOf(seed uint64) string { return (&run.Run{Scenario: slug, Seed: seed}).Link() }

// fragment shows a run of the scenario.
func fragment(seed uint64) string { return "r=" + linkOf(seed) + "&t=0" }

func prediction(scene int) Question {
	return Question{ID: fmt.Sprintf("lesson/guess-%d", scene), Predict: true, Scene: scene, At: 150_000, Ask: Text{"en": "What happens?", "zh": "会怎样？"}, Options: []Text{{"en": "Yes."}, {"en": "No."}, {"en": "Neither."}}, Right: 1}
}

// opened is a room of two scenes in which two people are, nobody has the wheel but its owner.
func opened(t interface{ Fatal(...any) }) *Room {
	r, err := New(State{
		Code: "K7M4QX", Key: Key("key").Hash(), Lang: "en",
		Scenes:    []Scene{{Slug: slug, Run: linkOf(1), Start: 100_000}, {Slug: slug, Run: linkOf(2)}},
		Questions: []Question{prediction(0), prediction(1)},
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	for _, cookie := range []string{"a", "b"} {
		n, fresh, err := r.Number(r.NameOf(cookie))
		if err != nil || !fresh {
			t.Fatal(n, fresh, err)
		}
		r.Come(Who{Person: n})
	}
	return r
}

func do(t *testing.T, r *Room, who Who, c Command) Done {
	t.Helper()
	done, err := r.Do(noon, who, &c)
	if err != nil {
		t.Fatalf("%s: %v", c.Do, err)
	}
	return done
}

// valid is a command of each kind that a room just opened carries out, at least after those
// of before.
var valid = map[string]struct {
	before []Command
	c      Command
}{
	"vote":        {[]Command{ask}, Command{Poll: "q1", Round: 1, Choice: 2}},
	"lost":        {nil, Command{On: true}},
	"wheel-ask":   {nil, Command{On: true}},
	"run":         {nil, Command{Fragment: fragment(9), Head: &Head{Speed: 100, T: 5, Happened: 3}}},
	"head":        {nil, Command{Head: &Head{Speed: 100, At: 7, Playing: true}}},
	"wheel-back":  {nil, Command{}},
	"wheel-give":  {nil, Command{To: 2}},
	"wheel-take":  {nil, Command{}},
	"scene":       {nil, Command{Index: 1}},
	"screen":      {nil, Command{Code: true}},
	"poll-open":   {nil, ask},
	"poll-close":  {[]Command{ask}, Command{}},
	"poll-again":  {[]Command{ask, {Do: "poll-close"}}, Command{}},
	"poll-show":   {[]Command{ask}, Command{On: true}},
	"poll-reveal": {[]Command{ask}, Command{On: true}},
	"poll-end":    {[]Command{ask}, Command{}},
	"end":         {nil, Command{}},
}

var ask = Command{Do: "poll-open", Ask: "Who holds it?", Options: []string{"A", "B", "both"}}
