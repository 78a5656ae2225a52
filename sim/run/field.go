package run

import (
	"slices"

	"lockstep/sim/trace"
)

// Field is one member of T, an [Action] or a [Trigger]: its name in JSON, where it
// lies and what it may be. The type that At points to says how it is written.
type Field[T any] struct {
	Name string
	Like string       // what one looks like in JSON, for people
	At   func(*T) any // a pointer to the member

	// Least and Most bound a number. Most also bounds the bytes of a text.
	Least, Most int64
}

type fields = []*Field[Action]

// When an action happens. One of At and When is there; After goes with When.
var (
	FieldAt    = &Field[Action]{"at", `"1.2s"`, func(a *Action) any { return &a.At }, 0, int64(MaxTime)}
	FieldAfter = &Field[Action]{"after", `"100ms"`, func(a *Action) any { return &a.After }, 0, int64(MaxTime)}
)

// What an action does.
var (
	fData     = &Field[Action]{"data", `"lose"`, func(a *Action) any { return &a.Data }, 0, 0}
	fRestart  = &Field[Action]{"restart", `"2s"`, func(a *Action) any { return &a.Restart }, 1, int64(MaxTime)}
	fFor      = &Field[Action]{"for", `"2s"`, func(a *Action) any { return &a.For }, 1, int64(MaxTime)}
	fCut      = &Field[Action]{"cut", `[["A"], ["n4", "n5"]]`, func(a *Action) any { return &a.Cut }, 0, MaxName}
	fOneWay   = &Field[Action]{"oneway", `true`, func(a *Action) any { return &a.OneWay }, 0, 0}
	fLink     = &Field[Action]{"link", `["A", "n1"]`, func(a *Action) any { return &a.Link }, 0, MaxName}
	fPPM      = &Field[Action]{"ppm", `200000`, func(a *Action) any { return &a.PPM }, 0, trace.Million}
	fBy       = &Field[Action]{"by", `"300ms"`, func(a *Action) any { return &a.By }, 1, int64(MaxTime)}
	fMsg      = &Field[Action]{"msg", `"A/1/set>n3"`, func(a *Action) any { return &a.Msg }, 0, MaxMsg}
	fJump     = &Field[Action]{"jump", `"10s"`, func(a *Action) any { return &a.Jump }, -int64(MaxJump), int64(MaxJump)}
	fRate     = &Field[Action]{"rate", `1.02`, func(a *Action) any { return (*Ratio)(&a.Rate) }, MinRate, MaxRate}
	fKey      = &Field[Action]{"key", `"lock:invoice-42"`, func(a *Action) any { return &a.Key }, 0, MaxKey}
	fArgs     = &Field[Action]{"args", `["GET", "lock:invoice-42"]`, func(a *Action) any { return &a.Args }, 0, MaxCommand}
	fHealCut  = &Field[Action]{"cut", `"all"`, func(a *Action) any { return &a.Heal.Cut }, 0, MaxName}
	fHealSlow = &Field[Action]{"slow", `"all"`, func(a *Action) any { return &a.Heal.Slow }, 0, MaxName}
	fHealLose = &Field[Action]{"lose", `"all"`, func(a *Action) any { return &a.Heal.Lose }, 0, MaxName}
)

// TriggerFields is what a trigger says; only its kind must be there.
var TriggerFields = []*Field[Trigger]{
	{"kind", `"hold"`, func(t *Trigger) any { return &t.Kind }, 0, 0},
	{"who", `"B"`, func(t *Trigger) any { return &t.Who }, 0, MaxName},
	{"node", `"n3"`, func(t *Trigger) any { return &t.Node }, 0, MaxName},
	{"rule", `"mutual-exclusion"`, func(t *Trigger) any { return &t.Rule }, 0, MaxName},
	{"phase", `"work"`, func(t *Trigger) any { return &t.Phase }, 0, MaxName},
	{"nth", `1`, func(t *Trigger) any { return &t.Nth }, 1, MaxNth},
}

// IsZero tells whether x says nothing here.
func (f *Field[T]) IsZero(x *T) bool { return isZero(f.At(x)) }

func isZero(member any) bool {
	switch p := member.(type) {
	case *string:
		return *p == ""
	case *trace.Time:
		return *p == 0
	case *trace.Duration:
		return *p == 0
	case *Data:
		return *p == DataPolicy
	case *bool:
		return !*p
	case *int:
		return *p == 0
	case *int64:
		return *p == 0
	case *Ratio:
		return *p == 0
	case *trace.Kind:
		return *p == 0
	case *[][]string:
		return len(*p) == 0
	case *[]string:
		return len(*p) == 0
	case *[2]string:
		return *p == [2]string{}
	case *HealCut:
		return !p.All && len(p.Cut) == 0
	case *HealLink:
		return *p == HealLink{}
	}
	panic("run: a field of a type that nobody knows")
}

// allFields is every field that goes with any verb.
var allFields = func() (all []*Field[Action]) {
	for i := range forms {
		for _, f := range forms[i].Fields() {
			if !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	return all
}()
