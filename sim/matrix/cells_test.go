package matrix_test

import (
	"slices"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// stage is the matrix and what plays it.
func stage(t *testing.T) (*scenario.Library, *world.Engine) {
	t.Helper()
	library := &scenario.Library{}
	if _, err := matrix.Load(lessons.FS, library); err != nil {
		t.Fatal(err)
	}
	e := world.NewEngine()
	t.Cleanup(e.Close)
	return library, e
}

// cellOf returns the cell of that name.
func cellOf(t *testing.T, name string) *matrix.Cell {
	t.Helper()
	for _, c := range all(t) {
		if matrix.Name(c.Scenario, c.Variant) == name {
			return c
		}
	}
	t.Fatalf("there is no cell %s", name)
	return nil
}

// Whatever a scenario lists happens in every cell that is played: a trigger with a
// slip in it would make a calm cell of any.
func TestEveryFaultFinds(t *testing.T) {
	library, e := stage(t)
	for _, c := range all(t) {
		if c.Lacks != "" {
			continue
		}
		s, _ := library.Get(c.Run.Scenario)
		config, err := s.Compile(nil)
		if err != nil {
			t.Fatal(err)
		}
		events, err := library.Play(e, &c.Run, 0)
		if err != nil {
			t.Fatal(err)
		}
		happened := make(map[string]int)
		for i := range events {
			happened[deed(&events[i])]++
		}
		for _, f := range config.Faults {
			name := f.Verb.String() + " " + f.Target + f.Msg
			if happened[name]--; happened[name] < 0 {
				t.Errorf("%s: %s does not happen, or finds nothing to act on", c.Run.Scenario, name)
			}
		}
	}
}

// deed names what the scenario did by an event.
func deed(e *trace.Event) string {
	switch {
	case e.By != trace.ByScenario || e.Why != "":
		return ""
	case e.Kind == trace.Fault:
		return e.What + " " + e.Who + e.Msg
	case e.Kind == trace.Heal && len(e.Links) > 0:
		return run.Heal.String() + " "
	}
	return ""
}

// A cell names whatever its scenario sets, wherever that stands.
func TestOptions(t *testing.T) {
	for name, want := range map[string][]matrix.Option{
		"S12.G":  nil,
		"S26.K":  nil,
		"S18.G":  {{"clock", "wall"}},
		"S7.A":   {{"retries", "500"}},
		"S14.D":  {{"cluster.single.persistence", "always"}},
		"S14.F+": {{"cluster.replicated.persistence", "always"}},
		"S14.H":  {{"cluster.persistence", "always"}},
		"S21.G-": {
			{"network.latency", "12ms"},
			{"network.links", "[{between: [A, n1], latency: 1ms}, {between: [A, n2], latency: 1ms}, {between: [B, n3], latency: 1ms}, {between: [B, n4], latency: 1ms}, {between: [C, n5], latency: 1ms}]"},
		},
		"S25.G": {{"accept_own_token", "true"}, {"clients.A.lock.nodes", "[n1, n1, n2, n3, n4]"}},
		"S26.E": {{"extend", "recreate"}, {"stop_at_validity", "true"}},
	} {
		if got := cellOf(t, name).Options; !slices.Equal(got, want) {
			t.Errorf("%s sets %v, want %v", name, got, want)
		}
	}
}

// What decides a cell tells whether it had been promised: that the votes were
// miscounted besides does not.
func TestPromised(t *testing.T) {
	for name, want := range map[string]bool{
		"S8.G-": true,  // whoever counts no elapsed time has itself to blame
		"S8.C":  false, // this one never promised to count any
		"S25.G": false, // a list that names a node twice takes the promise away
		"S18.G": false, // a client's clock that steps back
		"S19.G": false, // or is slow
		"S12.H": false,
		"S21.G": false,
	} {
		if got := cellOf(t, name).Promised; got != want {
			t.Errorf("%s: promised is %t, want %t", name, got, want)
		}
	}
}

// A plain DEL is part of what decides: the reason tells of it.
func TestForeignReleaseIsTold(t *testing.T) {
	for name, want := range map[string]bool{"S3.B": true, "S3.C": true, "S3.D": false} {
		told := slices.ContainsFunc(cellOf(t, name).Why.Events, func(e *trace.Event) bool {
			return e.Rule == trace.RuleForeignRelease && e.Who == "A" && e.With == "B"
		})
		if told != want {
			t.Errorf("%s: A's DEL of B's key is told: %t, want %t", name, told, want)
		}
	}
}

// The option decides: an extension that only lengthens what is there is refused when B
// has come and gone, and A, who minds that, writes nothing.
func TestExtensionDecides(t *testing.T) {
	library, e := stage(t)
	for _, variant := range []string{"E", "F", "F+"} {
		for extend, want := range map[string]string{"recreate": trace.VerdictBroken, "compare": trace.VerdictGuarded, "set": trace.VerdictGuarded} {
			r := &run.Run{Scenario: "S26." + variant, Params: []run.Param{{Name: "lock.extend", Value: extend}}}
			events, err := library.Play(e, r, 0)
			if err != nil {
				t.Fatal(err)
			}
			writes := 0
			for i := range events {
				if e := &events[i]; e.Kind == trace.Write && e.Who == "A" {
					writes++
				}
			}
			if got := events[len(events)-1].Verdict; got != want || (writes > 0) != (want == trace.VerdictBroken) {
				t.Errorf("%s with extend: %s is %s, and A writes %d times; want %s", r.Scenario, extend, got, writes, want)
			}
		}
	}
}

// A run is its cell's, and told as such, until something in it is changed.
func TestOf(t *testing.T) {
	library := &scenario.Library{}
	m, err := matrix.Load(lessons.FS, library)
	if err != nil {
		t.Fatal(err)
	}
	e := world.NewEngine()
	defer e.Close()
	want := cellOf(t, "S15.D")
	events, err := library.Play(e, &want.Run, 0)
	if err != nil {
		t.Fatal(err)
	}
	c, ok := m.Of(&want.Run, events)
	if !ok || c.Outcome != want.Outcome || c.Hash != want.Hash || c.Promised != want.Promised || len(c.Why.Events) != len(want.Why.Events) || c.Assumed != want.Assumed {
		t.Errorf("its run is told as %+v, want %+v", c, want)
	}
	for name, r := range map[string]*run.Run{
		"a parameter":      {Scenario: "S15.D", Params: []run.Param{{Name: "lock.ttl", Value: "9s"}}},
		"an action":        {Scenario: "S15.D", Actions: []run.Action{{At: 1, Verb: run.Heal}}},
		"a draw":           {Scenario: "S15.D", Choices: []run.Choice{{Key: "x"}}},
		"a seed":           {Scenario: "S15.D", Seed: 1},
		"another scenario": {Scenario: "redlock"},
	} {
		if _, ok := m.Of(r, events); ok {
			t.Errorf("with %s it is a cell's still", name)
		}
	}
}

// Of a wait the reason names who is inside, standing still, and nobody who is dead.
func TestWhoIsInsideMeanwhile(t *testing.T) {
	for name, want := range map[string]string{"S5.A": "A", "S6.E": "A", "S1.C": "", "S2.A": "", "S9.D": ""} {
		if got := cellOf(t, name).Why.Inside; got != want {
			t.Errorf("%s: %q is inside, want %q", name, got, want)
		}
	}
}

// What decides is an instant of the run, where one does.
func TestDeciding(t *testing.T) {
	for name, want := range map[string]bool{"S5.D": true, "S5.H": true, "S5.A": true, "S13.G": false} {
		c := cellOf(t, name)
		at, ok := c.Why.Deciding()
		switch {
		case ok != want:
			t.Errorf("%s: an instant decides: %t, want %t", name, ok, want)
		case c.Outcome == trace.VerdictStuck && (at <= c.Why.Wait.From || at > c.Why.Wait.To), len(c.Why.Events) > 0 && at != c.Why.Events[0].T:
			t.Errorf("%s: it is decided at %v", name, at)
		}
	}
}
