package claims_test

import (
	"fmt"
	"strings"

	"lockstep/sim/trace"
)

// journal is the story at a glance: what was done to the world, who was inside,
// and what the resource took.
func (st *story) journal() string {
	var b strings.Builder
	last := ""
	for i := range st.events {
		e := &st.events[i]
		line := entry(e)
		switch {
		case line == "", line == last && e.Kind == trace.Decide: // and so again and again
		case e.Kind == trace.Expire && line == last:
			b.WriteString(" " + string(e.Node))
		case e.Kind == trace.Expire:
			fmt.Fprintf(&b, "\n%v %s %s", trace.Duration(e.T), line, e.Node)
		default:
			fmt.Fprintf(&b, "\n%v %s", trace.Duration(e.T), line)
		}
		if line != "" {
			last = line
		}
	}
	return strings.TrimSpace(b.String())
}

// findings are what package check found, a line each, and the verdict.
func (st *story) findings() string {
	var b strings.Builder
	for _, e := range st.events {
		switch e.Kind {
		case trace.Violation:
			fmt.Fprintf(&b, "%v %s (promised: %v): %s\n", trace.Duration(e.T), e.Rule, e.Promised, e.Detail)
		case trace.End:
			b.WriteString(e.Why + ": " + e.Verdict)
		}
	}
	return b.String()
}

// tells demands that the story goes just so.
func (st *story) tells(want string) {
	st.t.Helper()
	want = strings.TrimSpace(strings.ReplaceAll(want, "\t", ""))
	if got := st.journal(); got != want {
		st.t.Errorf("it was to go\n%s", want)
	}
}

// entry is one line of it, or nothing for an event of the small print.
func entry(e *trace.Event) string {
	number := ""
	if e.Fence > 0 {
		number = fmt.Sprint(" with ", e.Fence)
	}
	switch e.Kind {
	case trace.Decide:
		if e.OK {
			return ""
		}
		return fmt.Sprintf("%s does not get the lock: %s, %d of %d", e.Who, e.Why, len(e.Acks), e.Need)
	case trace.Enter:
		return e.Who + " enters" + number
	case trace.Leave:
		return strings.TrimSuffix(e.Who+" leaves: "+e.Why, ": ")
	case trace.Lost:
		return e.Who + " has lost the lock: " + e.Why
	case trace.Read:
		if !e.OK {
			return e.Who + " reads" + number + refused(e)
		}
		return fmt.Sprintf("%s reads %s%s", e.Who, oneLine(e.Value), number)
	case trace.Write:
		if !e.OK {
			return e.Who + " writes" + number + refused(e)
		}
		return fmt.Sprintf("%s writes %s%s", e.Who, oneLine(e.Value), number)
	case trace.Expire:
		return e.Key + " runs out on"
	case trace.Promote:
		return string(e.Node) + " is promoted"
	case trace.Demote:
		return fmt.Sprintf("%s follows %s", e.Node, e.From)
	case trace.Fault, trace.Heal:
		what := strings.TrimSpace(e.What + " " + e.Who + e.Msg + strings.Join(e.Links, " "))
		if e.What == trace.WhatClock && e.Offset != 0 {
			what += fmt.Sprint(" by ", e.Offset)
		}
		if e.Kind == trace.Heal {
			what += " ends"
		}
		return strings.TrimSuffix(what+": "+e.Why, ": ")
	}
	return ""
}

// oneLine writes a file's lines in one.
func oneLine(value string) string { return strings.ReplaceAll(value, "\n", ";") }

func refused(e *trace.Event) string { return ", refused: " + e.Why }
