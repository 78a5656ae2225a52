package live

import (
	"testing"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// A client whose options know no pause takes a breath before it asks real servers again.
func TestNobodyAsksWithoutABreath(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	if got := realtest.Dial(t, p.Addr()).Ask("SET " + key + " another"); got != "OK" {
		t.Fatalf("SET answered %s", got)
	}
	g := open(t, Config{Redis: []string{p.Addr()}, Clients: []Client{{"A", options(trace.LockToken, func(o *lock.Options) {
		o.Retries, o.RetryDelay, o.RetryJitter = 2, 0, 0
	}), job(0)}}})
	g.Start("A")
	g.Wait()
	pauses := 0
	for _, e := range g.told() {
		if e.Kind == trace.Phase && e.Phase == trace.PhaseWait {
			pauses++
			if e.Lasts < breather {
				t.Errorf("a pause of %v", e.Lasts)
			}
		}
	}
	if pauses != 2 {
		t.Errorf("%d pauses between three attempts", pauses)
	}
}
