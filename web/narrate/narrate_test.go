package narrate_test

import (
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/trace"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
)

func TestEvent(t *testing.T) {
	english := catalog(t, "en")
	for _, tt := range allSentences() {
		t.Run(tt.name, func(t *testing.T) {
			if got := narrate.Event(english, state(tt.event, tt.before), &tt.event); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if got := narrate.Sign(state(tt.event, tt.before), &tt.event); got != tt.mark {
				t.Errorf("sign: got %q, want %q", got, tt.mark)
			}
		})
	}
}

// Every kind has a sentence above, so the other languages say something about
// every kind too, with nothing missing or unfilled.
func TestEventInEveryLanguage(t *testing.T) {
	seen := make(map[trace.Kind]bool)
	for _, lang := range phrase.Languages {
		c := catalog(t, lang)
		for _, tt := range allSentences() {
			seen[tt.event.Kind] = true
			got := narrate.Event(c, state(tt.event, tt.before), &tt.event)
			for _, sign := range []string{"{", "}", "event.", "phase.", "word.", "unit."} {
				if strings.Contains(got, sign) {
					t.Errorf("%s, %s: %q stands in %q", lang, tt.name, sign, got)
				}
			}
			if lang != "en" && got == tt.want {
				t.Errorf("%s, %s: English: %q", lang, tt.name, got)
			}
		}
	}
	for k := trace.Start; k.Valid(); k++ {
		if !seen[k] {
			t.Errorf("no sentence for %s is tested", k)
		}
	}
}

// With one node, no sentence speaks of several.
func TestPhasesWithOneNode(t *testing.T) {
	english := catalog(t, "en")
	alone := cast
	alone.Nodes = cast.Nodes[:1]
	st := trace.Fold([]trace.Event{alone}, 0)
	for _, tt := range []struct{ phase, want string }{
		{"ask", "Step 2 of 5: A asks the only node, with a timeout."},
		{"read-clock-again", "Step 3 of 5: the node has answered or run out of time, and A reads its clock again."},
		{"let-go", "Step 5 of 5: A has no lock, so it lets go on the node, even if no answer came."},
		{"give-back", "A is done with the lock and will let go of it."},
	} {
		if got := narrate.Event(english, st, &trace.Event{Kind: trace.Phase, Who: "A", Phase: tt.phase}); got != tt.want {
			t.Errorf("%s: got  %q\nwant %q", tt.phase, got, tt.want)
		}
	}
	got := narrate.Group(english, st, []trace.Event{{Kind: trace.Phase, Who: "A", Phase: "ask"}, asks})
	if want := "Step 2 of 5: A asks n1: SET lock:invoice:42 a7f3… NX PX 10000."; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Chance has already decided about a message when it leaves, but nobody there
// can know.
func TestSendDoesNotTellTheEnd(t *testing.T) {
	for _, lang := range phrase.Languages {
		c := catalog(t, lang)
		for _, e := range []trace.Event{asks, answers, letGo} {
			doomed, fine := e, e
			doomed.Arrive, fine.Arrive = 0, e.T.Add(3*ms)
			before := state(e, []trace.Event{begins})
			if a, b := narrate.Event(c, before, &doomed), narrate.Event(c, before, &fine); a != b {
				t.Errorf("%s: of the lost one %q, of the other %q", lang, a, b)
			}
		}
	}
}

func TestGroup(t *testing.T) {
	c := catalog(t, "en")
	to := func(e trace.Event, node, msg string) trace.Event {
		e.To, e.Msg = node, msg
		return e
	}
	for _, tt := range []struct {
		name   string
		events []trace.Event
		want   string
	}{
		{"nothing", nil, ""},
		{"questions at once", []trace.Event{asks, to(asks, "n2", "A/1/set>n2"), to(asks, "n3", "A/1/set>n3")},
			"A asks n1, n2 and n3 at once: SET lock:invoice:42 a7f3… NX PX 10000."},
		{"questions at once to a node that is listed twice", []trace.Event{asks, to(asks, "n1", "A/1/set.2>n1"), to(asks, "n2", "A/1/set>n2")},
			"A asks n1, n1 and n2 at once: SET lock:invoice:42 a7f3… NX PX 10000."},
		{"releases at once", []trace.Event{letGo, to(letGo, "n2", "A/1/del>n2")},
			"A asks n1 and n2 at once to delete lock:invoice:42, but only where A’s token a7f3… is still in it."},
		{"questions that begin a phase", []trace.Event{{Kind: trace.Phase, Who: "A", Phase: "ask"}, asks, to(asks, "n2", "A/1/set>n2")},
			"Step 2 of 5: A asks n1 and n2 at once: SET lock:invoice:42 a7f3… NX PX 10000."},
		{"releases that begin a phase", []trace.Event{{Kind: trace.Phase, Who: "A", Phase: "let-go"}, letGo, to(letGo, "n2", "A/1/del>n2")},
			"Step 5 of 5: A has no lock, so it lets go. It should do so on every node, also where no answer came."},
		{"the first of several questions in turn", []trace.Event{begins, {Kind: trace.Phase, Who: "A", Phase: "ask"}, asks},
			"Step 2 of 5: A asks n1 first: SET lock:invoice:42 a7f3… NX PX 10000. The other nodes follow, one after another."},
		{"one question", []trace.Event{begins, asks},
			"A asks n1: SET lock:invoice:42 a7f3… NX PX 10000."},
		{"what matters most", []trace.Event{asks, sets, answers},
			"n1 has no such key yet, so it sets A’s, for 10 s, and answers OK."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := narrate.Group(c, state(begins, nil), tt.events); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// A clock that is behind shows a time before the run's beginning.
func TestReadings(t *testing.T) {
	english := catalog(t, "en")
	for _, tt := range []struct {
		until trace.Local
		want  string
	}{
		{0, "0.000 s"},
		{999, "0.000 s"},
		{1_000, "0.001 s"},
		{494_000, "0.494 s"},
		{61_060_000, "61.060 s"},
		{-999, "0.000 s"},
		{-1_000, "−0.001 s"},
		{-494_000, "−0.494 s"},
		{-999_999, "−0.999 s"},
		{-1_000_000, "−1.000 s"},
		{-61_060_000, "−61.060 s"},
	} {
		e := holds
		e.Until = tt.until
		if got := narrate.Event(english, state(e, nil), &e); !strings.Contains(got, " "+tt.want) {
			t.Errorf("%d: %q is not in %q", tt.until, tt.want, got)
		}
	}
}

func TestShort(t *testing.T) {
	for word, want := range map[string]string{
		tokenA: "a7f3", "5573789671563384": "5573", "10000": "10000", "1234567890123": "1234567890123", key: key, "facade": "facade", "": "",
	} {
		if got := narrate.Short(word); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}

// state is the world after the cast's start and the events before e.
func state(e trace.Event, before []trace.Event) *trace.State {
	if e.Kind == trace.Start {
		return &trace.State{}
	}
	if len(before) == 0 || before[0].Kind != trace.Start {
		before = append([]trace.Event{cast}, before...)
	}
	return trace.Fold(before, 1<<40)
}

func catalog(t *testing.T, lang string) phrase.Catalog {
	t.Helper()
	c, err := lessons.Phrases(lessons.FS, lang)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
