package player

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/web/wall"
)

// By whatever route, with states kept however far apart, what has happened is the
// fold of it from the beginning.
func TestEveryRouteFoldsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		p.kept = checkpoints{apart: rapid.SampledFrom([]int{1, 2, 3, firstApart}).Draw(t, "apart")}
		check := func() {
			if got := p.State(); !reflect.DeepEqual(got, folded(events, p.Happened())) {
				t.Fatalf("after %d events there is another state", p.Happened())
			}
		}
		step := rapid.IntRange(0, p.Steps()-1)
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) { check() },
			"forward": func(t *rapid.T) {
				for range step.Draw(t, "k") {
					p.Step()
				}
			},
			"back": func(t *rapid.T) {
				for range step.Draw(t, "k") {
					p.Back()
				}
			},
			"home":  func(*rapid.T) { p.Home() },
			"end":   func(*rapid.T) { p.End() },
			"step":  func(t *rapid.T) { p.SeekStep(step.Draw(t, "step")) },
			"scrub": func(t *rapid.T) { p.Seek(wall.Span(rapid.Int64Range(0, int64(p.Length())).Draw(t, "to"))) },
			"list": func(t *rapid.T) {
				i := step.Draw(t, "of")
				s := p.steps.steps[i]
				before, told := p.ToldAt(i)
				if !reflect.DeepEqual(before, folded(events, s.First)) || !reflect.DeepEqual(told, events[s.First:s.End]) {
					t.Fatalf("step %d is told otherwise", i)
				}
			},
			"branch": func(t *rapid.T) {
				n := rapid.IntRange(0, len(events)).Draw(t, "common")
				p = Adopt(p, n)
				p.Add(events[n:], true)
			},
		})
	})
}

// Going back in the longest run folds few events again, and few states are kept for
// that.
func TestKeptStatesAreFewAndNear(t *testing.T) {
	const longest = 20_000
	var c checkpoints
	s := &trace.State{}
	for i := range longest {
		s.Apply(&trace.Event{Kind: trace.Phase, Seq: i})
		c.offer(s)
		if len(c.states) >= mostRetained {
			t.Fatalf("after %d events %d states are kept", i+1, len(c.states))
		}
	}
	if c.apart > 512 {
		t.Errorf("at the end states are %d events apart", c.apart)
	}
	for k := range longest + 1 {
		have := 0
		if near := c.by(k); near != nil {
			have = near.Seq
		}
		if have > k || k-have >= c.apart {
			t.Fatalf("for the state after %d events there is one after %d, with %d between any two", k, have, c.apart)
		}
	}
}

// A state that is kept is nobody's to change.
func TestKeptStatesStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		p.kept = checkpoints{apart: 3}
		p.End()
		p.State()
		for p.Back() {
			p.State()
		}
		p.End()
		p.State()
		for _, s := range p.kept.states {
			if !reflect.DeepEqual(s, folded(events, s.Seq)) {
				t.Fatalf("the state kept after %d events has changed", s.Seq)
			}
		}
		if len(p.kept.states) == 0 {
			t.Fatal("none is kept")
		}
	})
}
