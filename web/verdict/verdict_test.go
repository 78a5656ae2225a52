package verdict_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"lockstep/lessons"
	"lockstep/sim/because"
	"lockstep/sim/golden"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
	"lockstep/web/verdict"
)

// How every scenario and every cell comes out is written down in each language, for a
// person to read. The instant and the event that a verdict points to belong together
// and decide it, nothing is left unfilled, every number is one of the trace's, and it
// fits.
func TestVerdicts(t *testing.T) {
	var texts [3]strings.Builder
	var said [3]phrase.Catalog
	for i, lang := range phrase.Languages {
		said[i] = catalog(t, lang)
	}
	courses(t, func(name string, events []*trace.Event) {
		known := numbersOf(events)
		for i, lang := range phrase.Languages {
			v := verdict.Judge(said[i], events)
			texts[i].WriteString(name + " (" + v.Outcome + ")\n")
			for _, line := range []string{v.Headline, v.Why, v.Promise} {
				if line != "" {
					texts[i].WriteString("    " + line + "\n")
				}
			}
			check(t, name+", "+lang, events, v)
			text := v.Headline + " " + v.Why + " " + v.Promise
			for _, n := range digits.FindAllString(text, -1) {
				if !known[n] {
					t.Errorf("%s, %s: %s is not in the trace: %q", name, lang, n, text)
				}
			}
			if n := wide(text); n > most[lang] {
				t.Errorf("%s, %s: %d wide: %q", name, lang, n, text)
			}
		}
	})
	for i, lang := range phrase.Languages {
		golden.Compare(t, "testdata/verdicts."+lang+".txt", texts[i].String())
	}
}

// most is how wide a verdict may be: two lines of a wide page, some seven of a
// telephone's. A character of Chinese is as wide as two.
var most = map[string]int{"en": 300, "ms": 335, "zh": 236}

var digits = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

func check(t *testing.T, name string, events []*trace.Event, v verdict.Verdict) {
	t.Helper()
	if v.Outcome != events[len(events)-1].Verdict {
		t.Errorf("%s: the outcome is %q", name, v.Outcome)
	}
	if e := pointed(t, name, events, v); e != nil && v.Outcome != trace.VerdictOK && v.Outcome != trace.VerdictStuck &&
		e.Kind != trace.Violation && !because.Refusal(e) {
		t.Errorf("%s: it points to a %s", name, e.Kind)
	}
	if v.Outcome == trace.VerdictStuck && v.At == 0 {
		t.Errorf("%s: it points to where nothing is to be seen", name)
	}
	if text := v.Headline + v.Why + v.Promise; strings.ContainsAny(text, "{}") || strings.Contains(text, "verdict.") {
		t.Errorf("%s: %q", name, text)
	}
}

// pointed returns the event that a verdict points to.
func pointed(t *testing.T, name string, events []*trace.Event, v verdict.Verdict) *trace.Event {
	t.Helper()
	if v.Seq < 0 {
		if v.Outcome != trace.VerdictOK {
			t.Errorf("%s is %s, and no event decides it", name, v.Outcome)
		}
		return nil
	}
	e := events[v.Seq]
	if e.T != v.At {
		t.Errorf("%s: event %d is of %v, and the verdict points to %v", name, v.Seq, e.T, v.At)
	}
	return e
}

// numbersOf are all that a verdict may give: instants, spans, ratios, numbers of the
// resource and of votes, and those in names.
func numbersOf(events []*trace.Event) map[string]bool {
	known := make(map[string]bool)
	for _, e := range events {
		ms := int64(e.T) / 1000
		known[strconv.FormatInt(ms/1000, 10)+"."+strconv.FormatInt(1000+ms%1000, 10)[1:]] = true
		known[strconv.FormatInt(e.Fence, 10)] = true
		known[strconv.Itoa(len(e.Acks))] = true
		for _, text := range []string{
			e.Lasts.String(), e.Offset.String(), e.Elapsed.String(), trace.Decimal(e.Rate, 6),
			string(e.Node), e.Who, e.From, e.Resource,
		} {
			for _, n := range digits.FindAllString(text, -1) {
				known[n] = true
			}
		}
	}
	return known
}

func wide(text string) (n int) {
	for _, r := range text {
		n++
		if unicode.Is(unicode.Han, r) || '\u3000' <= r && r <= '\u303f' || '\uff00' <= r && r <= '\uffef' {
			n++
		}
	}
	return n
}

// Whatever somebody does to a run, and wherever it stops, its verdict is whole and of
// its trace.
func TestVerdictsOfMischief(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	outcomes := make(map[string]int)
	for i, name := range library.Names() {
		c := catalog(t, phrase.Languages[i%len(phrase.Languages)])
		for _, until := range []trace.Time{0, trace.Time(trace.Second), trace.Time(2500 * trace.Millisecond)} {
			played, err := library.Play(engine, &run.Run{Scenario: name, Actions: mischief}, until)
			if err != nil {
				t.Fatal(err)
			}
			events := because.Pointers(played)
			v := verdict.Judge(c, events)
			check(t, name, events, v)
			known := numbersOf(events)
			for _, n := range digits.FindAllString(v.Why, -1) {
				if !known[n] {
					t.Errorf("%s: %s is not in the trace: %q", name, n, v.Why)
				}
			}
			outcomes[v.Outcome]++
		}
	}
	if len(outcomes) < 3 {
		t.Errorf("they came to %v alone", outcomes)
	}
}

// As long as a run's end is not known nothing is said of it, also if much is wrong
// already.
func TestNoVerdictBeforeTheEnd(t *testing.T) {
	english := catalog(t, "en")
	events := played(t, &run.Run{Scenario: "clock-jump"})
	for _, some := range [][]*trace.Event{nil, events[:1], events[:len(events)-1]} {
		v := verdict.Judge(english, some)
		if v != (verdict.Verdict{Headline: "The run is still being computed.", Seq: -1}) {
			t.Errorf("%d events: %+v", len(some), v)
		}
	}
}

// Outcomes that no scenario of the course comes to.
func TestVerdictOf(t *testing.T) {
	english := catalog(t, "en")
	const s = trace.Time(1_000_000)
	client := func(id trace.ClientID) trace.ClientInfo {
		return trace.ClientInfo{ID: id, Lock: trace.LockToken, Key: "lock", Nodes: []trace.NodeID{"n1"}, Resource: "it"}
	}
	start := trace.Event{Kind: trace.Start, Nodes: []trace.NodeInfo{{ID: "n1"}}, Clients: []trace.ClientInfo{client("A"), client("B")}}
	enter := func(who string, t trace.Time) trace.Event {
		return trace.Event{Kind: trace.Enter, Who: who, Resource: "it", T: t}
	}
	leave := func(who string, t trace.Time) trace.Event {
		return trace.Event{Kind: trace.Leave, Who: who, Resource: "it", T: t}
	}
	for _, row := range []struct {
		name, verdict, end string
		events             []trace.Event
		want               string
	}{
		{"nobody wants in", trace.VerdictOK, trace.EndNothingLeft, nil, "Nobody got in: No client came to hold the lock."},
		{"all give up", trace.VerdictOK, trace.EndNothingLeft, []trace.Event{{Kind: trace.Phase, Who: "A", Phase: trace.PhaseGaveUp}}, "Nobody got in: A gave up."},
		{"a limit comes first", trace.VerdictOK, trace.EndTime, []trace.Event{enter("A", s)}, "Mutual exclusion held: A is inside from 1.000 s on. The run stopped there: 10 virtual minutes are the limit of a run."},
		{"one comes again", trace.VerdictOK, trace.EndNothingLeft, []trace.Event{enter("A", s), leave("A", 2*s), enter("A", 3*s), leave("A", 4*s)}, "Mutual exclusion held: Only A was inside, several times."},
		{"in different places", trace.VerdictOK, trace.EndNothingLeft, []trace.Event{enter("A", s), enter("B", 2*s), leave("A", 3*s), leave("B", 4*s)}, "Mutual exclusion held: A and B were inside, never two in the same place."},
		{"one crashes inside", trace.VerdictOK, trace.EndNothingLeft, []trace.Event{enter("A", s), {Kind: trace.Fault, What: trace.WhatCrash, Who: "A", T: 2 * s}}, "Mutual exclusion held: A was inside from 1.000 s to 2.000 s. A crashed inside at 2.000 s."},
		{
			"a break without a cause", trace.VerdictGuarded, trace.EndNothingLeft,
			[]trace.Event{enter("A", s), {Kind: trace.Violation, Rule: trace.RuleMutualExclusion, Who: "B", With: "A", Resource: "it", T: 2 * s, Promised: true}},
			"Mutual exclusion broke at 2.000 s: A and B are both inside it. The data stays intact. A lock with a token rules this out: the fault is in how it is done here.",
		},
		{
			"a refusal", trace.VerdictGuarded, trace.EndNothingLeft,
			[]trace.Event{{Kind: trace.Write, Who: "A", Resource: "it", Why: trace.WhyChanged, T: s}},
			"A write was kept out at 1.000 s: it refuses A’s write: it has changed since it was read. A lock with a token had not promised otherwise under these faults.",
		},
	} {
		events := slices.Concat([]trace.Event{start}, row.events, []trace.Event{{Kind: trace.End, T: 600 * s, Verdict: row.verdict, Why: row.end}})
		for i := range events {
			events[i].Seq = i
		}
		v := verdict.Judge(english, because.Pointers(events))
		if got := strings.TrimSpace(v.Headline + " " + v.Why + " " + v.Promise); got != row.want {
			t.Errorf("%s: got\n%s\nwant\n%s", row.name, got, row.want)
		}
	}
}

// A latency that no fault made is named where a node is not waited for so long.
func TestLatencyAboveTheNodeTimeout(t *testing.T) {
	slow := &run.Run{Scenario: "redlock", Params: []run.Param{{Name: "network.latency", Value: "30ms"}}}
	got := verdict.Judge(catalog(t, "en"), played(t, slow))
	if want := "A waits 50 ms for a node’s answer, and messages to n1, n2, n3, n4 and n5 and back take longer."; got.Why != want {
		t.Errorf("got %q, want %q", got.Why, want)
	}
}
