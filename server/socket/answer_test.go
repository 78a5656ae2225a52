package socket

import (
	"slices"
	"testing"
	"testing/synctest"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/wire"
)

func TestAnswersInBatches(t *testing.T) {
	for _, tt := range []struct {
		name  string
		run   string
		from  int
		until trace.Time
		want  []int // events in each batch
		more  bool  // of the last
	}{
		{"the whole run", linkOf("light", 1300), 0, 10e6, []int{512, 512, 276}, false},
		{"a batch at least", linkOf("light", 1300), 0, 0, []int{512}, true},
		{"until an instant of the second batch", linkOf("light", 1300), 0, 600e3, []int{512, 512}, true},
		{"until the last instant of the first batch", linkOf("light", 1300), 0, 511e3, []int{512}, true},
		{"until the first instant of the second batch", linkOf("light", 1300), 0, 512e3, []int{512, 512}, true},
		{"the end of it", linkOf("light", 1300), 1290, 0, []int{10}, false},
		{"after the end", linkOf("light", 1300), 1300, 0, []int{0}, false},
		{"large events go in small batches", linkOf("heavy", 40), 0, 10e6, []int{15, 15, 10}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limits := DefaultLimits()
				limits.BatchBytes = 1 << 20 // 512 light events weigh less
				p := serve(t, limits).open()
				p.ask(wire.Ask{ID: 7, Run: tt.run, From: tt.from, Until: tt.until})
				seq := tt.from
				for i, n := range tt.want {
					b, problem := p.answer()
					if problem != nil {
						t.Fatal(problem.Text)
					}
					if b.ID != 7 || len(b.Events) != n || b.More != (tt.more || i+1 < len(tt.want)) {
						t.Fatalf("batch %d: id %d, %d events, more %v; want 7, %d, %v", i, b.ID, len(b.Events), b.More, n, tt.more || i+1 < len(tt.want))
					}
					for _, e := range b.Events {
						if e.Seq != seq {
							t.Fatalf("event %d comes where %d should", e.Seq, seq)
						}
						seq++
					}
				}
				// Nothing else comes: the next answer is to the next question.
				p.ask(wire.Ask{ID: 8, Run: linkOf("light", 1)})
				if b, _ := p.answer(); b == nil || b.ID != 8 {
					t.Errorf("after the answer came %+v, want the answer to question 8", b)
				}
			})
		})
	}
}

// What the page has of the run that this one grew from does not travel again. In
// the tests' runs an event is alike in all of a scenario.
func TestABaseSaysWhereTheRunBegins(t *testing.T) {
	for _, tt := range []struct {
		name string
		base string
		have int
		want int // events that are the same
	}{
		{"all that the page has", linkOf("light", 900), 600, 600},
		{"never the last event", linkOf("light", 900), 900, 699},
		{"not beyond the base's end", linkOf("light", 40), 50, 40},
		{"another scenario", linkOf("heavy", 40), 40, 0},
		{"a base that cannot be played", linkOf("unknown", 40), 40, 0},
		{"a base that is no run", "%%%", 40, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := serve(t, DefaultLimits()).open()
				p.ask(wire.Ask{ID: 7, Run: linkOf("light", 700), Until: 10e6, Base: tt.base, Have: tt.have})
				next, same := tt.want, tt.want
				for next < 700 {
					b, problem := p.answer()
					if problem != nil {
						t.Fatal(problem.Text)
					}
					if b.Same != same || len(b.Events) == 0 || b.Events[0].Seq != next {
						t.Fatalf("%d are the same and %d events come from %d on; want %d and from %d on", b.Same, len(b.Events), b.Events[0].Seq, same, next)
					}
					next, same = next+len(b.Events), 0 // of the first batch only
				}
			})
		})
	}
}

// What a page asks for takes the turns of its address.
func TestQuestionsTakeTurnsByAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		p := s.open()
		p.ask(wire.Ask{ID: 1, Run: linkOf("light", 1)})
		p.answer()
		if want := []string{"pipe"}; !slices.Equal(s.traces.places, want) {
			t.Errorf("the turns are of %q, want %q", s.traces.places, want)
		}
	})
}

// A run that is its own base is compared with nothing, whoever is at it.
func TestARunOfWhichThePageHasAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		limits.Bases = 1
		s := serve(t, limits)
		done, err := s.hub.bases.Take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		p, link := s.open(), linkOf("light", 700)
		p.ask(wire.Ask{ID: 1, Run: link, Base: link, Have: 700})
		if b, _ := p.answer(); b == nil || b.Same != 699 || len(b.Events) != 1 {
			t.Errorf("got %+v, want the last event alone", b)
		}
		if len(s.traces.called) != 1 {
			t.Errorf("the run was fetched %d times, want once", len(s.traces.called))
		}
	})
}

// Few are compared with their bases at once. Who waits for that can turn to another
// question, and holds no base meanwhile.
func TestWhoWaitsForABaseCanTurnAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		limits.LightBytes, limits.Bases = 0, 1
		s := serve(t, limits)
		done, err := s.hub.bases.Take(t.Context()) // somebody is at it
		if err != nil {
			t.Fatal(err)
		}
		p, run := s.open(), linkOf("light", 700)
		p.ask(wire.Ask{ID: 1, Run: run, Base: linkOf("light", 900), Have: 600})
		synctest.Wait()
		if held := limits.AnswerBytes - s.hub.memory.left; held != s.traces.played[run].Bytes {
			t.Errorf("%d bytes are held, want those of the run: %d", held, s.traces.played[run].Bytes)
		}
		p.ask(wire.Ask{ID: 2, Run: linkOf("light", 2)})
		if b, _ := p.answer(); b == nil || b.ID != 2 {
			t.Errorf("got %+v, want the answer to question 2", b)
		}
		p.ask(wire.Ask{ID: 3, Run: run, Base: linkOf("light", 900), Have: 600})
		synctest.Wait()
		done()
		if b, _ := p.answer(); b == nil || b.ID != 3 || b.Same != 600 {
			t.Errorf("got %+v, want what follows 600 events", b)
		}
	})
}

func TestAQuestionIsCalledOffWhileItsBaseIsPlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		base := linkOf("light", 7)
		s.traces.hold(base)
		p := s.open()
		p.ask(wire.Ask{ID: 1, Run: linkOf("light", 9), Base: base, Have: 3})
		synctest.Wait()
		p.ask(wire.Ask{ID: 2, Run: linkOf("light", 2)})
		if b, _ := p.answer(); b == nil || b.ID != 2 || s.traces.off != 1 {
			t.Errorf("got %+v, %d called off; want the answer to question 2 alone", b, s.traces.off)
		}
	})
}

func TestProblemsAreInWords(t *testing.T) {
	for _, tt := range []struct {
		name   string
		ask    wire.Ask
		reason wire.Reason
		want   string
	}{
		{"no scenario", wire.Ask{Run: linkOf("unknown", 1)}, wire.ReasonScenario, `there is no scenario "unknown"`},
		{"another engine", wire.Ask{Run: (&run.Run{Engine: "0", Scenario: "unknown"}).Link()}, wire.ReasonEngine, "this run was made by engine 0 and would look different on engine " + world.Version + ", the one here"},
		{"a mistake", wire.Ask{Run: linkOf("mistaken", 1)}, wire.ReasonInput, "TTL (lock.ttl) is 5us: It must be at least 1ms."},
		{"a mistake, to a reader of Chinese", wire.Ask{Run: linkOf("mistaken", 1), Lang: "zh"}, wire.ReasonInput, "TTL（lock.ttl）为 5us：至少须为 1ms。"},
		{"no link", wire.Ask{Run: "%%%"}, wire.ReasonLink, "This link is damaged: it does not describe a run. Was it copied whole?"},
		{"a link of another time", wire.Ask{Run: "_w"}, wire.ReasonVersion, "This link was made by another version of Lockstep, whose links this one does not read."},
		{"a fault of ours", wire.Ask{Run: linkOf("fault", 1)}, wire.ReasonFault, "The server could not play this run. The fault is Lockstep's, and its log says more."},
		{"from beyond the end", wire.Ask{Run: linkOf("light", 3), From: 4}, wire.ReasonBeyond, "This run has 3 events, and the page asked for what comes after 4. Reload the page."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := serve(t, DefaultLimits()).open()
				tt.ask.ID = 9
				p.ask(tt.ask)
				if _, problem := p.answer(); problem == nil || *problem != (wire.Problem{ID: 9, Reason: tt.reason, Text: tt.want}) {
					t.Fatalf("got %+v, want %q", problem, tt.want)
				}
				p.ask(wire.Ask{ID: 10, Run: linkOf("light", 3)})
				if b, _ := p.answer(); b == nil || len(b.Events) != 3 {
					t.Errorf("after a problem the connection gave %+v, want 3 events", b)
				}
			})
		})
	}
}

func TestNewestQuestionWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		first, second, third := linkOf("light", 1), linkOf("light", 2), linkOf("light", 3)
		s.traces.hold(first)
		release := s.traces.hold(third)
		p := s.open()
		p.ask(wire.Ask{ID: 1, Run: first})
		synctest.Wait() // the first is being played
		p.ask(wire.Ask{ID: 2, Run: second})
		p.ask(wire.Ask{ID: 3, Run: third})
		synctest.Wait()
		release()
		for { // the second may have been quick enough to be answered
			b, _ := p.answer()
			if b == nil || b.ID == 1 {
				t.Fatalf("got %+v, want an answer to question 3", b)
			}
			if b.ID == 3 {
				break
			}
		}
		if s.traces.off != 1 {
			t.Errorf("%d questions were called off, want the first", s.traces.off)
		}
	})
}

func TestAnAnswerUnderWayIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		p := s.open()
		p.ask(wire.Ask{ID: 1, Run: linkOf("light", 20_000), Until: 1e12}) // 40 batches
		synctest.Wait()                                                   // one is being written, and nobody reads
		p.ask(wire.Ask{ID: 2, Run: linkOf("light", 5)})
		synctest.Wait()
		old := 0
		for {
			b, _ := p.answer()
			if b.ID == 2 {
				break
			}
			old++
		}
		// One was in the writer's hands. The next one is dropped unread.
		if old > 1 {
			t.Errorf("%d batches of the old answer came after the new question, want at most the one being written", old)
		}
	})
}
