package run

import (
	"errors"
	"slices"

	"lockstep/sim/trace"
)

// Check tells whether a says what its verb needs, no more than that, and all of it
// within limits. The error is for people, and names fields as the JSON form does.
// Whether its process, message or key exists is for the world to say: an action
// stays in a run even when its target is gone.
func (a *Action) Check() error {
	if !a.Verb.Valid() {
		return errors.New("it does nothing: it has no verb")
	}
	if err := a.checkTime(); err != nil {
		return err
	}
	if err := a.checkTarget(); err != nil {
		return err
	}
	f := a.Verb.Form()
	fields := f.Fields()
	there := func(field *Field[Action]) bool { return !field.IsZero(a) }
	for _, field := range allFields {
		if there(field) && !slices.Contains(fields, field) {
			return errors.New(quote(f.Name) + " takes no " + quote(field.Name))
		}
		if there(field) || slices.Contains(f.Required, field) {
			if err := field.Check(a); err != nil {
				return errors.New(quote(f.Name+"."+field.Name) + ": " + err.Error())
			}
		}
	}
	if len(f.OneOf) > 0 && count(f.OneOf, there) != 1 {
		return errors.New(quote(f.Name) + " needs one of " + names(f.OneOf) + ", and only one")
	}
	if len(f.AnyOf) > 0 && count(f.AnyOf, there) == 0 {
		return errors.New(quote(f.Name) + " needs one of " + names(f.AnyOf) + ", or more")
	}
	return nil
}

// ErrTwoTimes is what Check answers to an action with a time and an event.
var ErrTwoTimes = errors.New(`it has "at" and "when": it happens at a time or at an event, not both`)

func (a *Action) checkTime() error {
	if err := FieldAt.Check(a); err != nil {
		return errors.New(`"at": ` + err.Error())
	}
	if err := FieldAfter.Check(a); err != nil {
		return errors.New(`"after": ` + err.Error())
	}
	switch {
	case a.When == nil && a.After != 0:
		return errors.New(`"after" goes with "when": it is how long after that event`)
	case a.When == nil:
		return nil
	case a.At != 0:
		return ErrTwoTimes
	}
	return a.When.Check()
}

func (a *Action) checkTarget() error {
	f := a.Verb.Form()
	if len(f.Of) == 0 {
		if a.Target != "" || a.Of != OfNode {
			return errors.New(quote(f.Name) + " takes no " + quote(a.Of.String()))
		}
		return nil
	}
	if a.Target == "" {
		return errors.New(quote(f.Name) + " needs " + f.targets())
	}
	if !slices.Contains(f.Of, a.Of) {
		return errors.New(quote(f.Name) + " needs " + f.targets() + ", and this is a " + quote(a.Of.String()))
	}
	if a.Data != DataPolicy && a.Of != OfNode {
		return errors.New(quote(f.Name+".data") + " goes with a node: a " + a.Of.String() + " keeps nothing")
	}
	if err := checkText(a.Target, MaxName); err != nil {
		return errors.New(quote(f.Name+"."+a.Of.String()) + ": " + err.Error())
	}
	return nil
}

// targets says what sort of process the verb is done to: a "node" or a "client".
func (f *Form) targets() string {
	s := ""
	for i, of := range f.Of {
		switch {
		case i > 0 && i == len(f.Of)-1:
			s += " or "
		case i > 0:
			s += ", "
		}
		s += "a " + quote(of.String())
	}
	return s
}

// Check tells whether t says what a trigger may say, within limits.
func (t *Trigger) Check() error {
	for _, f := range TriggerFields {
		if f.Name == "kind" || f.Name == "nth" || !f.IsZero(t) {
			if err := f.Check(t); err != nil {
				return errors.New(quote("when."+f.Name) + ": " + err.Error())
			}
		}
	}
	switch {
	case t.Rule != "" && t.Kind != trace.Violation:
		return errors.New(`"when.rule" goes with "kind": "violation"`)
	case t.Rule != "" && !slices.Contains(trace.Rules[:], t.Rule):
		return errors.New(`"when.rule": no rule is called ` + quote(t.Rule))
	case t.Phase != "" && t.Kind != trace.Phase:
		return errors.New(`"when.phase" goes with "kind": "phase"`)
	case t.Phase != "" && !slices.Contains(trace.Phases[:], t.Phase):
		return errors.New(`"when.phase": no phase is called ` + quote(t.Phase))
	}
	return nil
}

func quote(s string) string { return `"` + s + `"` }

func names(fields []*Field[Action]) string {
	s := ""
	for i, f := range fields {
		if i > 0 {
			s += ", "
		}
		s += quote(f.Name)
	}
	return s
}

func count[T any](list []T, is func(T) bool) int {
	n := 0
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}
