package runs

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/sim/run"
)

// Memory goes back to the system once nothing has been played for a while, and not while
// runs come.
func TestMemoryGoesBackAfterAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(1, 1<<20, newStage().world)
		freed := func() uint32 {
			synctest.Wait()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.NumForcedGC
		}
		before := freed()
		for seed := range uint64(5) {
			r := run.Run{Scenario: "plain", Seed: seed + 1}
			if _, err := p.Trace(t.Context(), r.Link()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(restAfter - time.Second) // of the bubble's time
		}
		if n := freed() - before; n != 0 {
			t.Errorf("while runs come memory goes back %d times", n)
		}
		time.Sleep(10 * restAfter)
		if n := freed() - before; n != 1 {
			t.Errorf("afterwards memory goes back %d times, want once", n)
		}
		if err := p.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}
