package spacetime

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/words"
)

// markKind is what sort of thing happened.
type markKind uint8

const (
	decision  markKind = iota // a client counted its answers
	refusal                   // and came to nothing
	broken                    // a rule
	fault                     // somebody did something to the world
	clockSet                  // to a clock
	promoted                  // a replica to primary
	demoted                   // a primary, or a replica now of another
	doubted                   // a sentinel takes a node for down
	agreed                    // enough of them do
	written                   // the resource took a write
	turnedOff                 // its guard refused one
	parting                   // a belief ceased to be true, or never was
	cutOff                    // a machine, from others
	roughened                 // its links
	markKinds = iota
)

// mark is something that happened at one instant, on one row.
type mark struct {
	kind     markKind
	row      int
	seq      int
	at       trace.Time
	who      int    // the client whose it is, or -1
	key      string // of the phrase beside it; "" for none
	about    string // and what goes into that
	promised bool   // of a rule
	covered  int    // the event with which another sign took its place, or 0
	with     int    // of a rule: the other client that it is about, or -1
}

// neverTrue is said of a belief that was false from the start.
const neverTrue = "scene.never"

// mark notes what e is a sign of.
func (s *Story) mark(e *trace.Event) {
	m := mark{seq: e.Seq, at: e.T, who: -1, with: -1}
	ok := false
	switch e.Kind {
	case trace.Decide:
		m.kind, ok = refusal, true
		if e.OK {
			m.kind = decision
		}
		m.row, m.who = s.byName[e.Who], s.clientOf(e.Who)
	case trace.Violation:
		ok = s.markRule(e, &m)
	case trace.Fault:
		if e.What == trace.WhatDelay {
			s.delay(e)
		}
		ok = s.markFault(e, &m)
	case trace.ClockSet:
		m.kind = clockSet
		m.row, ok = s.rowOf(e.Who)
		m.about = draw.Briefly(e.Offset)
		if e.Rate != trace.Million && e.Rate != 0 {
			m.about = "×" + words.Ratio(e.Rate)
		}
	case trace.Promote, trace.Demote, trace.SDown, trace.ODown:
		ok = s.markFailover(e, &m)
	case trace.Write:
		m.kind = turnedOff
		if e.OK {
			m.kind = written
		} else {
			m.key = "space.refused"
		}
		m.row, ok = s.rowOf(e.Resource)
		m.who = s.clientOf(e.Who)
	}
	if ok {
		s.marks = append(s.marks, m)
	}
}

// markRule places a broken rule where it broke: two who believe on the later one's row,
// what concerns a node on that node's, and all else on the resource's.
func (s *Story) markRule(e *trace.Event, m *mark) bool {
	m.kind, m.promised = broken, e.Promised
	m.who, m.with = s.clientOf(e.Who), s.clientOf(e.With)
	m.key = ruleKey(e.Rule)
	if e.Rule == trace.RuleMutualExclusion { // that two believe goes without saying
		for i := len(s.marks) - 1; i >= 0 && s.marks[i].at == e.T; i-- {
			if s.marks[i].key == ruleKey(trace.RuleTwoBelievers) {
				s.marks[i].covered = e.Seq
			}
		}
	}
	where := e.Resource
	switch {
	case e.Node != "":
		where = string(e.Node)
	case e.Rule == trace.RuleTwoBelievers || where == "":
		where = e.Who
	}
	row, ok := s.rowOf(where)
	m.row = row
	return ok
}

// markFault places what somebody did. What lasts has a span of its own beside.
func (s *Story) markFault(e *trace.Event, m *mark) bool {
	m.kind = fault
	if e.Why != "" { // it had nothing to act on
		return false
	}
	switch e.What {
	case trace.WhatCrash, trace.WhatPause, trace.WhatStall, trace.WhatFlush, trace.WhatEvict, trace.WhatCommand:
		m.key = faultKeys[e.What]
	default: // a clock's event says what it came to, and links and messages show it
		return false
	}
	row, ok := s.rowOf(e.Who)
	m.row = row
	return ok
}

// faultKeys are the words beside the sign of a fault.
var faultKeys = map[string]string{
	trace.WhatCrash: "scene.crashed", trace.WhatPause: "scene.paused", trace.WhatStall: "scene.stalled",
	trace.WhatFlush: "space.flushed", trace.WhatEvict: "space.evicted", trace.WhatCommand: "space.command",
}

// ruleKey is the short name of a rule that broke, as the scene has it.
func ruleKey(rule string) string {
	switch rule {
	case trace.RuleMutualExclusion:
		return "scene.two-inside"
	case trace.RuleTwoBelievers:
		return "scene.two-believe"
	}
	return "scene." + rule
}

func (s *Story) markFailover(e *trace.Event, m *mark) bool {
	row, ok := s.rowOf(string(e.Node))
	switch e.Kind {
	case trace.Promote:
		m.kind, m.key = promoted, "space.promoted"
	case trace.Demote:
		m.kind, m.key = demoted, "space.demoted"
	case trace.SDown:
		m.kind = doubted
		row, ok = s.rowOf(e.Who)
		ok = ok && !e.OK
	case trace.ODown:
		m.kind, m.key, m.about = agreed, "space.agreed", string(e.Node)
		if e.Who != "" {
			row, ok = s.rowOf(e.Who)
		}
	}
	m.row = row
	return ok
}
