package site

import (
	"html"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/server/cells"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

// The page of a cell's run says what the matrix says of the cell. A run that was
// changed is none, and the page says what was changed.
func TestRunOfACell(t *testing.T) {
	s, _ := newSite(t)
	all, err := s.config.Matrix.Cells()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range phrase.Languages {
		words := s.config.Phrases[lang]
		reason := `<p class="reason">` + html.EscapeString(cells.Reason(words, all[0])) + ` ` + cells.Promise(words, all[0]) + `</p>`
		body := html.UnescapeString(get(s, brokenRun(lang)).Body.String())
		if !strings.Contains(body, html.UnescapeString(reason)) || strings.Contains(body, `class="changed"`) {
			t.Errorf("%s: the page of %s does not say %s, or that it was changed", lang, all[0].Run.Scenario, reason)
		}
		changed := &run.Run{
			Scenario: "S1.D", Seed: 7, Params: []run.Param{{Name: "lock.ttl", Value: "9s"}},
			Actions: []run.Action{{At: 1_200_000, Verb: run.Crash, Target: "n1"}}, Choices: []run.Choice{{Key: "x", Pick: 1}},
		}
		w := get(s, "/"+lang+"/run/"+changed.Link())
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d", lang, w.Code)
		}
		body = html.UnescapeString(w.Body.String())
		for _, want := range []string{
			words["site.run.changed"], "<li>lock.ttl: 9s</li>", `<li>{"at":"1.2s","crash":{"node":"n1"}}</li>`,
			"<li>" + words.Say("site.run.changed.choices", "n", "1") + "</li>", "<li>" + words.Say("site.run.seed", "seed", "7") + "</li>",
		} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: the page of a changed run does not say %q", lang, want)
			}
		}
		if strings.Contains(body, `class="reason"`) {
			t.Errorf("%s: a changed run is told as the cell's", lang)
		}
	}
}

// Of many changes a page lists some, and says how many more there are.
func TestManyChanges(t *testing.T) {
	s, _ := newSite(t)
	got := s.view("en", "").changes(&run.Run{Params: slices.Repeat([]run.Param{{Name: "lock.ttl", Value: "9s"}}, changesMost+3)})
	if len(got) != changesMost+1 || got[changesMost] != "and 3 more" {
		t.Errorf("%d changes are listed, the last %q", len(got), got[len(got)-1])
	}
}

// A run's figure opens where it is decided how it comes out, though others came to
// believe in the lock before.
func TestTelling(t *testing.T) {
	const s = trace.Time(trace.Second)
	end := func(verdict string) trace.Event { return trace.Event{Kind: trace.End, T: 9 * s, Verdict: verdict} }
	for name, row := range map[string]struct {
		events []trace.Event
		want   trace.Time
	}{
		"broken": {[]trace.Event{
			{Kind: trace.Violation, T: 1 * s, Rule: trace.RuleDoubleVote}, {Kind: trace.Violation, T: 2 * s, Rule: trace.RuleTwoBelievers},
			{Kind: trace.Violation, T: 3 * s, Rule: trace.RuleMutualExclusion}, {Kind: trace.Violation, T: 4 * s, Rule: trace.RuleDoubleCharge}, end(trace.VerdictBroken)}, 3 * s},
		"refused": {[]trace.Event{{Kind: trace.Violation, T: 2 * s, Rule: trace.RuleTwoBelievers}, {Kind: trace.Write, T: 4 * s}, end(trace.VerdictGuarded)}, 4 * s},
		"calm":    {[]trace.Event{{Kind: trace.Enter, T: 1 * s}, {Kind: trace.Fault, T: 2 * s}, end(trace.VerdictOK)}, 2 * s},
		"calmer":  {[]trace.Event{{Kind: trace.Enter, T: 1 * s}, end(trace.VerdictOK)}, 1 * s},
		"empty":   {[]trace.Event{end(trace.VerdictOK)}, 0},
	} {
		if got := telling(row.events); got != row.want {
			t.Errorf("%s: the figure opens at %v, want %v", name, got, row.want)
		}
	}
}

// No scenario opens where nothing is to be seen yet.
func TestScenariosOpenWithinThem(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	for _, name := range library.Names() {
		events, err := library.Play(engine, &run.Run{Scenario: name}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if at := telling(events); at == 0 {
			t.Errorf("%s opens at its beginning", name)
		}
	}
}

// Of more steps than there is room for the chief ones are told first, then those that
// show how the lock works; and always how it ends.
func TestChoose(t *testing.T) {
	for name, row := range map[string]struct {
		ranks []rank
		most  int
		want  []bool
	}{
		"all":         {[]rank{minor, second, chief}, 3, []bool{true, true, true}},
		"chief first": {[]rank{second, minor, chief, second, chief}, 3, []bool{true, false, true, false, true}},
		"no minor":    {[]rank{minor, minor, second, chief}, 3, []bool{false, false, true, true}},
		"the end":     {[]rank{chief, chief, chief, chief}, 2, []bool{true, false, false, true}},
	} {
		if got := choose(row.ranks, row.most); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", name, got, row.want)
		}
	}
}

// Of many steps those between the chief ones are folded, and none is lost.
func TestFolded(t *testing.T) {
	s, _ := newSite(t)
	v := s.view("en", "")
	var steps []toldStep
	for i := range shownMost + 1 {
		steps = append(steps, toldStep{Time: strconv.Itoa(i) + " s", Chief: i%50 == 0 || i == 49})
	}
	if got := v.folded(steps[:shownMost]); len(got) != 1 || got[0].Fold != "" {
		t.Errorf("few steps are folded: %+v", got)
	}
	n := 0
	for _, part := range v.folded(steps) {
		if (part.Fold != "") == part.Steps[0].Chief {
			t.Errorf("%q stands for %+v", part.Fold, part.Steps)
		}
		n += len(part.Steps)
	}
	if n != len(steps) {
		t.Errorf("%d steps are told of %d", n, len(steps))
	}
	if got := v.folded(steps)[1].Fold; got != "48 steps in between, from 1 s to 48 s" {
		t.Errorf("in their place stands %q", got)
	}
}
