package claims_test

import (
	"maps"
	"slices"
	"strings"

	"lockstep/sim/trace"
)

// What is read off a story. It is read off the events themselves, by the plainest
// rule that will do, and so is a second opinion on what package check finds.

// all returns the events of a kind that who caused, or anybody if who is empty.
func (st *story) all(k trace.Kind, who string) []trace.Event {
	var found []trace.Event
	for _, e := range st.events {
		if e.Kind == k && (who == "" || e.Who == who) {
			found = append(found, e)
		}
	}
	return found
}

// the returns the one event of a kind that who caused.
func (st *story) the(k trace.Kind, who string) trace.Event {
	st.t.Helper()
	found := st.all(k, who)
	if len(found) != 1 {
		st.t.Fatalf("there are %d events %v of %s and not one:\n%s", len(found), k, who, st.journal())
	}
	return found[0]
}

// when returns when that event came.
func (st *story) when(k trace.Kind, who string) trace.Duration {
	st.t.Helper()
	return trace.Duration(st.the(k, who).T)
}

// together tells whether two clients were ever inside at once.
func (st *story) together() bool {
	var inside []string
	leave := func(who string) {
		inside = slices.DeleteFunc(inside, func(x string) bool { return x == who })
	}
	for _, e := range st.events {
		switch {
		case e.Kind == trace.Enter:
			if inside = append(inside, e.Who); len(inside) > 1 {
				return true
			}
		case e.Kind == trace.Leave, e.Kind == trace.Fault && e.What == trace.WhatCrash:
			leave(e.Who)
		}
	}
	return false
}

// spoilt tells whether the resource took a write that did not follow from what was
// there: a second charge, a second sale, a line over another.
func (st *story) spoilt() bool {
	return slices.ContainsFunc(st.all(trace.Write, ""), func(e trace.Event) bool {
		return e.OK && e.Why == "" && e.Base != e.Version-1
	})
}

// foreign tells whether a client deleted a key that another had set. Who set a key is
// told by its value: the client whose command was the first to leave it so.
func (st *story) foreign() bool {
	type place struct {
		node trace.NodeID
		key  string
	}
	type value struct{ key, text string }
	setBy := make(map[value]string)
	holds := make(map[place]value)
	for _, e := range st.events {
		if e.Kind == trace.Fault { // of a node, which may have lost keys
			e.Node = trace.NodeID(e.Who)
			maps.DeleteFunc(holds, func(p place, _ value) bool { return p.node == e.Node && e.Data == trace.DataLose })
		}
		if e.Kind == trace.Expire {
			delete(holds, place{e.Node, e.Key})
		}
		byClient := e.Kind == trace.Exec && e.Who != trace.Operator
		for _, k := range e.Keys {
			at := place{e.Node, k.Name}
			if k.PTTL == trace.Gone {
				if owner := setBy[holds[at]]; byClient && owner != "" && owner != e.Who {
					return true
				}
				delete(holds, at)
				continue
			}
			holds[at] = value{k.Name, k.Value}
			if byClient && setBy[holds[at]] == "" {
				setBy[holds[at]] = e.Who
			}
		}
	}
	return false
}

// stale tells whether the resource refused somebody for an old number.
func (st *story) stale() bool {
	old := func(e trace.Event) bool { return !e.OK && e.Why == trace.WhyStaleNumber }
	return slices.ContainsFunc(st.all(trace.Write, ""), old) || slices.ContainsFunc(st.all(trace.Read, ""), old)
}

// broken demands that two were inside at once, or a key was deleted by a stranger,
// and the data suffered.
func (st *story) broken() {
	st.t.Helper()
	if !st.together() && !st.foreign() || !st.spoilt() {
		st.t.Error("this was to go wrong, and the data to suffer")
	}
	st.verdict(trace.VerdictBroken)
}

// guarded demands that exclusion failed and the data did not suffer.
func (st *story) guarded() {
	st.t.Helper()
	if !st.together() && !st.stale() || st.spoilt() {
		st.t.Error("the lock was to fail, and the resource to save the data")
	}
	st.verdict(trace.VerdictGuarded)
}

// fine demands that nothing went wrong, though somebody may have had to wait for long.
func (st *story) fine() {
	st.t.Helper()
	if st.together() || st.spoilt() || st.stale() || st.foreign() {
		st.t.Error("nothing was to go wrong")
	}
	st.verdict(trace.VerdictOK, trace.VerdictStuck)
}

// verdict demands that package check finds the same, and sees a foreign release where
// there is one.
func (st *story) verdict(want ...string) {
	st.t.Helper()
	if found := len(st.violations(trace.RuleForeignRelease)) > 0; found != st.foreign() {
		st.t.Errorf("that somebody deleted another's key is found: %v, and so it was: %v", found, !found)
	}
	if got := st.the(trace.End, "").Verdict; !slices.Contains(want, got) {
		st.t.Errorf("the verdict is %s, and was to be %s", got, strings.Join(want, " or "))
	}
}

// violations lists what broke a rule.
func (st *story) violations(rule string) []trace.Event {
	return slices.DeleteFunc(st.all(trace.Violation, ""), func(e trace.Event) bool { return e.Rule != rule })
}

// outside demands that these rules broke, outside of what the lock's algorithm had
// promised under the faults of this run.
func (st *story) outside(rules ...string) {
	st.t.Helper()
	st.broke(rules, false)
}

// bug demands that these rules broke although the algorithm had promised that they
// would not: how this lock goes about it is wrong.
func (st *story) bug(rules ...string) {
	st.t.Helper()
	st.broke(rules, true)
}

func (st *story) broke(rules []string, promised bool) {
	st.t.Helper()
	for _, rule := range rules {
		found := st.violations(rule)
		if len(found) == 0 {
			st.t.Errorf("%s was to break", rule)
		}
		for _, v := range found {
			if v.Promised != promised {
				st.t.Errorf("%s broke; that it would not was promised: %v", rule, v.Promised)
			}
		}
	}
}

// wrote demands that the resource took these writes, in this order: each is the
// name of who wrote.
func (st *story) wrote(want ...string) {
	st.t.Helper()
	var got []string
	for _, e := range st.all(trace.Write, "") {
		if e.OK && e.Why == "" {
			got = append(got, e.Who)
		}
	}
	if !slices.Equal(got, want) {
		st.t.Errorf("the resource took the writes of %q, and was to take those of %q", got, want)
	}
}

// has lists the nodes that hold a client's lock at an instant.
func (st *story) has(who string, at trace.Duration) []trace.NodeID {
	var where []trace.NodeID
	state := trace.Fold(st.events, trace.Time(at))
	for i := range state.Nodes {
		if k := state.Nodes[i].Key("lock"); k != nil && k.Owner == who {
			where = append(where, state.Nodes[i].ID)
		}
	}
	return where
}

// votes demands that a client's first successful count was of these nodes.
func (st *story) votes(who string, want ...trace.NodeID) {
	st.t.Helper()
	for _, e := range st.all(trace.Decide, who) {
		if e.OK {
			if !slices.Equal(e.Acks, want) {
				st.t.Errorf("%s got its lock from %q, and was to get it from %q", who, e.Acks, want)
			}
			return
		}
	}
	st.t.Errorf("%s never had the lock", who)
}
