package lock_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// Who gives up says why, unless it has simply no attempt left.
func TestWhyItGivesUp(t *testing.T) {
	const ok, no, mute = "OK", "(nil)", ""
	for name, row := range map[string]struct {
		answers  []string // of three nodes
		deadline trace.Duration
		raises   bool
		want     string
	}{
		"no attempt left":                 {[]string{no, no, no}, 0, false, ""},
		"a deadline that is not reached":  {[]string{no, no, no}, trace.Minute, false, ""},
		"a deadline in the wait":          {[]string{no, no, no}, 100 * ms, false, trace.WhyDeadline},
		"a deadline while nodes are mute": {[]string{ok, mute, mute}, 30 * ms, false, trace.WhyDeadline},
		"an error beside a majority":      {[]string{ok, ok, mute}, 0, true, trace.WhyRaised},
		"an error without one":            {[]string{ok, no, mute}, 0, true, ""},
	} {
		s, o := on(trace.LockRedlock, 3)
		o.Deadline, o.FailOnError, o.Retries = row.deadline, row.raises, 1
		for i, text := range row.answers {
			s.servers[o.Nodes[i]] = silent
			if text != mute {
				s.servers[o.Nodes[i]] = saying(map[string][]string{"SET": {text}, "EVAL": {"(integer) 0"}})
			}
		}
		s.play(t, o, aSecond)
		all := s.of(trace.Phase)
		if last := all[len(all)-1]; lock.Phase(last.Phase) != lock.GaveUp || last.Why != row.want {
			t.Errorf("%s: it ends with %s (%q), want %q:\n%s", name, last.Phase, last.Why, row.want, s.journal())
		}
	}
}
