package sweep_test

import (
	"fmt"
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

// asked is a WAIT that its node has got and not answered.
type asked struct {
	key, value string // what its client had set there
}

// confirmed looks for a WAIT that counts more replicas than hold what its client had
// set. It says nothing of a key that its primary lost, or changed, while it waited:
// that the replicas may know already, or not yet.
func confirmed(events []trace.Event) error {
	var s trace.State
	waits := make(map[string]asked)
	for i := range events {
		e := &events[i]
		m, _ := trace.ParseMsg(e.Msg)
		if e.Kind == trace.Exec && e.Purpose == trace.ToConfirm && waits[e.Msg].key != "" {
			n, _ := strconv.Atoi(strings.TrimPrefix(e.Reply, "(integer) "))
			if have := holders(&s, waits[e.Msg]); n > have {
				return fmt.Errorf("%s answers %d to %s at %d, and %d replicas have %s", e.Node, n, e.Msg, e.T, have, waits[e.Msg].key)
			}
			delete(waits, e.Msg)
		}
		sent := s.Message(e.Msg)
		confirms := e.Kind == trace.Deliver && sent != nil && sent.Purpose == trace.ToConfirm && !m.Reply
		s.Apply(e)
		if c := s.Client(m.Client); confirms && c != nil {
			if k := s.Node(m.Node).Key(c.Key); k != nil && k.Owner == string(c.ID) {
				waits[e.Msg] = asked{k.Name, k.Value}
			}
		}
		for msg, w := range waits {
			m, _ := trace.ParseMsg(msg)
			if k := s.Node(m.Node).Key(w.key); k == nil || k.Value != w.value {
				delete(waits, msg)
			}
		}
	}
	return nil
}

// holders counts the replicas that hold a key with that value.
func holders(s *trace.State, w asked) (n int) {
	for i := range s.Nodes {
		if k := s.Nodes[i].Key(w.key); s.Nodes[i].Role == trace.RoleReplica && k != nil && k.Value == w.value {
			n++
		}
	}
	return n
}

// countOneMore lets a WAIT count a replica too many.
func countOneMore(events []trace.Event) bool {
	return change(events, func(e *trace.Event) bool {
		if e.Kind != trace.Exec || e.Purpose != trace.ToConfirm || !strings.HasPrefix(e.Reply, "(integer) ") {
			return false
		}
		n, _ := strconv.Atoi(strings.TrimPrefix(e.Reply, "(integer) "))
		e.Reply = "(integer) " + strconv.Itoa(n+1)
		return true
	})
}
