package live

import (
	"testing"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

func TestSmoke(t *testing.T) {
	var addrs []string
	for _, p := range realtest.Cluster(t, 5, real.Settings{}) {
		addrs = append(addrs, p.Addr())
	}
	o := lock.Defaults(trace.LockRedlock)
	o.Key = "lock:stock-7"
	job := lock.Job{Resource: "stock-7", Kind: "stock", Takes: 20 * trace.Millisecond, WriteAt: 10 * trace.Millisecond}
	s, err := Open(t.Context(), Config{Redis: addrs, Resource: resource.Config{ID: "stock-7", Kind: resource.Stock},
		Clients: []Client{{"A", o, job}},
		Tell:    func(e *trace.Event) { t.Log(string(e.AppendJSON(nil))) }})
	if err != nil {
		t.Fatal(err)
	}
	s.Start("A")
	s.Wait()
	t.Logf("%+v", s.Close())
}
