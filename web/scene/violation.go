package scene

import (
	"strconv"

	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// violations marks each resource at which a rule was broken, with the latest such
// rule in words, and each node at which one was.
func (d *drawing) violations() {
	if len(d.st.Broken) == 0 {
		return
	}
	if len(d.st.Resources) == 0 {
		b := draw.At(d.plan.w/2-73*px, d.plan.h/2-32*px, columnWidth, 64*px)
		d.violation("", d.latest(-1), b, draw.At(8*px, 8*px, b.W-16*px, 22*px))
	}
	for k := range d.st.Resources {
		if e := d.latest(k); e != nil {
			b := d.plan.resourceBox(k)
			d.violation(d.st.Resources[k].ID, e, b, d.room(b))
		}
	}
	for i := range d.st.Nodes {
		if promised, broken := d.brokenAt(d.st.Nodes[i].ID); broken {
			b := d.plan.nodeBox(i)
			d.begin("broken-at", string(d.st.Nodes[i].ID), "broken parting", b.X+48*px, b.Y)
			d.Octagon(promised, 0, 0, ` scale(.8)`)
			d.end()
		}
	}
}

// breaks tells whether a rule was broken at resource k.
func (d *drawing) breaks(k int) bool { return d.latest(k) != nil }

// latest returns the latest violation at resource k, or of all if k is -1. One that
// names no resource is the first one's.
func (d *drawing) latest(k int) *trace.Event {
	for i := len(d.st.Broken) - 1; i >= 0; i-- {
		e := &d.st.Broken[i]
		at := d.resourceIndex(e.Resource)
		if k < 0 || at == k || at < 0 && k == 0 {
			return e
		}
	}
	return nil
}

// others counts the rules besides e's that were broken at the same resource.
func (d *drawing) others(e *trace.Event) int {
	n := 0
	for i := range d.st.Broken {
		o := &d.st.Broken[i]
		known := o.Rule == e.Rule || o.Resource != e.Resource
		for j := range i {
			known = known || d.st.Broken[j].Rule == o.Rule && d.st.Broken[j].Resource == o.Resource
		}
		if !known {
			n++
		}
	}
	return n
}

func (d *drawing) brokenAt(node trace.NodeID) (promised, broken bool) {
	for i := range d.st.Broken {
		if e := &d.st.Broken[i]; e.Node == node {
			promised, broken = promised || e.Promised, true
		}
	}
	return promised, broken
}

func (d *drawing) violation(resource string, e *trace.Event, b, room box) {
	line := "broken-line not-promised"
	if e.Promised {
		line = "broken-line"
	}
	d.begin("broken", resource, "broken parting", b.X, b.Y)
	d.Rect(line, box{W: b.W, H: b.H}, 10*px)
	d.Octagon(e.Promised, room.MidX(), room.MidY(), "")
	d.sayBroken(e, b, wordsBelow(room))
	d.end()
}

// sayBroken says which rule is broken and whether it was promised, and how many more are;
// where there is one line for it all, the rule and how many more, or just how many.
func (d *drawing) sayBroken(e *trace.Event, b box, y unit) {
	mid, room, n := b.W/2, b.W-8*px, d.others(e)
	if d.isTall(b) {
		d.Text("broken-text mid", mid, y, room, ruleKey(e))
		d.sayWithMore("small muted mid", mid, y+17*px, room, promiseKey(e), n)
		return
	}
	if d.sayWithMore("broken-text mid", mid, y, room, ruleKey(e), n) {
		return
	}
	d.Text("broken-text mid", mid, y, room, "scene.rules", draw.Word("n", strconv.Itoa(n+1)))
}

// sayWithMore says something and how many more rules are broken, and tells whether it
// did: where there are more, it does so only if there is room.
func (d *drawing) sayWithMore(class string, x, y, room unit, key string, more int) bool {
	if more == 0 {
		d.Text(class, x, y, room, key)
		return true
	}
	first, n := draw.Word("first", d.o.Words.Say(key)), draw.Word("more", strconv.Itoa(more))
	if key = "scene.rules-more"; more == 1 {
		key = "scene.rules-more.one"
	}
	if d.Wide(class, key, first, n) > room {
		return false
	}
	d.Text(class, x, y, room, key, first, n)
	return true
}

// promiseKey says whether the rule was to hold under the faults of the run.
func promiseKey(e *trace.Event) string {
	if e.Promised {
		return "scene.promised"
	}
	return "scene.not-promised"
}

func ruleKey(e *trace.Event) string {
	switch e.Rule {
	case trace.RuleMutualExclusion:
		return "scene.two-inside"
	case trace.RuleTwoBelievers:
		return "scene.two-believe"
	case trace.RuleStaleWrite:
		return "scene.stale-write"
	case trace.RuleLostUpdate:
		return "scene.lost-update"
	case trace.RuleOversold:
		return "scene.oversold"
	case trace.RuleDoubleCharge:
		return "scene.double-charge"
	case trace.RuleDeadlock:
		return "scene.deadlock"
	case trace.RuleOrphanKey:
		return "scene.orphan-key"
	case trace.RuleForeignRelease:
		return "scene.foreign-release"
	case trace.RuleFencingOrder:
		return "scene.fencing-order"
	case trace.RuleDoubleVote:
		return "scene.double-vote"
	}
	return "scene.rule-broken"
}
