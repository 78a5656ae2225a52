package site

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/server/playground"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// What the form of any scenario lets through is what the scenario takes: each default,
// option and bound has the form that the browser checks, and compiles. Package
// playground's tests say that it makes what the form says.
func TestFormsOfAllScenarios(t *testing.T) {
	s, _ := newSite(t)
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range library.Names() {
		about, _ := library.Get(name)
		knobs, err := playground.Knobs(about)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range phrase.Languages {
			v := s.view(lang, "play/"+name)
			fields := allFields(append(v.fieldsets(knobs), v.seedField()))
			if len(fields) != len(knobs)+1 {
				t.Fatalf("%s: %d fields of %d values and the seed", name, len(fields), len(knobs))
			}
			for i, f := range fields {
				if f.Label == "" || bareKey.MatchString(f.Label) || bareKey.MatchString(f.Hint) {
					t.Errorf("%s, %s: %s is called %q, with the hint %q", name, lang, f.Name, f.Label, f.Hint)
				}
				if len(f.Options) > 0 {
					for _, o := range f.Options {
						if o.Text == "" || bareKey.MatchString(o.Text) {
							t.Errorf("%s, %s: the option %q of %s is called %q", name, lang, o.Value, f.Name, o.Text)
						}
					}
					continue
				}
				pattern := regexp.MustCompile(`^(?:` + f.Pattern + `)$`)
				values := []string{f.Default}
				if i < len(knobs) {
					values = append(values, f.Least, f.Most)
					for _, bound := range values[1:] {
						if said := strings.Contains(f.Hint, bound); said == (knobs[i].Unbounded && bound == f.Most) {
							t.Errorf("%s, %s: the hint %q of %s does not say %s", name, lang, f.Hint, f.Name, bound)
						}
					}
				}
				for _, value := range values {
					if !pattern.MatchString(value) {
						t.Errorf("%s: %s=%s is not let through by %s", name, f.Name, value, f.Pattern)
					}
				}
			}
		}
	}
}

func allFields(sets []fieldset) []field {
	var all []field
	for _, set := range sets {
		all = append(all, set.Fields...)
	}
	return all
}

// What the browser lets through and the scenario does not is refused in words, not by
// the form alone; what it does not let through, the scenario would not take either.
func TestPatternsAreTheScenarios(t *testing.T) {
	about, err := scenario.ReadFile(lessons.FS, "scenarios/redlock.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		form        playground.Form
		path, value string
	}{
		{playground.Span, "lock.ttl", "10"}, {playground.Span, "lock.ttl", "10 s"}, {playground.Span, "lock.ttl", "ten"}, {playground.Span, "lock.ttl", "-1s"},
		{playground.Whole, "cluster.independent", "five"}, {playground.Whole, "cluster.independent", "-5"},
		{playground.Times, "lock.retries", "always"}, {playground.Share, "lock.drift", "1%"},
		{playground.Spread, "network.latency", "1ms-4ms"}, {playground.Spread, "network.latency", "1ms.."},
	} {
		if regexp.MustCompile(`^(?:` + forms[row.form].pattern + `)$`).MatchString(row.value) {
			t.Errorf("%s=%s is let through", row.path, row.value)
		}
		if _, err := about.Compile([]run.Param{{Name: row.path, Value: row.value}}); err == nil {
			t.Errorf("%s=%s is kept back, and would be right", row.path, row.value)
		}
	}
}

// A field that counts with some kinds of lock alone says so, and the style leaves out those
// that do not count with the kind that is chosen.
func TestFieldsOfOtherKindsOfLock(t *testing.T) {
	style, err := os.ReadFile("../../web/style/76-sheets.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range trace.Locks {
		rule := `fieldset:has([name$="lock.kind"] > [value="` + kind + `"]:checked) > [data-kinds]:not([data-kinds~="` + kind + `"])`
		if !strings.Contains(string(style), rule) {
			t.Errorf("no rule leaves out what does not count with %s", kind)
		}
	}
	s, _ := newSite(t)
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	about, _ := library.Get("setnx-crash")
	knobs, err := playground.Knobs(about)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range allFields(s.view("en", "play/setnx-crash").fieldsets(knobs)) {
		if f.Name == "lock.drift" && f.Kinds == trace.LockRedlock {
			return
		}
	}
	t.Error("the drift allowance is not there for Redlock")
}

// Finding what can be set of one scenario holds up nobody who wants another's.
func TestKnobsOfOneScenarioHoldUpNoOther(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	var k knobs
	slow, _ := library.Get("storm")
	quick, _ := library.Get("redlock")
	found := make(chan struct{})
	k.by.Store(slow.ID, func() ([]playground.Knob, error) { <-found; return nil, nil })
	done := make(chan struct{})
	go func() {
		defer close(done)
		k.of(slow)
	}()
	if list, err := k.of(quick); err != nil || len(list) == 0 {
		t.Errorf("%d knobs, error %v", len(list), err)
	}
	select {
	case <-done:
		t.Error("nothing was slow")
	default:
	}
	close(found)
	<-done
}

// A field says what it comes to with each library, as the page's script reads it.
func TestFieldsSayWhatLibrariesComeTo(t *testing.T) {
	s, _ := newSiteWith(t, func(c *Config) {
		all, err := scenario.Open(lessons.FS)
		if err != nil {
			t.Fatal(err)
		}
		failover, _ := all.Get("failover")
		if err := c.Library.Add(failover); err != nil {
			t.Fatal(err)
		}
	})
	e, ok := find(parseHTML(t, get(s, "/en/play/failover").Body.String()), "input", "name", "lock.node_timeout")
	if want := "redislock=5s"; !ok || e.attr["data-usual"] != want || e.attr["data-default"] != "50ms" {
		t.Errorf("%q instead of %q, want %q instead of %q", e.attr["data-usual"], e.attr["data-default"], want, "50ms")
	}
}

// The form stands in the page by the names of the parameters, with the scenario's own
// values chosen.
func TestFormOfThePage(t *testing.T) {
	s, _ := newSite(t)
	list := parseHTML(t, get(s, "/en/play/redlock").Body.String())
	var names []string
	for i, e := range list {
		usual, ok := e.attr["data-default"]
		if !ok {
			continue
		}
		names = append(names, e.attr["name"])
		value := e.attr["value"]
		if e.name == "select" {
			for _, o := range list[i+1:] {
				if o.name != "option" {
					break
				}
				if _, selected := o.attr["selected"]; selected {
					value = o.attr["value"]
				}
			}
		}
		if value != usual {
			t.Errorf("%s shows %q, and the scenario has %q", e.attr["name"], value, usual)
		}
		if label, ok := find(list, "label", "for", e.attr["id"]); !ok || label.text == "" {
			t.Errorf("%s has no label", e.attr["name"])
		}
	}
	for _, want := range []string{"lock.ttl", "lock.kind", "cluster.independent", "clients.B.work.takes", "resources.invoice-42.guard", "network.latency", "seed"} {
		if !slices.Contains(names, want) {
			t.Errorf("the form has no %s among %q", want, names)
		}
	}
}
