package sweep_test

import (
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"testing"

	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// kept are the rules that no run within Redlock's promises breaks. Keys of dead
// owners may be left behind, since that costs time alone.
var kept = []string{
	trace.RuleMutualExclusion, trace.RuleTwoBelievers, trace.RuleForeignRelease, trace.RuleDoubleVote,
	trace.RuleStaleWrite, trace.RuleLostUpdate, trace.RuleOversold, trace.RuleDoubleCharge,
	trace.RuleFencingOrder, trace.RuleDeadlock,
}

// Within its promises Redlock with all checks never breaks mutual exclusion, nor
// anything that follows from it.
func TestRedlockKeepsItsPromises(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 5000
	}
	counts := sweepAll(t, n, sweep.Within, func(w *sweep.World, events []trace.Event) {
		for i := range events {
			if e := &events[i]; e.Kind == trace.Violation && slices.Contains(kept, e.Rule) {
				t.Errorf("seed %d broke %s at %d: %s, %s; promised: %v", w.Seed, e.Rule, e.T, e.Who, e.Detail, e.Promised)
			}
		}
	})
	t.Logf("\n%s", counts.String())
	for _, what := range []string{
		sweep.Held(trace.LockRedlock), sweep.SplitVote, sweep.TooLate, sweep.LostReply, sweep.ExpiredHeld, sweep.HolderCrash, sweep.Retry,
		sweep.TriggerPulled, sweep.Broke(trace.RuleOrphanKey),
		sweep.OwnLeftover, sweep.CutShort, sweep.ErrorRaised, sweep.Pending, sweep.SpentTaken,
		sweep.DidVerb(trace.WhatCrash), sweep.DidVerb(trace.WhatPause), sweep.DidVerb(trace.WhatStall), sweep.DidVerb(trace.WhatPartition), sweep.DidVerb(trace.WhatLose),
		sweep.DidVerb(trace.WhatSlow), sweep.DidVerb(trace.WhatDrop), sweep.DidVerb(trace.WhatDelay), sweep.DidVerb(trace.WhatDuplicate), sweep.DidVerb(trace.WhatClock),
	} {
		if counts.Of(what)*1000 < n {
			t.Errorf("in %d of %d runs only: %s", counts.Of(what), n, what)
		}
	}
}

// sweepAll plays the worlds of the first n seeds, on all processors, and counts what
// happened. look sees every run; it is called by one goroutine at a time.
func sweepAll(t *testing.T, n int, make func(uint64) *sweep.World, look func(*sweep.World, []trace.Event)) *sweep.Counts {
	defer debug.SetGCPercent(debug.SetGCPercent(800)) // traces are short-lived, and few at a time
	var all sweep.Counts
	var mu sync.Mutex
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		wg.Go(func() {
			e := world.NewEngine()
			defer e.Close()
			var counts sweep.Counts
			for seed := worker; seed < n; seed += workers {
				w := make(uint64(seed))
				events, err := w.Play(e)
				if err != nil {
					t.Errorf("seed %d: %v", seed, err)
					return
				}
				counts.Add(w, events)
				mu.Lock()
				look(w, events)
				mu.Unlock()
			}
			mu.Lock()
			defer mu.Unlock()
			all.Merge(&counts)
		})
	}
	wg.Wait()
	return &all
}

// Outside of them it does: each thing that they do not allow is seen to break it.
// What the world did to it was not promised; a habit of the implementation was.
func TestRedlockOutsideItsPromises(t *testing.T) {
	const n = 200
	rules := make(map[string]int)
	for i := range sweep.Breaches {
		b := &sweep.Breaches[i]
		t.Run(b.Name, func(t *testing.T) {
			broke, promised := 0, 0
			sweepAll(t, n, func(seed uint64) *sweep.World { return sweep.Outside(seed, b) }, func(w *sweep.World, events []trace.Event) {
				first := true
				for i := range events {
					e := &events[i]
					if e.Kind != trace.Violation {
						continue
					}
					rules[e.Rule]++
					if e.Rule != trace.RuleMutualExclusion {
						continue
					}
					if e.Promised && !b.Habit {
						t.Errorf("seed %d: %s at %d was promised: %s, %s", w.Seed, e.Rule, e.T, e.Who, e.Detail)
					}
					if first {
						first = false
						broke++
						if e.Promised {
							promised++
						}
					}
				}
			})
			t.Logf("mutual exclusion broke in %d of %d runs, in %d of them although it was promised", broke, n, promised)
			if broke == 0 {
				t.Error("mutual exclusion held in every run, so the sweep does not reach this")
			}
			if b.Habit && promised == 0 {
				t.Error("nothing that broke was promised")
			}
		})
	}
	for _, rule := range kept[:8] { // no breach is about numbers, or about keys that stay
		t.Logf("%s broke %d times", rule, rules[rule])
		if rules[rule] == 0 {
			t.Errorf("%s held in every run, so that it holds within the promises says nothing", rule)
		}
	}
}
