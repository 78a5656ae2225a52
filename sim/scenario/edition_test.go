package scenario

import (
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/world"
)

// What a run can depend on makes another edition, and nothing else does: a comment, a
// quote or a better title leaves the links to a scenario's runs as they are.
func TestEdition(t *testing.T) {
	edition := parsed(t, small).Edition
	if edition == 0 {
		t.Fatal("a scenario has no edition")
	}
	for name, row := range map[string]struct {
		file string
		same bool
	}{
		"a comment":      {"# why\n" + small, true},
		"a quote":        {with("{latency: 1ms}", `{latency: "1ms"}`), true},
		"a title":        {strings.Replace(small, "title: {en: ", "title: {en: Better. ", 1), true},
		"a value":        {with("{latency: 1ms}", "{latency: 2ms}"), false},
		"one more value": {with("{latency: 1ms}", "{latency: 1ms, loss: 1000}"), false},
		"an empty list":  {small + "\nfaults: []\n", false},
		"a name":         {with("takes: 1s", "takes: 1s, write_at: 1s"), false},
	} {
		if got := parsed(t, row.file).Edition; (got == edition) != row.same {
			t.Errorf("%s: the edition is %x, and was %x", name, got, edition)
		}
	}
}

// A link to keep names engine and edition, as long as the run names none of its own, and
// plays as the run does.
func TestLinkToKeep(t *testing.T) {
	l := alone(t, parsed(t, small))
	e := world.NewEngine()
	defer e.Close()
	plain := run.Run{Scenario: "x", Seed: 3}
	kept, err := run.Parse(l.Link(&plain))
	if err != nil || kept.Engine != world.Version || kept.Edition != parsed(t, small).Edition {
		t.Fatalf("the link names engine %q and edition %x, %v", kept.Engine, kept.Edition, err)
	}
	if l.Link(kept) != l.Link(&plain) {
		t.Error("the link of what a link names is another")
	}
	want, err := l.Play(e, &plain, 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := l.Play(e, kept, 0)
	if err != nil || got[len(got)-1].Hash != want[len(want)-1].Hash || got[0].Run != want[0].Run {
		t.Errorf("it plays otherwise than the run: %v", err)
	}
	older := run.Run{Scenario: "x", Engine: "0", Edition: 7}
	if l.Link(&older) != older.Link() {
		t.Error("an older run becomes one of today")
	}
	if unknown := (run.Run{Scenario: "y", Engine: world.Version}); l.Link(&unknown) != unknown.Link() {
		t.Error("a scenario that is not there has an edition")
	}
}
