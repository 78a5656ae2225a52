package run_test

import (
	"reflect"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// What runjson cannot say, or says before Check is asked.
func TestCheckRefuses(t *testing.T) {
	flush := func(change func(a *run.Action)) run.Action {
		a := run.Action{Verb: run.Flush, Target: "n1"}
		change(&a)
		return a
	}
	when := func(w run.Trigger) run.Action { return flush(func(a *run.Action) { a.When = &w }) }
	many := make([]string, run.MaxArgs+1)
	for _, row := range []struct {
		a    run.Action
		want string
	}{
		{run.Action{}, `it does nothing: it has no verb`},
		{flush(func(a *run.Action) { a.At = -1 }), `"at": it may be from 0s to 600s`},
		{flush(func(a *run.Action) { a.After = 1 }), `"after" goes with "when": it is how long after that event`},
		{flush(func(a *run.Action) { a.At, a.When = 1, &run.Trigger{Kind: trace.Hold, Nth: 1} }), run.ErrTwoTimes.Error()},
		{when(run.Trigger{Nth: 1}), `"when.kind": no event is of this kind`},
		{when(run.Trigger{Kind: trace.Hold}), `"when.nth": it may be from 1 to 20000`},
		{when(run.Trigger{Kind: trace.Hold, Nth: 1, Who: "\xff"}), `"when.who": it is no UTF-8 text`},
		{when(run.Trigger{Kind: trace.Violation, Nth: 1, Rule: "mutual-exclusoin"}), `"when.rule": no rule is called "mutual-exclusoin"`},
		{when(run.Trigger{Kind: trace.Phase, Nth: 1, Phase: "writ"}), `"when.phase": no phase is called "writ"`},
		{flush(func(a *run.Action) { a.Target = "" }), `"flush" needs a "node"`},
		{flush(func(a *run.Action) { a.Of = run.OfClient }), `"flush" needs a "node", and this is a "client"`},
		{flush(func(a *run.Action) { a.Key = "k" }), `"flush" takes no "key"`},
		{flush(func(a *run.Action) { a.Data = run.DataLose }), `"flush" takes no "data"`},
		{flush(func(a *run.Action) { a.Rate = 1 }), `"flush" takes no "rate"`},
		{run.Action{Verb: run.Crash, Target: "n1", Data: run.DataLose + 1}, `"crash.data": what becomes of the keys is policy, keep or lose`},
		{run.Action{Verb: run.Drop, Target: "n1", Msg: "m"}, `"drop" takes no "node"`},
		{run.Action{Verb: run.Drop, Msg: strings.Repeat("m", run.MaxMsg+1)}, `"drop.msg": it is longer than 256 bytes`},
		{run.Action{Verb: run.Lose, Link: [2]string{"A", "n1"}, PPM: -1}, `"lose.ppm": it may be from 0 to 1000000`},
		{run.Action{Verb: run.Clock, Target: "n1", Rate: -1}, `"clock.rate": it may be from 0.5 to 2`},
		{run.Action{Verb: run.Command, Target: "n1", Args: many}, `"command.args": there is room for 256 arguments`},
		{run.Action{Verb: run.Heal, Heal: run.Healing{Cut: run.HealCut{All: true, Cut: [][]string{{"A"}, {"B"}}}}}, `"heal.cut": it is all cuts or one, not both`},
		{run.Action{Verb: run.Heal, Heal: run.Healing{Slow: run.HealLink{All: true, Link: [2]string{"A", "n1"}}}}, `"heal.slow": it is all links or one, not both`},
	} {
		if err := row.a.Check(); err == nil || err.Error() != row.want {
			t.Errorf("%+v: %v, want %s", row.a, err, row.want)
		}
	}
	for _, a := range oneOfEach {
		if err := a.Check(); err != nil {
			t.Errorf("%+v: %v", a, err)
		}
	}
}

// Every member of an action is in the table of some verb: none can be left out of
// links, or go unchecked.
func TestTableIsWhole(t *testing.T) {
	var a run.Action
	var verbs []*run.Field[run.Action]
	for v := run.Crash; v.Valid(); v++ {
		verbs = append(verbs, v.Form().Fields()...)
		if named, ok := run.VerbNamed(v.String()); !ok || named != v {
			t.Errorf("verb %d is called %q, which is verb %d", v, v, named)
		}
	}
	covers(t, &a, append(verbs, run.FieldAt, run.FieldAfter), "When", "Verb", "Of", "Target")
	var when run.Trigger
	covers(t, &when, run.TriggerFields)
	if _, ok := run.VerbNamed("unknown"); ok || run.Verb(0).Valid() || run.Verb(0).String() != "unknown" {
		t.Error("a verb out of range passes for one")
	}
}

// covers complains of members of x that no field lies in, but those named.
func covers[T any](t *testing.T, x *T, fields []*run.Field[T], but ...string) {
	t.Helper()
	v := reflect.ValueOf(x).Elem()
	for i := range v.NumField() {
		member := v.Type().Field(i)
		begin := v.Field(i).Addr().Pointer()
		found := strings.Contains(" "+strings.Join(but, " ")+" ", " "+member.Name+" ")
		for _, f := range fields {
			at := reflect.ValueOf(f.At(x)).Pointer()
			found = found || at >= begin && at < begin+member.Type.Size()
		}
		if !found {
			t.Errorf("%s of %T is in no table", member.Name, *x)
		}
	}
}

func TestMatches(t *testing.T) {
	send := trace.Event{Kind: trace.Send, Msg: "A/1/set>n3", From: "A", To: "n3"}
	deliver := trace.Event{Kind: trace.Deliver, Msg: "A/1/set>n3", Who: "n3"}
	exec := trace.Event{Kind: trace.Exec, Msg: "A/1/set>n3", Node: "n3"}
	phase := trace.Event{Kind: trace.Phase, Who: "A", Phase: "write"}
	broken := trace.Event{Kind: trace.Violation, Who: "B", Rule: "mutual-exclusion"}
	for _, row := range []struct {
		when run.Trigger
		e    trace.Event
		want bool
	}{
		{run.Trigger{Kind: trace.Send}, send, true},
		{run.Trigger{Kind: trace.Send, Who: "A"}, send, true},
		{run.Trigger{Kind: trace.Send, Who: "n3"}, send, false},
		{run.Trigger{Kind: trace.Send, Node: "n3"}, send, true},
		{run.Trigger{Kind: trace.Send, Node: "A"}, send, false},
		{run.Trigger{Kind: trace.Send, Who: "A", Node: "n3"}, send, true},
		{run.Trigger{Kind: trace.Send, Who: "A", Node: "n2"}, send, false},
		{run.Trigger{Kind: trace.Deliver}, send, false},
		{run.Trigger{Kind: trace.Deliver, Who: "n3"}, deliver, true},
		{run.Trigger{Kind: trace.Deliver, Who: "A"}, deliver, false},
		{run.Trigger{Kind: trace.Exec, Node: "n3"}, exec, true},
		{run.Trigger{Kind: trace.Exec, Who: "A"}, exec, false},
		{run.Trigger{Kind: trace.Phase, Who: "A", Phase: "write"}, phase, true},
		{run.Trigger{Kind: trace.Phase, Phase: "read"}, phase, false},
		{run.Trigger{Kind: trace.Violation, Rule: "mutual-exclusion"}, broken, true},
		{run.Trigger{Kind: trace.Violation, Rule: "mutual-exclusion", Who: "A"}, broken, false},
		{run.Trigger{Kind: trace.Violation, Rule: "stale-write"}, broken, false},
		{run.Trigger{Kind: trace.Violation, Nth: 7}, broken, true},
	} {
		if got := row.when.Matches(&row.e); got != row.want {
			t.Errorf("%+v and %+v: %v", row.when, row.e, got)
		}
	}
}
