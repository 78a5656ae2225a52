package sweep_test

import (
	"runtime"
	"testing"

	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// mib is a mebibyte.
const mib = 1 << 20

// A world that reaches every limit takes tens of megabytes and no more: that is what
// a server has to reckon with for each run that it plays, and what stays of it is
// the trace.
func TestMemoryAtTheLimits(t *testing.T) {
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	allocated, before := m.TotalAlloc, live()

	e := world.NewEngine()
	events := play(t, e, crowd())
	runtime.ReadMemStats(&m)
	allocated = m.TotalAlloc - allocated
	withEngine := live() - before
	e.Close()
	e = nil
	traceAlone := live() - before
	if end := events[len(events)-1]; end.Why != trace.EndEvents {
		t.Errorf("the run ended with %d events, because: %s", len(events), end.Why)
	}
	runtime.KeepAlive(events)

	t.Logf("%d events; %d MiB were allocated; %d MiB live with engine and trace, %d MiB of them the trace",
		len(events), allocated/mib, withEngine/mib, traceAlone/mib)
	const most = 64
	if withEngine > most*mib || allocated > 4*most*mib {
		t.Errorf("a world takes %d MiB, of which %d stay, which is more than %d", allocated/mib, withEngine/mib, most)
	}
}
