package lock

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

// locate finds the node to ask. Without sentinels it is the first in the list, for
// good. Sentinels know which node is the primary now; their answer is kept until
// there is reason to doubt it.
func (s *single) locate(env Env) (node trace.NodeID, known bool) {
	switch {
	case len(s.Sentinels) == 0:
		return s.Nodes[0], true
	case s.primary != "":
		return s.primary, true
	}
	env.Phase(Locate)
	reply := inTurn(env, s.put(Question{
		Purpose: trace.ToLocate, Step: "locate", Cmd: []string{"SENTINEL", "get-master-addr-by-name", "lock"},
		Grants: func(text string) bool { return address(text) != "" },
	}, s.Sentinels...))
	s.primary = address(reply.Text)
	return s.primary, s.primary != ""
}

// doubt forgets where the primary is after silence, and after the answer of a node
// that is a replica now. It tells whether there is somebody to ask again.
func (s *single) doubt(reply Reply) bool {
	if len(s.Sentinels) > 0 && (!reply.Answered || isReadOnly(reply.Text)) {
		s.primary = ""
		return true
	}
	return false
}

// address reads a sentinel's answer: a list of the primary's name and its port, of
// which only the name matters here.
func address(text string) trace.NodeID {
	first, _, _ := strings.Cut(text, "\n")
	first = strings.TrimPrefix(first, "1) ")
	if name, err := strconv.Unquote(first); err == nil {
		first = name
	}
	if strings.HasPrefix(first, "(") { // (nil): it watches no such primary
		return ""
	}
	return trace.NodeID(first)
}

// inTurn puts a question to one after another until one answers it. An error is no
// answer: the next may know better.
func inTurn(env Env, q Question) Reply {
	var reply Reply
	for _, n := range q.Nodes {
		q.Nodes = []trace.NodeID{n}
		if reply = env.Ask(q)[0]; reply.Answered && !isError(reply.Text) {
			break
		}
	}
	return reply
}
