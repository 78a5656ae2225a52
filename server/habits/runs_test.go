package habits_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"lockstep/server/habits"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// play returns the events of a run.
func play(t *testing.T, library *scenario.Library, r *run.Run) []trace.Event {
	t.Helper()
	e := world.NewEngine()
	defer e.Close()
	events, err := library.Play(e, r, 0)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func outcome(events []trace.Event) string { return events[len(events)-1].Verdict }

// better tells whether a run came out better than another: by its outcome, or, if that
// is the same, because none of the rules is broken any more.
func better(events, than []trace.Event, rules []string) bool {
	a, b := slices.Index(matrix.Outcomes, outcome(events)), slices.Index(matrix.Outcomes, outcome(than))
	if a != b {
		return a > b
	}
	return len(rules) > 0 && !slices.ContainsFunc(events, func(e trace.Event) bool {
		return e.Kind == trace.Violation && slices.Contains(rules, e.Rule)
	})
}

// Each habit comes to what its scenario says, which is nothing good, and the same run
// without it to something better.
func TestRuns(t *testing.T) {
	all, library := builtIn(t)
	// Those whose cure comes to less than ok: that two are inside, or nobody is, is then
	// no habit's doing.
	short := map[string]string{
		"recreated": trace.VerdictGuarded, // A sleeps inside while B comes: no lock prevents that
		"one-copy":  trace.VerdictStuck,   // while replicas are cut off, nobody has all the copies that are asked for
	}
	for _, h := range all {
		s, _ := library.Get(h.Scenario)
		if s.Expect == nil || s.Expect.Outcome == trace.VerdictOK {
			t.Errorf("%s does not say what goes wrong", h.Scenario)
			continue
		}
		habit, cured := play(t, library, h.Run()), play(t, library, h.Cured())
		if miss := s.Expect.Miss(habit); miss != "" {
			t.Errorf("%s: %s", h.ID, miss)
		}
		want := trace.VerdictOK
		if less, ok := short[h.ID]; ok {
			want = less
		}
		if got := outcome(cured); got != want || !better(cured, habit, s.Expect.Rules) {
			t.Errorf("%s is %s, and cured it is %s, want %s", h.ID, outcome(habit), got, want)
		}
	}
}

// A cure is no longer than it need be: without any one of its parameters the run comes
// out worse.
func TestCuresAreShort(t *testing.T) {
	all, library := builtIn(t)
	for _, h := range all {
		s, _ := library.Get(h.Scenario)
		cured := play(t, library, h.Cured())
		for i, p := range h.Cured().Params {
			r := h.Cured()
			r.Params = slices.Delete(r.Params, i, i+1)
			if !better(cured, play(t, library, r), s.Expect.Rules) {
				t.Errorf("%s comes out as well without %s", h.ID, p.Name)
			}
		}
	}
}

// A cured run differs from the habit's in as many options as it names, and in nothing
// else.
func TestCuresChangeNothingElse(t *testing.T) {
	all, library := builtIn(t)
	for _, h := range all {
		s, _ := library.Get(h.Scenario)
		habit, err := s.Compile(nil)
		if err != nil {
			t.Fatal(err)
		}
		cured, err := s.Compile(h.Cured().Params)
		if err != nil {
			t.Fatal(err)
		}
		var changed []string
		for i := range habit.Clients {
			a, b := &habit.Clients[i], &cured.Clients[i]
			changed = append(changed, differ(a.Lock, b.Lock)...)
			changed = append(changed, differ(a.Job, b.Job)...)
			if a.ID != b.ID || a.Start != b.Start {
				t.Errorf("%s: client %s is another", h.ID, a.ID)
			}
		}
		slices.Sort(changed)
		if changed = slices.Compact(changed); len(changed) != len(h.Cured().Params) {
			t.Errorf("%s: the cure names %v and changes %v", h.ID, h.Cured().Params, changed)
		}
		a, b := *habit, *cured
		a.Clients, b.Clients = nil, nil
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the cure changes the world", h.ID)
		}
	}
}

// differ lists the fields in which two structs differ.
func differ[T any](a, b T) (fields []string) {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			fields = append(fields, x.Type().Field(i).Name)
		}
	}
	return fields
}

// It is the library's way that shows: with the defaults of the kind of lock that it
// claims to be, the same story comes out better. What the scenario itself asks of the
// library, as a quorum of one, is not asked then.
func TestPlainLockHasNoneOfIt(t *testing.T) {
	all, library := builtIn(t)
	except := map[string]string{"one-copy": "a plain lock waits for no replica at all"}
	for _, h := range all {
		if except[h.ID] != "" {
			continue
		}
		s, _ := library.Get(h.Scenario)
		plain := &scenario.Library{}
		if err := plain.Add(inPlain(t, s, h)); err != nil {
			t.Fatal(err)
		}
		habit, events := play(t, library, h.Run()), play(t, plain, h.Run())
		if !better(events, habit, s.Expect.Rules) {
			t.Errorf("%s is %s, and with a plain %s it is %s", h.ID, outcome(habit), h.Profiles[0].Claims, outcome(events))
		}
	}
}

// inPlain is the habit's scenario with a kind of lock in place of the library.
func inPlain(t *testing.T, s *scenario.Scenario, h *habits.Habit) *scenario.Scenario {
	t.Helper()
	tree := s.Tree()
	shared, _ := tree.Get("lock")
	plain := given(t, "{kind: "+h.Profiles[0].Claims+"}")
	err := shared.Entries("", func(name string, v strictyaml.Value) (err error) {
		if name != "profile" {
			plain, err = plain.Set(name, v)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if tree, err = tree.Set("lock", plain); err != nil {
		t.Fatal(err)
	}
	for _, p := range h.Cured().Params {
		option, isLock := strings.CutPrefix(p.Name, "lock.")
		if _, asked := shared.Get(option); isLock && !asked {
			continue // it is the library's own
		}
		if tree, err = tree.Set(p.Name, given(t, p.Value)); err != nil {
			t.Fatal(err)
		}
	}
	made, err := scenario.New(tree)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func given(t *testing.T, text string) strictyaml.Value {
	t.Helper()
	v, err := strictyaml.ParseGiven("the test", text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
