package attempt

import (
	"strings"
	"testing"

	"lockstep/sim/goal"
	"lockstep/sim/trace"
)

// half is a run in which A and then B have the lock, and a write of A's is refused.
var half = []trace.Event{
	{Kind: trace.Hold, T: 1_000_000, Who: "A"},
	{Kind: trace.Hold, T: 4_000_000, Who: "B"},
	{Kind: trace.Violation, T: 4_000_000, Rule: trace.RuleTwoBelievers, Who: "B"},
	{Kind: trace.Write, T: 6_000_000, Who: "A"},
	{Kind: trace.End, T: 7_000_000, Verdict: trace.VerdictGuarded},
}

// Of a goal that is not met it is said which of its parts are missing, and which are there.
func TestWhatIsMissing(t *testing.T) {
	said := catalogs(t)["en"]
	for text, want := range map[string]string{
		"violated(oversold)":                                   "Not yet. Missing: more is sold than there was.",
		"violated(mutual-exclusion) and refused(A)":            "Not yet. Missing: two clients are inside at the same time. Met: a write of A’s is refused.",
		"not holds(A) and not holds(B)":                        "Not yet. Missing: A never gets the lock; B never gets the lock.",
		"not (holds(A) or holds(C))":                           "Not yet. Missing: A never gets the lock. Met: C never gets the lock.",
		"not outcome(guarded)":                                 "Not yet. Missing: the outcome is not “guarded”.",
		"never(two-believers) and (writes(A) or writes(B))":    "Not yet. Missing: no two clients believe at the same time that they hold the lock; a write of A’s is taken, or a write of B’s is taken.",
		"not (holds(A) and refused(A)) and holds(B, after 2s)": "Not yet. Missing: A never gets the lock, or no write of A’s is refused. Met: B gets the lock at 2 s or later.",
		"holds(B, before 3s) or holds(C) and promoted(n2)":     "Not yet. Missing: B gets the lock before 3 s, or C gets the lock and n2 becomes the primary.",
	} {
		g, err := goal.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if g.Met(half) {
			t.Fatalf("%s is met", text)
		}
		if got := lacks(said, g, half); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// Whatever a goal may claim has its words in every language, and so has its opposite.
func TestEveryClaimHasWords(t *testing.T) {
	var atoms []string
	for _, rule := range trace.Rules {
		atoms = append(atoms, "violated("+rule+")", "never("+rule+")")
	}
	for _, outcome := range trace.Verdicts {
		atoms = append(atoms, "outcome("+outcome+")")
	}
	atoms = append(atoms, "holds(A)", "holds(A, before 5s)", "holds(A, after 5s)", "writes(A)", "refused(A)", "promoted(n2)")
	for lang, c := range catalogs(t) {
		told := make(map[string]string)
		for _, atom := range atoms {
			for _, text := range []string{atom, "not " + atom} {
				g, err := goal.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				parts := g.Parts()
				words := parts[0].Tell(claims{c})
				if len(parts) != 1 || words == "" || strings.Contains(words, "goal.") || strings.Contains(words, "{") {
					t.Errorf("%s: %s is told as %q, in %d parts", lang, text, words, len(parts))
				}
				// That a rule is never violated is the one thing that is written in two ways.
				plain := strings.Replace(strings.Replace(text, "not never", "violated", 1), "not violated", "never", 1)
				if other, ok := told[words]; ok && other != plain {
					t.Errorf("%s: %s and %s are both told as %q", lang, text, other, words)
				}
				told[words] = plain
			}
		}
	}
}
