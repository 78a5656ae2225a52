package trace

import (
	"math"
	"strconv"
	"strings"
)

// MsgName is the name of a message: what it is, never a running count, so that
// it means the same message in every run that it exists in.
//
//	A/1/set>n3            client A's first attempt, its SET to n3
//	A/1/set<n3            the reply
//	A/1/set>n3+1          a duplicate of the request
//	A/1/set.2>n3          the same question to n3 once more, which the client lists twice
//	A.watchdog/2/extend>n3
//	A/1/write>invoice-42   to a resource
//	n1/7/replicate>n2      a primary's seventh change, to its replica
//	s1/2/vote>s3           a sentinel, in its second epoch, asks another for its vote
type MsgName struct {
	Client   ClientID // who asks: a client, or in replication and failover a node
	Activity string   // which activity of the client; empty for its worker
	Attempt  int      // from 1
	Step     string   // what the algorithm calls this question
	Node     NodeID   // who is asked: a node or a resource
	Reply    bool
	Copy     int // 0 for the message itself
}

// String returns the name as it stands in traces, choice keys and actions.
func (m MsgName) String() string {
	b := make([]byte, 0, 24)
	b = append(b, m.Client...)
	if m.Activity != "" {
		b = append(append(b, '.'), m.Activity...)
	}
	b = append(b, '/')
	b = strconv.AppendInt(b, int64(m.Attempt), 10)
	b = append(append(b, '/'), m.Step...)
	if m.Reply {
		b = append(b, '<')
	} else {
		b = append(b, '>')
	}
	b = append(b, m.Node...)
	if m.Copy > 0 {
		b = strconv.AppendInt(append(b, '+'), int64(m.Copy), 10)
	}
	return string(b)
}

// ParseMsg reads a name that String wrote.
func ParseMsg(s string) (MsgName, bool) {
	client, rest, ok1 := strings.Cut(s, "/")
	attempt, rest, ok2 := strings.Cut(rest, "/")
	i := strings.IndexAny(rest, "<>")
	if !ok1 || !ok2 || i < 0 {
		return MsgName{}, false
	}
	m := MsgName{Step: rest[:i], Reply: rest[i] == '<'}
	name, activity, _ := strings.Cut(client, ".")
	m.Client, m.Activity = ClientID(name), activity
	node, times, copied := strings.Cut(rest[i+1:], "+")
	m.Node = NodeID(node)
	n, _ := ParseWhole(attempt, math.MaxInt)
	m.Attempt = int(n)
	if copied {
		n, _ = ParseWhole(times, math.MaxInt)
		m.Copy = int(n)
	}
	if m.String() != s {
		return MsgName{}, false
	}
	return m, true
}

// Question is what the requests have in common that put one question to several
// nodes at once, also where a node is listed twice: the name without them.
func (m MsgName) Question() MsgName {
	m.Node, m.Copy = "", 0
	m.Step, _, _ = strings.Cut(m.Step, ".")
	return m
}

// LinkName names the link from one machine to another, in that direction.
func LinkName(from, to string) string { return from + ">" + to }

// ParseLink reads a name that LinkName wrote.
func ParseLink(s string) (from, to string, ok bool) { return strings.Cut(s, ">") }
