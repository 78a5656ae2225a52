package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"lockstep/web/phrase"
)

// Other parameters: the run starts anew from the same seed with what was done, and what
// that makes of its outcome is said.
func parameters(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	before := g.verdict()
	set := func(name, value string) {
		t.Helper()
		eval[bool](g.tab, fmt.Sprintf(`(field => { field.focus(); field.select?.(); return true; })(document.querySelector('[data-form=params] [name="%s"]'))`, name))
		g.enter(value) // Enter in a field sends the form off
	}
	for i, h := range []hand{mouse, keys} {
		g.use(h, "params")
		g.waitOpen("params")
		g.branching(func() { set("lock.ttl", []string{"150ms", "160ms"}[i]) })
		g.waitClosed()
		r := g.run()
		if len(r.Params) != 1 || r.Params[0].Name != "lock.ttl" || r.Seed != 0 {
			t.Fatalf("by %s the run has the parameters %v and the seed %d", h.name, r.Params, r.Seed)
		}
		want := outcome(t, played(t, r))
		if got := g.verdict(); got != want || got == before {
			t.Errorf("the page says %q, want %q, and before it was %q", got, want, before)
		}
		g.wait(g.part("verdict-change") + `.textContent.trim() !== ""`)
	}
	if got := g.branches(); len(got) != 3 {
		t.Errorf("the branches are %q", got)
	}

	// What cannot be is said, and the dialog stays.
	g.use(mouse, "params")
	g.waitOpen("params")
	if got := eval[string](g.tab, `document.querySelector('[data-form=params] [name="lock.ttl"]').value`); got != "160ms" {
		t.Errorf("the dialog says that the TTL is %q", got)
	}
	held := eval[string](g.tab, runs)
	set("lock.ttl", "soon")
	if !eval[bool](g.tab, `document.querySelector('[data-form=params] [name="lock.ttl"]').matches(":invalid")`) || g.count(dialog("params")) != 1 {
		t.Error("a TTL of “soon” is taken")
	}
	set("lock.ttl", "160ms")
	g.wait(g.part("params-problem") + `.textContent.startsWith("Nothing was changed")`)
	set("cluster.independent", "99")
	g.wait(`!` + g.part("params-problem") + `.textContent.startsWith("Nothing was changed")`)
	if now := eval[string](g.tab, runs); now != held {
		t.Errorf("what cannot be run is in the address: %s", now)
	}
}

// What counts for another kind of lock alone is not shown, holds nothing up, and is no part
// of the run: a lock of another kind is no library's.
func hiddenParameters(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	choose := func(name, value string) {
		t.Helper()
		eval[bool](g.tab, fmt.Sprintf(`(field => { field.value = %q; field.dispatchEvent(new Event("change", {bubbles: true})); return true; })(document.querySelector('[data-form=params] [name="%s"]'))`, value, name))
	}
	apply := `document.querySelector('[data-form=params] .do [type=submit]').click() ?? true`
	g.use(mouse, "params")
	g.waitOpen("params")
	choose("lock.profile", "redsync")
	g.branching(func() { eval[bool](g.tab, apply) })
	g.waitClosed()
	if r := g.run(); len(r.Params) != 1 || r.Params[0].Value != "redsync" {
		t.Fatalf("the run has the parameters %v", r.Params)
	}
	g.use(mouse, "params")
	g.waitOpen("params")
	choose("lock.drift", "soon")
	if eval[bool](g.tab, apply); g.count(dialog("params")) != 1 {
		t.Error("a drift allowance of “soon” is taken")
	}
	choose("lock.kind", "watchdog")
	g.branching(func() { eval[bool](g.tab, apply) })
	g.waitClosed()
	if r := g.run(); len(r.Params) != 1 || r.Params[0].Name != "lock.kind" {
		t.Errorf("the run of another kind of lock has the parameters %v", r.Params)
	}
}

// What a library comes to stands in the fields that nobody has set, and the run has it without
// their being said; what somebody has set stays.
func libraryParameters(t *testing.T, f *front) {
	g := onStage(t, f, "clock-jump", desk)
	field := func(name string) string {
		return fmt.Sprintf(`document.querySelector('[data-form=params] [name="clients.B.lock.%s"]')`, name)
	}
	choose := func(name, value string) {
		t.Helper()
		eval[bool](g.tab, fmt.Sprintf(`(field => { field.value = %q; field.dispatchEvent(new Event("change", {bubbles: true})); return true; })(%s)`, value, field(name)))
	}
	shows := func(when string, want map[string]string) {
		t.Helper()
		for name, value := range want {
			if got := eval[string](g.tab, field(name)+`.value`); got != value {
				t.Errorf("%s: %s shows %q, want %q", when, name, got, value)
			}
		}
	}
	g.use(mouse, "params")
	g.waitOpen("params")
	shows("at first", map[string]string{"retries": "3", "retry_delay": "200ms"})
	choose("retry_delay", "70ms")
	choose("profile", "redsync")
	shows("with a library", map[string]string{"retries": "31", "retry_delay": "70ms"})
	choose("kind", "token")
	shows("with another kind", map[string]string{"retries": "3", "retry_delay": "70ms"})
	choose("kind", "redlock")
	shows("with its own again", map[string]string{"retries": "31", "retry_delay": "70ms"})
	g.branching(func() {
		eval[bool](g.tab, `document.querySelector('[data-form=params] .do [type=submit]').click() ?? true`)
	})
	g.waitClosed()
	if r := g.run(); len(r.Params) != 2 || r.Params[0].Value != "redsync" || r.Params[1].Value != "70ms" {
		t.Errorf("the run has the parameters %v", r.Params)
	}
	g.use(mouse, "params")
	g.waitOpen("params")
	shows("opened again", map[string]string{"profile": "redsync", "retries": "31", "retry_delay": "70ms"})
	eval[bool](g.tab, `document.querySelector('[data-form=params] [type=reset]').click() ?? true`)
	g.wait(field("retry_delay") + `.value === "200ms"`)
	choose("profile", "redlock-py")
	shows("put back, with another", map[string]string{"retries": "2", "retry_delay": "200ms"})
}

// Above the keyboard of a phone there is room for a field, in every language: whoever goes to
// one sees it and its label, whole, with nothing over them.
func TestParametersAboveAKeyboard(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, lang := range phrase.Languages {
		b := open(t, f.address+lang+"/play/redlock", screen{width: 320, height: 300, touch: true})
		g := stage{figure{b, "stage"}}
		g.waitMode("paused")
		eval[bool](b, `document.querySelector("[data-do=params]").click() ?? true`)
		g.waitOpen("params")
		covered := eval[[]string](b, `[...document.querySelectorAll("[data-form=params] .field")].filter(field => {
			if (!field.checkVisibility()) return false;
			const control = field.querySelector("input, select");
			control.focus();
			return [field.querySelector("label"), control].some(el => {
				const box = el.getBoundingClientRect();
				const at = y => document.elementFromPoint(box.left + box.width / 2, y);
				return ![box.top + 1, box.bottom - 2].every(y => el === at(y));
			});
		}).map(field => field.textContent.trim().split("\n")[0])`)
		if len(covered) > 0 {
			t.Errorf("%s: of %q something is out of sight", lang, covered)
		}
	}
}

// A new seed is one click, and the same world otherwise.
func newSeed(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	for i, h := range []hand{mouse, keys} {
		g.branching(func() { g.use(h, "seed") })
		r := g.run()
		if r.Seed == 0 || len(r.Params) != 0 || len(g.branches()) != i+2 {
			t.Errorf("by %s: the seed %d, the parameters %v, %d branches", h.name, r.Seed, r.Params, len(g.branches()))
		}
		if got, want := g.text("seed"), fmt.Sprintf("Seed %d", r.Seed); got != want {
			t.Errorf("the button says %q, want %q", got, want)
		}
		events := played(t, r)
		if got, want := g.verdict(), outcome(t, events); got != want {
			t.Errorf("the page says %q, want %q", got, want)
		}
		g.press(kb.End)
		g.waitMode("ended")
		if got := g.hash(); got != events[len(events)-1].Hash {
			t.Errorf("the run with the seed %d ends as %s, want %s", r.Seed, got, events[len(events)-1].Hash)
		}
	}
}
