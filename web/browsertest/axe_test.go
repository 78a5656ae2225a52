package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lockstep/sim/run"
)

// axeFile is axe-core, which .ci/tools installs by axe/package.json. It is no part of
// Lockstep: no page loads it.
var axeFile = filepath.Join("axe", "node_modules", "axe-core", "axe.min.js")

// needAxe returns axe-core's source, or skips the test.
func needAxe(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(axeFile)
	switch {
	case err == nil:
		return string(source)
	case os.Getenv("CI") == "true":
		t.Fatalf("%v, and with CI=true nothing may be skipped: .ci/tools installs it", err)
	}
	t.Skipf("%v: .ci/tools installs it", err)
	return ""
}

// barriers lists what axe finds on the page, or in the dialog that is open over it, that
// keeps people out: its findings of serious and critical impact, each with the first
// element that shows it. It goes by all of axe's rules but those named.
func (b *tab) barriers(source string, without ...string) []string {
	b.t.Helper()
	if !eval[bool](b, "window.axe !== undefined") {
		eval[bool](b, loaded(source))
	}
	// A colour that is still changing is neither the one nor the other.
	eval[bool](b, drawn+".then(() => Promise.all(document.getAnimations().map((a) => a.finished))).then(() => true)")
	rules := make(map[string]any)
	for _, rule := range without {
		rules[rule] = map[string]bool{"enabled": false}
	}
	options, err := json.Marshal(map[string]any{"resultTypes": []string{"violations"}, "rules": rules})
	if err != nil {
		b.t.Fatal(err)
	}
	return eval[[]string](b, `axe.run(document.querySelector("dialog[open]") ?? document, `+string(options)+`).then((found) => found.violations
		.filter((v) => v.impact === "serious" || v.impact === "critical")
		.map((v) => v.id + ": " + v.help + ": " + v.nodes[0].html.slice(0, 200) + ": " + v.nodes[0].failureSummary.replaceAll("\n", " ")))`)
}

// loaded is an expression that runs a program and is true.
func loaded(source string) string {
	return "(() => {\n" + source + "\n})() === undefined && window.axe !== undefined"
}

// Nothing on any page, in any language, keeps out who cannot see it, or sees it in
// part, or has no mouse.
func TestNoBarriers(t *testing.T) {
	t.Parallel()
	source := needAxe(t)
	f := serve(t)
	pages := []string{"", "lesson/redlock-in-five-steps", "matrix", "libraries", "glossary", "play", "run/" + (&run.Run{Scenario: "S5.G"}).Link()}
	for i, lang := range []string{"en", "ms", "zh"} {
		for j, page := range pages {
			s := desk
			s.dark = (i+j)%2 == 1 // each page in both themes, over the languages
			together(t, fmt.Sprintf("%s/%s", lang, page), func(t *testing.T) {
				b := open(t, f.address+lang+"/"+page, s)
				if strings.HasPrefix(page, "lesson") || strings.HasPrefix(page, "run") {
					figure{b, "scene-1"}.waitMode("paused")
				}
				// Contrast goes by the theme, not by the language: a page's last language has
				// the theme of its first. To measure it takes longer than all else.
				var without []string
				if i == 2 {
					without = append(without, "color-contrast")
				}
				for _, found := range b.barriers(source, without...) {
					t.Error(found)
				}
			})
		}
	}
}

// Nor does anything on the stage, whatever lies over it: in every language, in both
// themes, at a desk and on a phone.
func TestNoBarriersOnTheStage(t *testing.T) {
	t.Parallel()
	source := needAxe(t)
	f := serve(t)
	darkDesk, darkPhone := desk, phone
	darkDesk.dark, darkPhone.dark = true, true
	for _, c := range []struct {
		lang string
		s    screen
	}{{"en", desk}, {"ms", darkDesk}, {"zh", phone}, {"en", darkPhone}} {
		together(t, fmt.Sprintf("%s at %d, dark %v", c.lang, c.s.width, c.s.dark), func(t *testing.T) {
			g := stageAt(open(t, f.address+c.lang+"/play/failover", c.s))
			g.lookedAt(func(where string) {
				t.Helper()
				for _, found := range g.barriers(source) {
					t.Errorf("%s: %s", where, found)
				}
			})
		})
	}
}

// lookedAt has somebody look at the stage as it is at first, and with each sort of thing
// over it.
func (g stage) lookedAt(look func(where string)) {
	g.t.Helper()
	look("at first")
	for _, view := range []string{"time", "events", "code"} {
		if g.sees("#tab-" + view) {
			g.trigger("#tab-" + view)
			look("view " + view)
		}
	}
	for _, sheet := range []string{"params", "share", "keys"} {
		g.opens(sheet, sheet)
		look(sheet)
		g.shut()
	}
	g.opens("hands", "menu")
	g.trigger(dialog("menu") + ` [data-arg="node:n2"]`)
	look("menu")
	g.trigger(dialog("menu") + " li:last-child .offer")
	g.waitOpen("console")
	g.branching(func() { g.enter("GET lock:stock-7") })
	look("console")
	g.shut()
	g.settled()
	g.trigger("#stage [data-do=compare]")
	g.wait("!" + g.part("compare") + ".hidden")
	look("two branches side by side")
}

// Barriers are found where there are some.
func TestBarriersAreFound(t *testing.T) {
	t.Parallel()
	source := needAxe(t)
	b := open(t, serve(t).address+"en/", desk)
	eval[bool](b, `(() => {
		const main = document.querySelector("main");
		main.append(document.createElement("button")); // without a name
		const faint = document.createElement("p");
		faint.textContent = "who can read this?";
		faint.style.color = "#cccccc";
		main.append(faint);
		return true;
	})()`)
	found := strings.Join(b.barriers(source), "\n")
	for _, rule := range []string{"button-name", "color-contrast"} {
		if !strings.Contains(found, rule) {
			t.Errorf("%s is not found: %s", rule, found)
		}
	}
}
