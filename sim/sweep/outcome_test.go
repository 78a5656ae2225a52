package sweep_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// judged looks for a verdict that is not what the events come to when they are gone
// through again, the dumb way.
func judged(events []trace.Event) error {
	end := &events[len(events)-1]
	want := trace.VerdictOK
	switch {
	case damaged(events):
		want = trace.VerdictBroken
	case together(events) || refused(events):
		want = trace.VerdictGuarded
	case stuck(events):
		want = trace.VerdictStuck
	}
	if end.Verdict != want {
		return fmt.Errorf("the run is judged %s, and comes to %s", end.Verdict, want)
	}
	return nil
}

func took(e *trace.Event) bool {
	return e.Kind == trace.Write && e.OK && e.Why != trace.WhyDoneAlready
}

// damaged tells whether something was charged or sold too often, or overwritten by
// somebody who had not read it.
func damaged(events []trace.Event) bool {
	for _, r := range events[0].Resources {
		var writes []*trace.Event
		for i := range events {
			if took(&events[i]) && events[i].Resource == r.ID {
				writes = append(writes, &events[i])
			}
		}
		stock, _ := strconv.Atoi(r.Value)
		switch {
		case r.Kind == resource.Ledger.String():
			if len(writes) > 1 {
				return true
			}
			continue
		case r.Kind == resource.Stock.String() && len(writes) > stock:
			return true
		}
		for i, w := range writes {
			// Each write makes the next version, from 1.
			for _, undone := range writes[min(i, heard(events, w)):i] {
				if undone.Who != w.Who {
					return true
				}
			}
		}
	}
	return false
}

// heard is the version that the writer had read: what the first answer that reached
// it before the write left told it. A client reads once in an attempt.
func heard(events []trace.Event, w *trace.Event) int {
	version := 0
	seen := make(map[trace.MsgName]bool)
	replies := make(map[string]string)
	for i := range events {
		e := &events[i]
		m, _ := trace.ParseMsg(e.Msg)
		if e.Kind == trace.Send && e.Msg == original(w.Msg) {
			break
		}
		if string(m.Client) != w.Who || !m.Reply || string(m.Node) != w.Resource {
			continue
		}
		switch {
		case e.Kind == trace.Send && e.Purpose == trace.ToRead:
			replies[e.Msg] = e.Reply
		case e.Kind == trace.Deliver && replies[e.Msg] != "" && !seen[m.Question()]:
			seen[m.Question()] = true
			text, _, _ := strings.Cut(replies[e.Msg], " ")
			version, _ = strconv.Atoi(text)
		}
	}
	return version
}

// original is the name of the message that one is, or is a copy of.
func original(msg string) string {
	m, _ := trace.ParseMsg(msg)
	m.Copy = 0
	return m.String()
}

// refused tells whether a write was refused, or one that came too late was answered
// for having been done already.
func refused(events []trace.Event) bool {
	for i := range events {
		e := &events[i]
		if e.Kind != trace.Write {
			continue
		}
		if !e.OK || !took(e) && e.Msg == original(e.Msg) && visitor(events, i) {
			return true
		}
	}
	return false
}

// together tells whether two were inside at once: one entered while another was
// there, or between that one's entering and its write's arrival.
func together(events []trace.Event) bool {
	var s inside
	for i := range events {
		e := &events[i]
		if e.Kind == trace.Enter && s[e.Who] == nil {
			for _, there := range s {
				if slices.Contains(there, e.Resource) {
					return true
				}
			}
		}
		s.follow(e)
		if took(e) && visitor(events, i) {
			return true
		}
	}
	return false
}

// visitor tells whether somebody else has entered since the one whose write that is
// did so in order to send it.
func visitor(events []trace.Event, write int) bool {
	w := &events[write]
	others := false // have entered since
	sent := false
	for i := range events[:write] {
		e := &events[i]
		switch {
		case e.Kind == trace.Send && e.Msg == original(w.Msg):
			sent = true
		case e.Kind == trace.Enter && e.Resource == w.Resource && e.Who != w.Who:
			others = true
		case e.Kind == trace.Enter && e.Resource == w.Resource && !sent:
			others = false
		}
	}
	return others
}

// inside is what each client is inside of, once for each time that it entered.
type inside map[string][]string

func (s *inside) follow(e *trace.Event) {
	if *s == nil {
		*s = make(inside)
	}
	there := (*s)[e.Who]
	switch {
	case e.Kind == trace.Enter:
		there = append(there, e.Resource)
	case e.Kind == trace.Leave && slices.Contains(there, e.Resource):
		i := slices.Index(there, e.Resource)
		there = slices.Delete(there, i, i+1)
	case e.Kind == trace.Fault && e.What == trace.WhatCrash && e.Why == "":
		there = nil
	}
	if (*s)[e.Who] = there; len(there) == 0 {
		delete(*s, e.Who)
	}
}

// neverLeave keeps somebody inside.
func neverLeave(events []trace.Event) bool {
	return change(events, func(e *trace.Event) bool {
		found := e.Kind == trace.Leave
		if found {
			e.Kind = trace.Phase
		}
		return found
	})
}
