// Package runtest draws runs and actions for tests: whatever passes
// [run.Action.Check], and little else.
package runtest

import (
	"pgregory.net/rapid"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Run draws a run. Its actions are done to processes of those names, or of any
// name if there are none.
func Run(t *rapid.T, processes ...string) *run.Run {
	text := rapid.StringN(0, 20, -1)
	r := &run.Run{
		Engine: text.Draw(t, "engine"), Scenario: text.Draw(t, "scenario"),
		Edition: rapid.Uint32().Draw(t, "edition"), Seed: rapid.Uint64().Draw(t, "seed"),
	}
	for range rapid.IntRange(0, 3).Draw(t, "params") {
		r.Params = append(r.Params, run.Param{Name: text.Draw(t, "name"), Value: text.Draw(t, "value")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "choices") {
		r.Choices = append(r.Choices, run.Choice{Key: text.Draw(t, "key"), Pick: rapid.Uint64().Draw(t, "pick")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "actions") {
		r.Actions = append(r.Actions, Action(t, processes...))
	}
	return r
}

// Action draws an action, as Run does.
func Action(t *rapid.T, processes ...string) run.Action {
	d := drawer{t, processes}
	a := run.Action{Verb: run.Verb(rapid.IntRange(int(run.Crash), int(run.Heal)).Draw(t, "verb"))}
	if d.bool("when") {
		a.When = d.trigger()
		draw(d, run.FieldAfter, &a)
	} else {
		draw(d, run.FieldAt, &a)
	}
	f := a.Verb.Form()
	if len(f.Of) > 0 {
		a.Of, a.Target = rapid.SampledFrom(f.Of).Draw(t, "of"), d.name()
	}
	for _, field := range f.Required {
		draw(d, field, &a)
	}
	for _, field := range f.Optional {
		if d.bool(field.Name) {
			draw(d, field, &a)
		}
	}
	if len(f.OneOf) > 0 {
		draw(d, rapid.SampledFrom(f.OneOf).Draw(t, "one of"), &a)
	}
	if len(f.AnyOf) > 0 {
		some := rapid.IntRange(1, 1<<len(f.AnyOf)-1).Draw(t, "any of")
		for i, field := range f.AnyOf {
			if some&(1<<i) != 0 {
				draw(d, field, &a)
			}
		}
	}
	if a.Of != run.OfNode {
		a.Data = run.DataPolicy
	}
	return a
}

type drawer struct {
	t         *rapid.T
	processes []string
}

func (d drawer) trigger() *run.Trigger {
	when := new(run.Trigger)
	for _, f := range run.TriggerFields {
		switch {
		case f.Name == "rule":
			if when.Kind == trace.Violation && d.bool(f.Name) {
				when.Rule = rapid.SampledFrom(trace.Rules[:]).Draw(d.t, f.Name)
			}
		case f.Name == "phase":
			if when.Kind == trace.Phase && d.bool(f.Name) {
				when.Phase = rapid.SampledFrom(trace.Phases[:]).Draw(d.t, f.Name)
			}
		case f.Name == "kind", f.Name == "nth", d.bool(f.Name):
			draw(d, f, when)
		}
	}
	return when
}

func draw[T any](d drawer, f *run.Field[T], x *T) {
	number := func() int64 { return rapid.Int64Range(f.Least, f.Most).Draw(d.t, f.Name) }
	switch p := f.At(x).(type) {
	case *string:
		*p = d.name()
	case *trace.Time:
		*p = trace.Time(number())
	case *trace.Duration:
		for *p = trace.Duration(number()); f.Check(x) != nil; {
			*p++
		}
	case *int:
		*p = int(number())
	case *int64:
		*p = number()
	case *run.Ratio:
		*p = run.Ratio(number())
	case *trace.Kind:
		*p = rapid.SampledFrom(kinds).Draw(d.t, "kind")
	case *run.Data:
		*p = run.Data(rapid.IntRange(0, int(run.DataLose)).Draw(d.t, "data"))
	case *bool:
		*p = true
	case *[][]string:
		*p = d.groups()
	case *[]string:
		*p = rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })), 1, 4).Draw(d.t, "args")
	case *[2]string:
		*p = d.link()
	case *run.HealCut:
		if p.All = d.bool("all"); !p.All {
			p.Cut = d.groups()
		}
	case *run.HealLink:
		if p.All = d.bool("all"); !p.All {
			p.Link = d.link()
		}
	default:
		panic("runtest: a field of a type that nobody draws")
	}
}

// kinds are those of the events that a trigger may wait for.
var kinds = func() (all []trace.Kind) {
	for k := trace.Start; k.Valid(); k++ {
		if k != trace.End {
			all = append(all, k)
		}
	}
	return all
}()

func (d drawer) bool(name string) bool { return rapid.Bool().Draw(d.t, name) }

func (d drawer) names(least, most int) []string {
	one := rapid.StringN(1, 9, run.MaxName)
	if len(d.processes) >= least {
		one, most = rapid.SampledFrom(d.processes), min(most, len(d.processes))
	}
	return rapid.SliceOfNDistinct(one, least, most, rapid.ID).Draw(d.t, "names")
}

func (d drawer) name() string { return d.names(1, 1)[0] }

func (d drawer) link() [2]string { return [2]string(d.names(2, 2)) }

func (d drawer) groups() [][]string {
	all := d.names(2, 6)
	cut := rapid.IntRange(1, len(all)-1).Draw(d.t, "cut")
	return [][]string{all[:cut:cut], all[cut:]}
}
