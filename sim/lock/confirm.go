package lock

import (
	"strconv"

	"lockstep/sim/trace"
)

// confirm asks the primary how many replicas have the key, if that is wanted, and
// tells whether they are enough. A replica that has it need not be the one that is
// promoted: this narrows the gap and does not close it.
func (s *single) confirm(env Env, primary trace.NodeID) bool {
	if s.Wait.Replicas == 0 {
		return true
	}
	env.Phase(Confirm)
	q := s.put(Question{
		Purpose: trace.ToConfirm, Step: "wait",
		Cmd:    []string{"WAIT", strconv.Itoa(s.Wait.Replicas), millis(s.Wait.Timeout)},
		Grants: func(text string) bool { return integer(text) >= int64(s.Wait.Replicas) },
	}, primary)
	q.Timeout += s.Wait.Timeout // the primary answers only when it knows, or its time is up
	return env.Ask(q)[0].OK
}
