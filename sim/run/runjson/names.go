package runjson

import (
	"fmt"
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

// likeTarget is what a process's name looks like, by its sort.
var likeTarget = [...]string{run.OfNode: `"n3"`, run.OfClient: `"A"`, run.OfSentinel: `"s1"`}

// words are those that a rule and a phase of a trigger can be.
var words = map[string][]string{"rule": trace.Rules[:], "phase": trace.Phases[:]}

// example is what goes with a verb, for people: {"client": "A", "for": "2s"}.
func example(form *run.Form) string {
	var parts []string
	if len(form.Of) > 0 {
		parts = append(parts, fmt.Sprintf("%q: %s", form.Of[0], likeTarget[form.Of[0]]))
	}
	fields := form.Required
	if len(form.OneOf) > 0 {
		fields = form.OneOf[:1]
	}
	if len(form.AnyOf) > 0 {
		fields = form.AnyOf[:1]
	}
	for _, f := range fields {
		parts = append(parts, fmt.Sprintf("%q: %s", f.Name, f.Like))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// unknown says that nothing there has that name, and what has.
func unknown(where, name string, there []string) error {
	return fmt.Errorf("nothing in %q is called %q; %s", where, name, others(name, there))
}

// others says which names there are, and first which of them was perhaps meant.
func others(given string, names []string) string {
	all := strings.Join(names, ", ")
	if near := strictyaml.Nearest(given, names); near != "" {
		return fmt.Sprintf("did you mean %s? There is %s", near, all)
	}
	return "there is " + all
}

func quoted(names []string) string { return `"` + strings.Join(names, `", "`) + `"` }

func verbNames() (names []string) {
	for v := run.Crash; v.Valid(); v++ {
		names = append(names, v.String())
	}
	return names
}

func targetNames(form *run.Form) (names []string) {
	for _, of := range form.Of {
		names = append(names, of.String())
	}
	return names
}

func fieldNames[T any](fields []*run.Field[T]) (names []string) {
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return names
}

// named returns the field of that name, or nil.
func named[T any](fields []*run.Field[T], name string) *run.Field[T] {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}
