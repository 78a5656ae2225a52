package socket

import (
	"context"
	"crypto/sha256"
	"errors"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"

	"lockstep/lessons"
	"lockstep/server/runs"
	"lockstep/server/turns"
	"lockstep/sim/because"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/verdict"
	"lockstep/web/wire"
)

// course is real runs, of which a verdict has something to say.
type course struct {
	broken, held string // links
	traces       map[string]runs.Trace
}

func play(t testing.TB) *course {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	c := &course{traces: make(map[string]runs.Trace)}
	add := func(r *run.Run) string {
		events, err := library.Play(engine, r, 0)
		if err != nil {
			t.Fatal(err)
		}
		weight := 0
		for i := range events {
			weight += runs.Weight(&events[i])
		}
		c.traces[r.Link()] = runs.Trace{Events: events, Bytes: weight}
		return r.Link()
	}
	c.broken = add(&run.Run{Scenario: "clock-jump"})
	c.held = add(&run.Run{Scenario: "clock-jump", Params: []run.Param{{Name: "clients.B.start", Value: "9s"}}})
	return c
}

// judged is what a page is to hear of a run.
func (c *course) judged(t *testing.T, link, lang string) wire.Outcome {
	return outcome(verdict.Judge(phrases(t)[lang], because.Pointers(c.traces[link].Events)))
}

// perform has a server play the course.
func (c *course) perform(t *testing.T, limits Limits) *site {
	s := serve(t, limits)
	s.traces.played = make(map[string]runs.Trace)
	for link, t := range c.traces {
		s.traces.played[link] = t
	}
	return s
}

func TestTheVerdictFollowsTheLastBatch(t *testing.T) {
	c := play(t)
	n, begun := len(c.traces[c.broken].Events), 0
	for c.traces[c.broken].Events[begun].T <= 1 {
		begun++
	}
	for _, tt := range []struct {
		name     string
		ask      wire.Ask
		lang     string // of the verdict; empty for none
		from, to int    // the events that come
	}{
		{"in English", wire.Ask{Until: 1e12, Lang: "en"}, "en", 0, n},
		{"in Malay", wire.Ask{Until: 1e12, Lang: "ms"}, "ms", 0, n},
		{"in Chinese", wire.Ask{Until: 1e12, Lang: "zh"}, "zh", 0, n},
		{"in a language that nobody speaks here", wire.Ask{Until: 1e12, Lang: "tlh"}, "en", 0, n},
		{"alone, when the page has all events", wire.Ask{From: n, Lang: "zh"}, "zh", n, n},
		{"beside what a base lacks", wire.Ask{Until: 1e12, Lang: "en", Base: c.held, Have: 1}, "en", 1, n},
		{"not unasked", wire.Ask{Until: 1e12}, "", 0, n},
		{"not of a part", wire.Ask{Until: 1, Lang: "en"}, "", 0, begun},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limits := DefaultLimits()
				limits.BatchBytes = 1 // an event is a batch
				p := c.perform(t, limits).open()
				tt.ask.ID, tt.ask.Run = 7, c.broken
				p.ask(tt.ask)
				for next, first := tt.from, true; first || next < tt.to; first = false {
					b, problem := p.answer()
					if problem != nil {
						t.Fatal(problem.Text)
					}
					if len(b.Events) > 0 && b.Events[0].Seq != next {
						t.Fatalf("event %d comes where %d should", b.Events[0].Seq, next)
					}
					next += len(b.Events)
				}
				if tt.lang != "" {
					want := &wire.Verdict{ID: 7, Outcome: c.judged(t, c.broken, tt.lang)}
					if got := p.hear(); !reflect.DeepEqual(got, want) || want.Verdict != trace.VerdictBroken {
						t.Errorf("after the events came %+v, want %+v", got, want)
					}
				}
				p.ask(wire.Ask{ID: 8, Run: linkOf("light", 1)})
				if b, _ := p.answer(); b == nil || b.ID != 8 {
					t.Errorf("then came %+v, want the answer to question 8", b)
				}
			})
		})
	}
}

// A class that opens one run together has it judged once for each language.
func TestOutcomesAreRemembered(t *testing.T) {
	c := play(t)
	synctest.Test(t, func(t *testing.T) {
		s := c.perform(t, DefaultLimits())
		for range 3 {
			p := s.open()
			for _, lang := range []string{"en", "zh", "tlh"} {
				p.ask(wire.Ask{ID: 1, Run: c.held, From: len(c.traces[c.held].Events), Lang: lang})
				p.answer()
				if v, ok := p.hear().(*wire.Verdict); !ok || v.Verdict != trace.VerdictOK {
					t.Fatalf("got %+v", v)
				}
			}
		}
		if n := s.hub.judges.verdicts.Len(); n != 2 {
			t.Errorf("%d outcomes are remembered, want 2", n)
		}
	})
}

func TestComparisonsAreAnswered(t *testing.T) {
	c := play(t)
	for _, tt := range []struct {
		name string
		q    wire.Compare
		lang string
	}{
		{"what was before with what is now", wire.Compare{A: c.broken, B: c.held, Lang: "en"}, "en"},
		{"two branches by name", wire.Compare{A: c.held, B: c.broken, NameA: "B 晚来", NameB: "原样", Lang: "zh"}, "zh"},
		{"a run with itself", wire.Compare{A: c.held, B: c.held, Lang: "ms"}, "ms"},
		{"in no language", wire.Compare{A: c.broken, B: c.held}, "en"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := c.perform(t, DefaultLimits()).open()
				tt.q.ID = 5
				p.compare(tt.q)
				got, ok := p.hear().(*wire.Comparison)
				found := verdict.Compare(phrases(t)[tt.lang], because.Pointers(c.traces[tt.q.A].Events), because.Pointers(c.traces[tt.q.B].Events), tt.q.NameA, tt.q.NameB)
				want := wire.Comparison{
					ID: 5, Same: found.Same, FirstA: found.FirstA, FirstB: found.FirstB, At: found.At, Changed: found.Changed,
					A: c.judged(t, tt.q.A, tt.lang), B: c.judged(t, tt.q.B, tt.lang),
				}
				if !ok || *got != want || want.Changed == "" {
					t.Errorf("got  %+v\nwant %+v", got, want)
				}
			})
		})
	}
}

func TestWhatCannotBeCompared(t *testing.T) {
	c := play(t)
	for _, tt := range []struct {
		name string
		a, b string
		want wire.Reason
	}{
		{"no link", "%%%", c.held, wire.ReasonLink},
		{"no scenario", c.held, linkOf("unknown", 1), wire.ReasonScenario},
		{"a fault of ours", linkOf("fault", 1), c.held, wire.ReasonFault},
		{"what takes too much memory", c.held, linkOf("heavy", 20), wire.ReasonBusy},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limits := DefaultLimits()
				limits.AnswerBytes = 1 << 20
				s := c.perform(t, limits)
				p := s.open()
				p.compare(wire.Compare{ID: 6, A: tt.a, B: tt.b, Lang: "en"})
				if _, problem := p.answer(); problem == nil || problem.ID != 6 || problem.Reason != tt.want {
					t.Fatalf("got %+v, want a problem of the sort %q", problem, tt.want)
				}
				p.compare(wire.Compare{ID: 7, A: c.held, B: c.broken, Lang: "en"})
				if x, ok := p.hear().(*wire.Comparison); !ok || x.ID != 7 {
					t.Errorf("after a problem came %+v", x)
				}
			})
		})
	}
}

// Few judge at once. Who waits for that can turn to another question, of either kind,
// holds no traces meanwhile, and leaves nothing taken.
func TestWhoWaitsForTheJudgesCanTurnAway(t *testing.T) {
	c := play(t)
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		limits.LightBytes, limits.Judges = 0, 1
		s := c.perform(t, limits)
		busy := func(q *turns.Queue) (done func()) { // somebody is at work
			t.Helper()
			done, err := q.Take(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return done
		}
		judged, compared := busy(s.hub.judges.turns), busy(s.hub.pairs)
		nothingHeld := func() {
			t.Helper()
			if left := s.hub.memory.left; left != limits.AnswerBytes {
				t.Errorf("%d bytes are left of %d", left, limits.AnswerBytes)
			}
		}
		p := s.open()
		p.compare(wire.Compare{ID: 1, A: c.broken, B: c.held, Lang: "en"})
		synctest.Wait()
		nothingHeld()
		p.ask(wire.Ask{ID: 2, Run: c.held, From: len(c.traces[c.held].Events), Lang: "en"})
		if b, _ := p.answer(); b == nil || b.ID != 2 {
			t.Fatalf("got %+v, want the answer to question 2", b)
		}
		synctest.Wait() // its verdict is waited for
		nothingHeld()
		p.compare(wire.Compare{ID: 3, A: c.held, B: c.broken, Lang: "en"})
		synctest.Wait()
		nothingHeld()
		compared()
		judged()
		if x, ok := p.hear().(*wire.Comparison); !ok || x.ID != 3 {
			t.Errorf("got %+v, want the answer to question 3", x)
		}
		synctest.Wait()
		nothingHeld()
		busy(s.hub.judges.turns)() // it would wait for a turn that nobody gives back
		busy(s.hub.pairs)()
	})
}

// Of a pair of runs that one asks for time and again, only the first question costs: so
// a page that lost its connection, or turned away and back, costs nothing. Each answer is
// that to its question, in its language and with its names.
func TestComparisonsAreRemembered(t *testing.T) {
	c := play(t)
	synctest.Test(t, func(t *testing.T) {
		s := c.perform(t, DefaultLimits())
		q := wire.Compare{A: c.broken, B: c.held, NameA: "main", NameB: "late", Lang: "en"}
		asked := func(change func(*wire.Compare)) wire.Comparison {
			t.Helper()
			next := q
			next.ID++
			change(&next)
			q.ID = next.ID
			p := s.open()
			p.compare(next)
			x, ok := p.hear().(*wire.Comparison)
			if !ok || x.ID != next.ID {
				t.Fatalf("got %+v", x)
			}
			return *x
		}
		same := func(*wire.Compare) {}
		first := asked(same)
		fetched := len(s.traces.called)
		for range 3 {
			again := asked(same)
			if again.ID = first.ID; again != first {
				t.Errorf("got %+v, want %+v", again, first)
			}
		}
		if n := len(s.traces.called) - fetched; n != 0 {
			t.Errorf("what is remembered had %d runs fetched", n)
		}
		if got := asked(func(q *wire.Compare) { q.NameB = "other" }); got.Changed == first.Changed {
			t.Errorf("of another name it says %q", got.Changed)
		}
		if got := asked(func(q *wire.Compare) { q.Lang = "zh" }); got.Changed == first.Changed {
			t.Errorf("in Chinese it says %q", got.Changed)
		}
		if got := asked(func(q *wire.Compare) { q.A, q.B = q.B, q.A }); got.A != first.B || got.B != first.A {
			t.Errorf("the other way round: %+v", got)
		}
		j := s.hub.judges
		if j.compared.Len() != 4 || j.verdicts.Len() != 4 {
			t.Errorf("%d comparisons and %d verdicts are remembered, want 4 and 4", j.compared.Len(), j.verdicts.Len())
		}
	})
}

// A comparison takes the verdicts that are known from the pages that show the runs.
func TestComparisonsJudgeNothingAgain(t *testing.T) {
	c, j := play(t), newJudges(phrases(t), DefaultLimits())
	for link, tr := range c.traces {
		j.verdicts.Add(judgedRun{sha256.Sum256([]byte(link)), "en"}, verdict.Verdict{Outcome: trace.VerdictOK, Headline: link, Seq: len(tr.Events)})
	}
	x := j.compare(wire.Compare{A: c.broken, B: c.held, Lang: "en"}, c.traces[c.broken], c.traces[c.held])
	if x.A.Headline != c.broken || x.B.Headline != c.held {
		t.Errorf("got %+v, want what was remembered", x)
	}
}

// A run that the judge breaks at takes neither its turn with it nor the server.
func TestAJudgeThatBreaks(t *testing.T) {
	j := newJudges(phrases(t), Limits{Judges: 1, Outcomes: 1, Comparisons: 1})
	if err := j.turn(t.Context(), func() { panic("index out of range") }); !errors.Is(err, errJudge) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := j.turn(ctx, func() { t.Error("it is done for nobody") }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	next := false
	if err := j.turn(t.Context(), func() { next = true }); err != nil || !next {
		t.Errorf("whoever is next got %v", err)
	}
}

// However many pages of one address want a judge, one of another waits for no more than
// who is at work.
func TestACrowdOfOneAddressKeepsNobodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJudges(phrases(t), Limits{Judges: 1, Outcomes: 1, Comparisons: 1})
		var done []string
		free := make(chan struct{})
		want := func(place string) {
			go j.turn(turns.For(t.Context(), place), func() { <-free; done = append(done, place) })
			synctest.Wait()
		}
		for range 50 {
			want("class")
		}
		want("home")
		close(free)
		synctest.Wait()
		if at := slices.Index(done, "home"); len(done) != 51 || at != 1 {
			t.Errorf("home's turn comes after %d others of %d, want 1", at, len(done))
		}
	})
}

// Who asks for a run waits for one of a comparison at most, even behind the same address.
func TestComparisonsLetRunsPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		limits.Judges = 1
		s := serve(t, limits)
		s.traces.turns = turns.New(1)
		held, wanted := linkOf("light", 1), linkOf("light", 2)
		release := s.traces.hold(held)
		s.open().ask(wire.Ask{ID: 1, Run: held})
		synctest.Wait()
		for i := range uint64(20) {
			s.open().compare(wire.Compare{ID: 2, A: linkOf("heavy", i), B: linkOf("heavy", 100+i), Lang: "en"})
			synctest.Wait()
		}
		p := s.open()
		p.ask(wire.Ask{ID: 3, Run: wanted})
		synctest.Wait()
		release()
		if b, _ := p.answer(); b == nil || b.ID != 3 {
			t.Errorf("got %+v, want the answer to question 3", b)
		}
		synctest.Wait()
		if at := slices.Index(s.traces.begun, wanted); at > 2 {
			t.Errorf("the run is played after %d others, want 2 at most", at)
		}
	})
}

// BenchmarkCompare compares two runs of the most events that a run may have, which
// differ at the very end: what one question may cost at most.
func BenchmarkCompare(b *testing.B) {
	c := play(b)
	all, err := lessons.Catalogs(lessons.FS)
	if err != nil {
		b.Fatal(err)
	}
	j := newJudges(all, DefaultLimits())
	x := longest(c.traces[c.broken].Events, 0)
	y := longest(c.traces[c.broken].Events, 1)
	b.ReportAllocs()
	for b.Loop() {
		j.verdicts.Purge()
		j.compared.Purge()
		j.compare(wire.Compare{A: "x", B: "y", Lang: "en"}, x, y)
	}
}

// longest repeats what happens in a run until it has 20,000 events, the last but one of
// them later than they would be.
func longest(events []trace.Event, later trace.Time) runs.Trace {
	const most = 20_000
	last := len(events) - 1
	all := append([]trace.Event(nil), events[:1]...)
	for len(all) < most-1 {
		for i := 1; i < last && len(all) < most-1; i++ {
			e := events[i]
			e.Seq, e.T = len(all), e.T+events[last].T*trace.Time(len(all)/last)
			all = append(all, e)
		}
	}
	all[len(all)-1].T += later
	end := events[last]
	end.Seq, end.T = len(all), all[len(all)-1].T
	return runs.Trace{Events: append(all, end)}
}
