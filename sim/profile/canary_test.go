package profile_test

import (
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/world"
)

// The comparison can fail: a profile that is doctored in one option no longer does as its
// library does.
func TestDoctoredProfiles(t *testing.T) {
	leftover := func(s *situation) { s.once(lost, three, "set<", "del>"); s.tries = 3 }
	outside := func(s *situation) { s.taken(three...); s.tries = 3 }
	late := func(s *situation) { s.taken(three...); s.patience = 4*ms + us }
	given := func(s *situation) { s.but(lost, two, "set<") }
	for _, row := range []struct {
		library *library
		prepare func(*situation)
		option  string // and its doctored value
	}{
		{redsyncLibrary, func(s *situation) { s.taken(three...) }, "retries=30"},
		{redsyncLibrary, func(s *situation) { s.taken(three...) }, "retries=32"},
		{redsyncLibrary, outside, "retry_delay=51ms"},
		{redsyncLibrary, func(s *situation) { s.taken(three...) }, "retry_jitter=100ms"},
		{redsyncLibrary, outside, "cleanup=none"},
		{redsyncLibrary, outside, "cleanup=ok"},
		{redsyncLibrary, outside, "cleanup=last"},
		{redsyncLibrary, outside, "release=del"},
		{redsyncLibrary, leftover, "token=attempt"},
		{redsyncLibrary, leftover, "accept_own_token=true"},
		{redsyncLibrary, late, "cleanup_late=true"},
		{redsyncLibrary, late, "deadline=none"},
		{redsyncLibrary, nil, "drift_const=2ms"},
		{redsyncLibrary, nil, "drift=0.011"},
		{redsyncLibrary, nil, "elapsed_check=false"},
		{redsyncLibrary, func(s *situation) { s.do(0, three, "SET", "lock", "B", "PX", "90") }, "t1=first"},
		{redsyncLibrary, nil, "ttl=8001ms"},
		{redsyncLibrary, nil, "order=sequential"},
		{redsyncLibrary, nil, "nodes=[n1, n2, n3, n4]"},
		{redsyncLibrary, given, "node_timeout=401ms"},
		{redsyncLibrary, given, "errors=raise"},
		{redsyncLibrary, given, "quorum=4"},
		{redsyncLibrary, outside, "quorum=2"},
		{redsyncLibrary, extends(nil), "extend=set"},
		{redsyncLibrary, extends(func(s *situation) { s.do(2*second, three, "DEL", "lock") }), "extend=recreate"},
		{redsyncLibrary, func(s *situation) { s.work = 9 * second }, "stop_at_validity=true"},
		{redislockLibrary, func(s *situation) { s.taken("n1") }, "retries=1"},
		{redislockLibrary, func(s *situation) { s.but(lost, one, "set<"); s.tries, s.every = 2, 100*ms }, "errors=count"},
		{redislockLibrary, func(s *situation) { s.silent("n1") }, "node_timeout=4s"},
		{redislockLibrary, func(s *situation) { s.ttl = second; s.silent("n1") }, "deadline=none"},
		{redislockLibrary, nil, "accept_own_token=false"},
		{redislockLibrary, nil, "ttl=9s"},
		{redislockLibrary, func(s *situation) { s.ttl, s.patience = 2*second, 9*second+us; s.but(takes(4900*ms), one, "set<") }, "elapsed_check=true"},
	} {
		name, value, _ := strings.Cut(row.option, "=")
		t.Run(row.library.profile+" "+row.option, func(t *testing.T) {
			e := world.NewEngine()
			defer e.Close()
			n := 5
			if row.library == redislockLibrary {
				n = 1
			}
			s := usual(n)
			if row.prepare != nil {
				row.prepare(s)
			}
			if _, differ := s.compare(t, e, row.library); len(differ) > 0 {
				t.Fatalf("they differ as it is:\n%s", strings.Join(differ, "\n"))
			}
			doctored := run.Param{Name: "lock." + name, Value: value}
			if _, differ := s.compare(t, e, row.library, doctored); len(differ) == 0 {
				t.Error("this goes unnoticed")
			}
		})
	}
}
