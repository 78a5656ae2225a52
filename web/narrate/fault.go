package narrate

import (
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/words"
)

// fault tells of a fault and of its end.
func (t teller) fault() string {
	e := t.e
	what := e.Msg
	if m := t.st.Message(e.Msg); m != nil {
		what = t.message(m)
	}
	args := []string{
		"who", e.Who, "what", t.known("what", e.What), "for", t.span(e.Lasts), "msg", what, "key", e.Key,
		"part", perCent(e.PPM), "offset", t.signed(e.Offset), "rate", words.Ratio(e.Rate), "at", t.reading(trace.Local(e.Arrive)),
	}
	if e.Why != "" {
		endings := []string{"." + e.What}
		switch {
		case e.Msg != "":
			endings = append(endings, ".message")
		case e.Who == "":
			endings = append(endings, ".nobody")
		}
		key := t.form("event.fault.nothing", endings...)
		return t.caused(t.c.Say(key, append(args, "why", t.known("why", e.Why))...))
	}
	endings := []string{"." + e.What}
	switch {
	case len(e.Links) > 0:
		side, between := t.links()
		endings, args = append(endings, "."+e.What+side), append(args, between...)
	case e.What == trace.WhatClock && e.Rate != 0:
		endings = append(endings, "."+e.What+".rate")
	default:
		kind := "." + e.What + t.sort()
		endings = append(endings, kind, kind+"."+t.remains())
		if e.Kind == trace.Fault && t.leavesForGood() {
			endings = append(endings, kind+".stays")
		}
	}
	return t.caused(t.c.Say(t.form("event."+e.Kind.String(), endings...), args...))
}

// remains is what a node that crashes keeps, or what one that is back has kept: all,
// nothing, or what its persistence had brought to disk.
func (t teller) remains() string {
	data, n := t.e.Data, t.node(trace.NodeID(t.e.Who))
	if n == nil {
		return data
	}
	if data == "" {
		data = n.Data
	}
	switch {
	case data == trace.DataPolicy && n.Fsync == trace.FsyncNever:
		return trace.DataLose
	case data == trace.DataPolicy && n.Fsync == trace.FsyncAlways:
		return trace.DataKeep
	}
	return data
}

// leavesForGood tells whether the fault is about a client that has a key without a
// time to live.
func (t teller) leavesForGood() bool {
	for i := range t.st.Nodes {
		for _, k := range t.st.Nodes[i].Keys {
			if k.Stays && k.Owner == t.e.Who {
				return true
			}
		}
	}
	return false
}

// sort is what sort of machine the fault is about.
func (t teller) sort() string {
	n := t.node(trace.NodeID(t.e.Who))
	switch {
	case n == nil:
		return ".client"
	case n.Role == trace.RoleSentinel && t.c.Has("event."+t.e.Kind.String()+"."+t.e.What+".sentinel"):
		return ".sentinel"
	case n.Role == trace.RoleConsensus && t.c.Has("event."+t.e.Kind.String()+"."+t.e.What+".member"):
		return ".member"
	}
	return ".node"
}

// caused opens with who brought it about, where anybody did.
func (t teller) caused(sentence string) string {
	by := t.e.By
	if n, ok := strings.CutPrefix(by, trace.ByAction); ok {
		return t.c.Say("sentence.by", "sentence", sentence, "by", t.c.Say("by.action", "n", n))
	}
	if by == "" {
		return sentence
	}
	return t.c.Say("sentence.by", "sentence", sentence, "by", t.known("by", by))
}

// clock tells how a clock stands after it was set.
func (t teller) clock() string {
	e := t.e
	args := []string{"who", e.Who, "offset", t.signed(e.Offset), "rate", words.Ratio(e.Rate)}
	switch {
	case e.Rate != trace.Million:
		return t.c.Say("event.clock.rate", args...)
	case e.Offset == 0:
		return t.c.Say("event.clock.true", args...)
	}
	return t.c.Say("event.clock", args...)
}

// perCent writes parts per million as so many per cent: 12.5.
func perCent(ppm int64) string { return trace.Decimal(ppm, 4) }
