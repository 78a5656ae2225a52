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
		retries  int
		deadline trace.Duration
		raises   bool
		want     string
	}{
		// Who is refused is so after 2 ms, and has let go after 4.
		"no attempt left":                      {[]string{no, no, no}, 1, 0, false, ""},
		"a deadline that is not reached":       {[]string{no, no, no}, 1, trace.Minute, false, ""},
		"a deadline in the wait":               {[]string{no, no, no}, 1, 100 * ms, false, trace.WhyDeadline},
		"a deadline in the clean-up":           {[]string{no, no, no}, 1, 3 * ms, false, trace.WhyDeadline},
		"one in the last clean-up":             {[]string{no, no, no}, 0, 3 * ms, false, ""},
		"a deadline while nodes are mute":      {[]string{ok, mute, mute}, 1, 30 * ms, false, trace.WhyDeadline},
		"one while they are for the last time": {[]string{ok, mute, mute}, 0, 30 * ms, false, trace.WhyDeadline},
		"mute nodes before the deadline":       {[]string{ok, mute, mute}, 0, 60 * ms, false, ""},
		"an error beside a majority":           {[]string{ok, ok, mute}, 1, 0, true, trace.WhyRaised},
		"an error without one":                 {[]string{ok, no, mute}, 1, 0, true, ""},
	} {
		s, o := on(trace.LockRedlock, 3)
		o.Deadline, o.FailOnError, o.Retries = row.deadline, row.raises, row.retries
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
