// Package runjson reads and writes actions as JSON, the form they have on the
// command line and in scenario files. An action says when, at a time or at an
// event, and then one verb with what goes with it:
//
//	{"at": "1.2s", "crash": {"node": "n3", "data": "lose", "restart": "2s"}}
//	{"at": "2s", "restart": {"node": "n3"}}
//	{"when": {"kind": "phase", "who": "A", "phase": "write"}, "pause": {"client": "A", "for": "12s"}}
//	{"at": "1s", "stall": {"client": "A", "for": "2s"}}
//	{"at": "0s", "partition": {"cut": [["A"], ["n4", "n5"]], "oneway": true}}
//	{"at": "0s", "lose": {"link": ["A", "n1"], "ppm": 200000}}
//	{"at": "0s", "slow": {"link": ["A", "n1"], "by": "300ms"}}
//	{"at": "0s", "drop": {"msg": "A/1/set<n3"}}
//	{"at": "0s", "delay": {"msg": "A/1/set>n3", "by": "2s"}}
//	{"at": "0s", "duplicate": {"msg": "A/1/set>n3"}}
//	{"at": "1s", "clock": {"node": "n3", "jump": "-60s"}}
//	{"at": "1s", "clock": {"client": "A", "rate": 1.02}}
//	{"at": "1s", "flush": {"node": "n2"}}
//	{"at": "1s", "evict": {"node": "n2", "key": "lock:invoice:42"}}
//	{"at": "10ms", "command": {"node": "n1", "args": ["GET", "lock:invoice:42"]}}
//	{"when": {"kind": "hold", "who": "B", "nth": 1}, "after": "100ms", "heal": "all"}
//	{"at": "2s", "heal": {"cut": [["A"], ["n4", "n5"]], "slow": "all", "lose": ["A", "n1"]}}
//
// A crash takes a node, a client or a sentinel, a clock a node or a client. Numbers
// and truth values may stand in quotes, as YAML hands them over. An argument of a
// command that is no UTF-8 text is {"base64": "/wA="}.
//
// What goes with each verb is the table of package run; whether a node or a
// message exists is for the world to say, since an action stays in a run even when
// its target is gone.
package runjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lockstep/sim/run"
)

// Action reads one action. Its errors say what is wrong and what would be right.
func Action(b []byte) (run.Action, error) {
	var a run.Action
	members, err := parse(b)
	if err != nil {
		return a, err
	}
	var verbs []string
	timed := false
	for _, m := range members {
		switch m.name {
		case "at":
			timed = true
			err = read("at", m.value, run.FieldAt, &a)
		case "after":
			err = read("after", m.value, run.FieldAfter, &a)
		case "when":
			a.When, err = when(m.value)
		default:
			v, ok := run.VerbNamed(m.name)
			if !ok {
				return a, fmt.Errorf("nothing here is called %q; %s", m.name, others(m.name, append([]string{"at", "when", "after"}, verbNames()...)))
			}
			verbs = append(verbs, m.name)
			err = does(v, m.value, &a)
		}
		if err != nil {
			return a, err
		}
	}
	switch {
	case len(verbs) != 1:
		return a, fmt.Errorf("it has %d verbs and needs one of %s", len(verbs), strings.Join(verbNames(), ", "))
	case timed && a.When != nil:
		return a, run.ErrTwoTimes
	case !timed && a.When == nil:
		return a, errors.New(`"at" is missing: say when it happens, such as "at": "1.2s", or at which event, such as "when": {"kind": "hold", "who": "B"}`)
	}
	return a, a.Check()
}

// when reads a trigger.
func when(b json.RawMessage) (*run.Trigger, error) {
	t := &run.Trigger{Nth: 1}
	members, err := object("when", b, `{"kind": "hold", "who": "B"}`)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		f := named(run.TriggerFields, m.name)
		if f == nil {
			return nil, unknown("when", m.name, fieldNames(run.TriggerFields))
		}
		if err := read("when."+m.name, m.value, f, t); err != nil {
			return nil, err
		}
		if names, ok := words[m.name]; ok {
			if word := *f.At(t).(*string); !slices.Contains(names, word) {
				return nil, wrong("when."+m.name, m.value, f.Like, fmt.Errorf("no %s is called so; %s", m.name, others(word, names)))
			}
		}
	}
	if t.Kind == 0 {
		return nil, errors.New(`"when" needs "kind", such as "kind": "hold"`)
	}
	return t, nil
}

// does reads what goes with a verb.
func does(v run.Verb, b json.RawMessage, a *run.Action) error {
	form := v.Form()
	a.Verb = v
	if v == run.Heal && b[0] != '{' {
		if isAll(b) {
			a.Heal = run.HealAll
			return nil
		}
		names := fieldNames(form.AnyOf)
		return wrong(form.Name, b, "", notAll(b, "one or more of "+strings.Join(names, ", ")+`, such as {"cut": "all"}`, names...))
	}
	members, err := object(form.Name, b, example(form))
	if err != nil {
		return err
	}
	targets := 0
	for _, m := range members {
		path := form.Name + "." + m.name
		if i := slices.Index(targetNames(form), m.name); i >= 0 {
			targets++
			a.Of = form.Of[i]
			if a.Target, err = text(m.value); err != nil {
				return wrong(path, m.value, likeTarget[a.Of], err)
			}
		} else if f := named(form.Fields(), m.name); f == nil {
			return unknown(form.Name, m.name, append(targetNames(form), fieldNames(form.Fields())...))
		} else if err := read(path, m.value, f, a); err != nil {
			return err
		}
	}
	if targets > 1 {
		return fmt.Errorf("%q needs one of %s, and only one", form.Name, quoted(targetNames(form)))
	}
	for _, f := range form.Required {
		if !slices.ContainsFunc(members, func(m member) bool { return m.name == f.Name }) {
			return fmt.Errorf("%q needs %q, such as %q: %s", form.Name, f.Name, f.Name, f.Like)
		}
	}
	return nil
}
