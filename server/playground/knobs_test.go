package playground

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/world"
)

// all are the scenarios that a playground can open: those of the files, and the cells
// of the matrix.
func all(t *testing.T) []*scenario.Scenario {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	var list []*scenario.Scenario
	for _, name := range library.Names() {
		s, _ := library.Get(name)
		list = append(list, s)
	}
	if _, err := matrix.Load(lessons.FS, library); err != nil {
		t.Fatal(err)
	}
	for _, variant := range []string{"A", "B", "C", "D", "E", "F", "G", "G-", "H", "I", "K", "KF"} {
		if s, ok := library.Get("S12." + variant); ok {
			list = append(list, s)
		}
	}
	return list
}

// Everything that a form offers can be had, and to set what is there already changes
// nothing.
func TestOffersCompile(t *testing.T) {
	for _, s := range all(t) {
		t.Run(s.ID, func(t *testing.T) {
			knobs, err := Knobs(s)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := s.Compile(nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range knobs {
				values := append(slices.Clone(k.Options), k.Least, k.Most)
				if k.Form == Times {
					values = append(values, "none")
				}
				if k.Form == Whole {
					least, _ := strconv.Atoi(k.Least)
					most, _ := strconv.Atoi(k.Most)
					for n := least; n <= most; n++ {
						values = append(values, strconv.Itoa(n))
					}
				}
				with := counting(k)
				for _, value := range values {
					if value == "" {
						continue
					}
					if _, err := s.Compile(append(with, run.Param{Name: k.Path, Value: value})); err != nil {
						t.Errorf("%s=%s: %v", k.Path, value, err)
					}
				}
				if k.Form == Choice && !slices.Contains(k.Options, k.Default) {
					t.Errorf("%s: the options %q lack the default %q", k.Path, k.Options, k.Default)
				}
				if k.Default == "" {
					continue // the scenario names no library, and none can be taken back
				}
				plain := plain
				if len(with) > 0 {
					plain, _ = s.Compile(with)
				}
				same, err := s.Compile(append(with, run.Param{Name: k.Path, Value: k.Default}))
				if err != nil || !reflect.DeepEqual(same, plain) {
					t.Errorf("%s=%s is the scenario's own value, but changes it (error %v)", k.Path, k.Default, err)
				}
				for _, u := range k.Usual {
					with := []run.Param{{Name: strings.TrimSuffix(k.Path, k.Topic) + "profile", Value: u.Library}}
					plain, err := s.Compile(with)
					same, againErr := s.Compile(append(with, run.Param{Name: k.Path, Value: u.Value}))
					if err != nil || againErr != nil || !reflect.DeepEqual(same, plain) {
						t.Errorf("%s=%s is the value with %s, but changes it (errors %v, %v)", k.Path, u.Value, u.Library, err, againErr)
					}
				}
			}
		})
	}
}

// counting are the parameters with which a knob counts.
func counting(k Knob) []run.Param {
	if len(k.Kinds) == 0 {
		return nil
	}
	return []run.Param{{Name: strings.TrimSuffix(k.Path, k.Topic) + "kind", Value: k.Kinds[0]}}
}

// What a form has besides counts with another kind of lock alone.
func TestKnobsOfOtherKinds(t *testing.T) {
	for _, row := range []struct{ scenario, path, kinds string }{
		{"redlock", "lock.drift", "redlock"},
		{"redlock", "lock.profile", "redlock"},
		{"redlock", "lock.ttl", "setnx-expire setpx token watchdog reentrant redlock consensus"},
		{"setnx-crash", "lock.ttl", "setnx-expire setpx token watchdog reentrant redlock consensus"},
		{"setnx-crash", "lock.drift", "redlock"},
		{"setnx-crash", "lock.retries", "setnx setnx-expire setpx token watchdog reentrant redlock consensus"},
		{"setnx-crash", "lock.kind", ""},
	} {
		ks := knobs(t, row.scenario)
		i := slices.IndexFunc(ks, func(k Knob) bool { return k.Path == row.path })
		if i < 0 {
			t.Errorf("%s has no %s", row.scenario, row.path)
		} else if got := strings.Join(ks[i].Kinds, " "); got != row.kinds {
			t.Errorf("%s of %s counts with %q, want %q", row.path, row.scenario, got, row.kinds)
		}
	}
}

// What an option comes to with a library is told where that is not what the form shows
// without.
func TestWhatLibrariesComeTo(t *testing.T) {
	for _, row := range []struct{ scenario, path, want string }{
		{"redlock", "lock.ttl", ""}, // the file says it
		{"clock-jump", "clients.B.lock.retries", "node-redlock=10 redisson-redlock=none redlock-net=2 redlock-py=2 redsync=31 rueidislock=none"},
		{"failover", "lock.node_timeout", "redislock=5s"},
		{"habit-cancelled-cleanup", "lock.drift", "redisson-redlock=0 rueidislock=0"}, // which is of a library itself
	} {
		var told []string
		for _, k := range knobs(t, row.scenario) {
			for _, u := range k.Usual {
				if k.Path == row.path {
					told = append(told, u.Library+"="+u.Value)
				}
			}
		}
		if got := strings.Join(told, " "); got != row.want {
			t.Errorf("%s of %s comes to %q, want %q", row.path, row.scenario, got, row.want)
		}
	}
}

// With another kind of lock an option comes to what the form shows already: to nothing else,
// which the form would have to say.
func TestOtherKindsComeToTheSame(t *testing.T) {
	for _, s := range all(t) {
		list, err := Knobs(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range list {
			for _, kind := range k.Kinds {
				with := []run.Param{{Name: strings.TrimSuffix(k.Path, k.Topic) + "kind", Value: kind}}
				if k.Default == "" {
					continue
				}
				plain, err := s.Compile(with)
				if err != nil {
					t.Fatal(err)
				}
				if same, err := s.Compile(append(with, run.Param{Name: k.Path, Value: k.Default})); err != nil || !reflect.DeepEqual(same, plain) {
					t.Errorf("%s: with %s, %s is not %s (error %v)", s.ID, kind, k.Path, k.Default, err)
				}
			}
		}
	}
}

// crowded is a scenario of as many clients as there may be, each with a lock of its own that
// lives very shortly.
func crowded(t *testing.T) *scenario.Scenario {
	t.Helper()
	var b strings.Builder
	b.WriteString("id: x\ntitle: {en: X, ms: X, zh: X}\nsummary: {en: X, ms: X, zh: X}\ncluster: {independent: 9}\nclients:\n")
	for i := range world.MaxClients {
		fmt.Fprintf(&b, "  - {id: %c, lock: {kind: redlock, ttl: 1ms}, work: {on: door, takes: 100ms, write_at: 50ms}}\n", 'A'+i)
	}
	b.WriteString("resources: {door: {kind: ledger}}\nexpect: {outcome: ok}\n")
	s, err := scenario.Parse("x.yaml", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Of a scenario of very many clients not all is tried, and what is not is offered: each
// client has the same options, of every kind.
func TestTryingIsBounded(t *testing.T) {
	s := crowded(t)
	list, err := Knobs(s)
	if err != nil {
		t.Fatal(err)
	}
	of := make(map[string][]string)
	for _, k := range list {
		if k.Part == Client {
			of[k.Of] = append(of[k.Of], k.Topic+": "+strings.Join(k.Options, " "))
		}
	}
	if len(of) != world.MaxClients {
		t.Errorf("%d clients have options", len(of))
	}
	for id, options := range of {
		if !slices.Equal(options, of["A"]) {
			t.Errorf("%s has %q, and A has %q", id, options, of["A"])
		}
	}
	c, err := s.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	x := newTrial(s, c, nil)
	for x.locks(); *x.left >= 0; {
		x.locks()
	}
	before := *x.left
	if wrong := "no time at all"; !x.compiles("lock.ttl", wrong) || *x.left >= before {
		t.Errorf("when nothing more may be tried %q is", wrong)
	}
}

// All that the course has is tried, with room to spare.
func TestTheCourseIsTried(t *testing.T) {
	for _, s := range all(t) {
		c, err := s.Compile(nil)
		if err != nil {
			t.Fatal(err)
		}
		x := newTrial(s, c, nil)
		x.all()
		if *x.left < tries/2 {
			t.Errorf("%s: %d of %d are left", s.ID, *x.left, tries)
		}
	}
}

// What a form has for the scenario's own kind of lock: the options of the lock where the file says them, and none that the
// scenario has no use for.
func TestKnobsOfAScenario(t *testing.T) {
	for name, want := range map[string]string{
		"redlock": "lock.kind lock.profile lock.ttl lock.node_timeout lock.drift lock.retries lock.retry_delay " +
			"clients.A.work.takes clients.A.work.write_at clients.B.work.takes clients.B.work.write_at resources.invoice-42.guard cluster.independent network.latency",
		"clock-jump": "clients.A.lock.kind clients.A.lock.profile clients.A.lock.ttl clients.A.lock.node_timeout clients.A.lock.drift clients.A.lock.retries clients.A.lock.retry_delay clients.A.work.takes clients.A.work.write_at " +
			"clients.B.lock.kind clients.B.lock.profile clients.B.lock.ttl clients.B.lock.node_timeout clients.B.lock.drift clients.B.lock.retries clients.B.lock.retry_delay clients.B.work.takes clients.B.work.write_at " +
			"resources.invoice-42.guard cluster.independent network.latency",
		"failover": "lock.kind lock.profile lock.ttl lock.node_timeout lock.retries lock.retry_delay " +
			"clients.A.work.takes clients.A.work.write_at clients.B.work.takes clients.B.work.write_at resources.stock-7.guard cluster.replicated.replicas cluster.replicated.lag network.latency",
		"setnx-crash": "lock.kind lock.ttl lock.node_timeout lock.retries lock.retry_delay clients.A.work.takes clients.A.work.write_at clients.B.work.takes clients.B.work.write_at resources.invoice-42.guard network.latency",
	} {
		var paths []string
		all := knobs(t, name)
		own := func(k Knob) string { // the kind of its lock
			i := slices.IndexFunc(all, func(o Knob) bool { return o.Path == strings.TrimSuffix(k.Path, k.Topic)+"kind" })
			return all[max(i, 0)].Default
		}
		for _, k := range all {
			if k.Kinds == nil || slices.Contains(k.Kinds, own(k)) {
				paths = append(paths, k.Path)
			}
		}
		if got := strings.Join(paths, " "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, want)
		}
	}
}

// The bounds and options are what the rest of the scenario leaves room for.
func TestBoundsOfAScenario(t *testing.T) {
	for _, row := range []struct{ scenario, path, want string }{
		{"clock-jump", "cluster.independent", "5: 5 to 9"},          // faults name n4 and n5
		{"redlock", "cluster.independent", "5: 1 to 9"},             // nobody is named
		{"redlock", "clients.A.work.takes", "400ms: 300ms to 600s"}, // it writes after 300 ms
		{"redlock", "clients.A.work.write_at", "300ms: 0s to 400ms"},
		{"redlock", "lock.drift", "0.01: 0 to 1"},
		{"consensus", "lock.ttl", "3s: 1.001s to 876000h"}, // it is renewed every second
		{"redlock", "network.latency", "1ms..6ms: 1us to 600s"},
	} {
		ks := knobs(t, row.scenario)
		i := slices.IndexFunc(ks, func(k Knob) bool { return k.Path == row.path })
		if i < 0 {
			t.Errorf("%s has no %s", row.scenario, row.path)
			continue
		}
		if k := ks[i]; k.Default+": "+k.Least+" to "+k.Most != row.want {
			t.Errorf("%s of %s: %s: %s to %s, want %s", k.Path, row.scenario, k.Default, k.Least, k.Most, row.want)
		}
	}
	for _, k := range knobs(t, "failover") {
		if k.Topic == "kind" && slices.Contains(k.Options, "redlock") {
			t.Error("redlock is offered on nodes that copy each other")
		}
	}
}

func knobs(t *testing.T, name string) []Knob {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := library.Get(name)
	list, err := Knobs(s)
	if err != nil {
		t.Fatal(err)
	}
	return list
}
