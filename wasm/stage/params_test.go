package stage

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/wasm/viewer"
)

func TestParametersOverTheUsualOnes(t *testing.T) {
	was := []run.Param{{Name: "lock.ttl", Value: "5s"}, {Name: "clients.B.start", Value: "1s"}}
	for name, c := range map[string]struct {
		fields []Field
		want   []run.Param
	}{
		"changed":       {[]Field{{"lock.ttl", "7s", "10s"}}, []run.Param{was[1], {Name: "lock.ttl", Value: "7s"}}},
		"as usual":      {[]Field{{"lock.ttl", "10s", "10s"}}, []run.Param{was[1]}},
		"blank":         {[]Field{{"lock.ttl", " ", "10s"}}, was},
		"not in a form": {[]Field{{"seed", "8", "0"}}, was},
	} {
		if got := overlaid(was, c.fields); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	library := []run.Param{{Name: "lock.profile", Value: "redsync"}}
	if got := overlaid(library, []Field{{"lock.profile", "", ""}}); len(got) != 0 {
		t.Errorf("no library, as usual: %v", got)
	}
}

// The run starts anew with the same seed and shows the same instant; what became of the
// outcome is said.
func TestOtherParameters(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.do("params", "")
	if r.view.open != Params || r.view.filled[0] != (Field{Name: "seed", Value: "0"}) {
		t.Fatalf("filled with %v", r.view.filled)
	}
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"lock.ttl", "400ms", "10s"}})
	r.settle()
	if r.view.open != Whole || r.present().Params[0].Value != "400ms" || r.fig.time != instant || len(r.s.tree.Branches()) != 2 {
		t.Errorf("%+v at %d", r.present(), r.fig.time)
	}
	r.page.wait()
	if r.view.text[VerdictChange] == "" {
		t.Error("nobody says what it changed")
	}
	if r.do("params", ""); r.view.filled[1] != (Field{Name: "lock.ttl", Value: "400ms"}) {
		t.Errorf("filled with %v", r.view.filled)
	}
	r.s.Submit("params", []Field{{"seed", "x", "0"}})
	if r.view.open != Params || r.view.text[ParamsProblem] == "" {
		t.Error("a seed that is no number is taken")
	}
}

// What the server refuses keeps the form open: it says why, and leads to the field that the
// problem names.
func TestRefusedParametersStayInTheForm(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.do("params", "")
	r.problem = "parameter lock.ttl: it must be at least 1ms"
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"lock", "x", "x"}, {"lock.ttl", "1us", "10s"}})
	r.settle()
	if r.view.open != Params || !strings.Contains(r.view.text[ParamsProblem], r.problem) || r.view.field != "lock.ttl" {
		t.Errorf("open is %d; the form says %q at %q", r.view.open, r.view.text[ParamsProblem], r.view.field)
	}
	if len(r.s.tree.Branches()) != 1 || r.fig.time != instant || r.fig.text[viewer.StatusLine] != "" {
		t.Errorf("%d branches at %d, %q", len(r.s.tree.Branches()), r.fig.time, r.fig.text[viewer.StatusLine])
	}
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"lock.ttl", "400ms", "10s"}})
	r.settle()
	if r.view.open != Whole || r.present().Params[0].Value != "400ms" {
		t.Errorf("put right it is not taken: %+v", r.present())
	}
}

// What the form itself knows to be wrong is said at once, in the reader's language.
func TestParametersBeyondTheirLimits(t *testing.T) {
	const latency = "network.latency"
	for name, c := range map[string]struct {
		fields []Field
		said   string
	}{
		"reversed":       {[]Field{{latency, "10s..1s", "5ms"}}, "The first span is longer than the second"},
		"too short":      {[]Field{{"lock.ttl", "1us", "10s"}}, "This can be from 1ms to 600s."},
		"too long":       {[]Field{{"lock.ttl", "1h", "10s"}}, "This can be from 1ms to 600s."},
		"part of a span": {[]Field{{latency, "1ms..1h", "5ms"}}, "This can be from 1us to 600s."},
		"too many":       {[]Field{{"cluster.independent", "12", "5"}}, "This can be from 1 to 9."},
	} {
		r := newRig(t, jump, "")
		r.view.limits = map[string][2]string{latency: {"1us", "600s"}, "lock.ttl": {"1ms", "600s"}, "cluster.independent": {"1", "9"}}
		r.do("params", "")
		r.s.Submit("params", append(c.fields, Field{"seed", "0", "0"}))
		if len(r.page.asked) > 0 || r.view.open != Params || !strings.HasPrefix(r.view.text[ParamsProblem], c.said) || r.view.field != c.fields[0].Name {
			t.Errorf("%s: the form says %q at %q", name, r.view.text[ParamsProblem], r.view.field)
		}
	}

	// What one may be goes by what the others are.
	r := newRig(t, jump, "")
	r.view.limits = map[string][2]string{"clients.A.work.write_at": {"0s", "100ms"}}
	r.do("params", "")
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"clients.A.work.write_at", "3s", "50ms"}, {"clients.A.work.takes", "4s", "100ms"}})
	if len(r.page.asked) == 0 {
		t.Errorf("two that go together are refused: %q", r.view.text[ParamsProblem])
	}
}

func TestParametersAsTheyAre(t *testing.T) {
	r := newRig(t, jump, "")
	r.do("params", "")
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"lock.ttl", "10s", "10s"}})
	if !strings.HasPrefix(r.view.text[ParamsProblem], "Nothing was changed") || r.view.open != Params || len(r.s.tree.Branches()) != 1 {
		t.Errorf("it says %q", r.view.text[ParamsProblem])
	}
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"lock.ttl", "400ms", "10s"}})
	r.settle()
	if r.view.open != Whole || len(r.s.tree.Branches()) != 2 {
		t.Error("a change afterwards is not taken")
	}
}

func TestANewSeedIsAnother(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.page.random = 41
	if r.do("seed", ""); r.present().Seed != 42 || r.fig.time != instant || r.view.text[Seed] != "Seed 42" {
		t.Errorf("seed %d at %d", r.present().Seed, r.fig.time)
	}
}

// The hash is that of the run that is shown, also where one goes from the end of one run
// to that of another.
func TestEachRunHasItsHash(t *testing.T) {
	r := newRig(t, jump, "")
	for _, do := range []string{"verdict", "seed", "undo", "redo"} {
		r.do(do, "")
		r.settle()
		r.key("End")
		r.settle()
		events := r.trace(r.present().Link())
		if got, want := r.fig.text[viewer.Hash], events[len(events)-1].Hash[:8]; !strings.Contains(got, want) {
			t.Errorf("after %q, at the end of the run with the seed %d, the page says %q, want %s", do, r.present().Seed, got, want)
		}
	}
}
