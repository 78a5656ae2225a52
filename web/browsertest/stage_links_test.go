package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// standing is what an address has to bring back.
type standing struct {
	sight
	Branches string // as markup: their names, and which is shown
	Tab      string // of a narrow page
	Compared string // the branch beside, if one is
	Seed     string
}

func (g stage) standing() standing {
	g.t.Helper()
	s := eval[standing](g.tab, fmt.Sprintf(`({
		Branches: %s.innerHTML, Tab: document.querySelector("#stage").dataset.tab,
		Compared: %s.hidden ? "" : %[2]s.textContent, Seed: %s.textContent,
	})`, g.part("branches"), g.part("compare"), g.part("seed")))
	s.sight = g.look()
	s.Space = "" // where it has been moved to is nobody else's
	return s
}

// stands waits until the stage stands so, and complains if it does not come to.
func (g stage) stands(want standing, how string) {
	g.t.Helper()
	g.settled()
	got := g.standing()
	if differs := got.sight.differs(want.sight); differs != "" {
		g.t.Errorf("%s: %s", how, differs)
	}
	got.sight, want.sight = sight{}, sight{}
	if got != want {
		g.t.Errorf("%s: it stands at\n%+v\nwant\n%+v", how, got, want)
	}
}

// settled waits until what the address holds is what the page shows.
func (g stage) settled() {
	g.t.Helper()
	g.frame()
	g.wait(fmt.Sprintf(`(() => {
		const parts = location.hash.slice(1).split("&").map(part => part.split("="));
		const says = new Map(parts);
		const step = document.querySelector("#stage [data-part=events] [aria-current] [data-arg]");
		const tabs = [...%[1]s.children];
		return ["paused", "ended"].includes(document.querySelector("#stage").dataset.mode) &&
			Math.floor(says.get("t") / 1000) === Math.round(parseFloat(%[2]s.textContent) * 1000) &&
			(!says.has("h") || step === null || Number(says.get("h")) === Number(step.dataset.arg) + 1) &&
			tabs.length === parts.filter(([key]) => key === "r" || key === "a").length &&
			tabs.findIndex(tab => tab.ariaPressed === "true") === Number(says.get("p") ?? 0) &&
			says.has("c") === !%[3]s.hidden;
	})()`, g.part("branches"), g.part("clock"), g.part("compare")))
	g.frame()
}

// address is the address that the page gives to be copied.
func (g stage) address() string {
	g.t.Helper()
	g.opens("share", "share")
	address := eval[string](g.tab, g.part("share-address")+".value")
	g.shut()
	return address
}

// turn shows another address of the same page, as a hand that changes it would.
func (g stage) turn(address string) {
	g.t.Helper()
	eval[bool](g.tab, fmt.Sprintf(`(location.href = %q, true)`, address))
}

// reload loads the page anew.
func (g stage) reload() {
	g.t.Helper()
	g.goes(func() { eval[bool](g.tab, "setTimeout(() => location.reload()), true") })
	stageAt(g.tab)
}

// After each change a copied address brings what the first page shows: runs and their
// names, branch, instant, view, and what is compared. So does reloading it.
func TestAddressBringsTheSamePicture(t *testing.T) {
	t.Parallel()
	f := serve(t)
	g := onStage(t, f, "failover", desk)
	copied := onStage(t, f, "failover", desk)
	for _, change := range []struct {
		name string
		do   func()
	}{
		{"a step", func() { g.press(kb.ArrowLeft) }},
		{"a step within an instant", func() { g.press(kb.ArrowLeft) }},
		{"a crash", func() { g.act(keys, "node:n2", "Crash", "It stays down") }},
		{"a name", func() {
			g.trigger(`#stage [data-part=branches] [aria-pressed="true"]`)
			g.waitOpen("menu")
			g.trigger(dialog("menu") + " [data-do=rename]")
			g.waitOpen("name")
			g.enter("n2 & Söhne, 第二")
			g.waitClosed()
		}},
		{"a second crash", func() { g.act(keys, "node:s1", "Crash", "It stays down") }},
		{"back to the first branch", func() { g.trigger("#stage [data-part=branches] [data-arg='0']") }},
		{"another seed", func() { g.branching(func() { g.trigger("#stage [data-do=seed]") }) }},
		{"undo", func() { g.branching(func() { g.trigger("#stage [data-do=undo]") }) }},
		{"redo", func() { g.branching(func() { g.trigger("#stage [data-do=redo]") }) }},
		{"a comparison", func() {
			g.opens("compare", "menu")
			g.trigger(dialog("menu") + " [data-do=compare-to]")
			g.waitClosed()
		}},
		{"the end", func() { g.press(kb.End) }},
		{"a view", func() { g.press("3") }},
		{"the beginning", func() { g.press(kb.Home) }},
		{"no comparison", func() { g.trigger("#stage [data-do=compare-end]") }},
		{"one branch less", func() {
			g.trigger(`#stage [data-part=branches] [aria-pressed="true"]`)
			g.waitOpen("menu")
			g.branching(func() { g.trigger(dialog("menu") + " [data-do=delete]") })
		}},
	} {
		change.do()
		address := g.address()
		want := g.standing()
		copied.turn(address)
		copied.stands(want, change.name+", copied")
		if change.name == "the end" || change.name == "a second crash" {
			g.reload()
			g.stands(want, change.name+", reloaded")
			stageAt(open(t, address, desk)).stands(want, change.name+", in a new tab")
		}
	}
}

// What one did is a step of the browser's history, and time is none: back takes it back,
// and forward brings it again.
func TestBackAndForward(t *testing.T) {
	t.Parallel()
	g := onStage(t, serve(t), "failover", desk)
	steps := func() int { return eval[int](g.tab, "history.length") }
	begun := steps()
	g.press(kb.ArrowLeft)
	g.settled()
	if got := steps(); got != begun {
		t.Errorf("a step in time makes %d steps of the browser's history", got-begun)
	}
	before := g.standing()
	g.act(keys, "node:n2", "Crash", "It stays down")
	g.settled()
	crashed := g.standing()
	g.act(keys, "client:A", "Pause the whole process for: 2s")
	g.settled()
	paused := g.standing()
	if got := steps(); got != begun+2 {
		t.Errorf("two actions make %d steps of the browser's history", got-begun)
	}
	for _, move := range []struct {
		by   string
		want standing
	}{{"back", crashed}, {"back", before}, {"forward", crashed}, {"forward", paused}} {
		now := g.fragment()
		eval[bool](g.tab, "history."+move.by+"(), true")
		g.wait(fmt.Sprintf("location.hash.slice(1) !== %q", now))
		g.stands(move.want, move.by)
	}
}

// long is a run with as many actions as a run may have.
func long() *run.Run {
	r := &run.Run{Scenario: "redlock"}
	for i := range run.MaxActions {
		r.Actions = append(r.Actions, run.Action{At: trace.Time(1000 + 10*i), Verb: run.Pause, Of: run.OfClient, Target: "A", For: trace.Millisecond})
	}
	return r
}

// A run of as many actions as there can be opens from its link, and says so when one
// more is asked for.
func TestLongestRunOpens(t *testing.T) {
	t.Parallel()
	f := serve(t)
	address := f.address + "en/play/redlock#r=" + long().Link() + "&t=7000"
	g := stageAt(open(t, address, desk))
	if got := eval[string](g.tab, g.part("clock")+".textContent"); !strings.HasPrefix(got, "0.007") {
		t.Errorf("it opens at %s", got)
	}
	want := g.standing()
	g.turn(g.address())
	g.reload()
	g.stands(want, "reloaded")
	g.take(keys, "client:A")
	g.offer(keys, "Pause the whole process for", "2s")
	g.wait(g.part("status") + ".textContent.includes('as many actions as it can have')")
}

// An address that holds no run, half of one, one of another version or one that this
// server does not have says so, and the page is of use all the same.
func TestAddressesThatCannotBeShown(t *testing.T) {
	t.Parallel()
	f := serve(t)
	whole := (&run.Run{Scenario: "failover", Seed: 7}).Link()
	for name, c := range map[string]struct{ fragment, says string }{
		"old":         {"r=AQdmYWlsb3Zlcg", "made by another version of Lockstep"},
		"half":        {"r=" + whole[:len(whole)-3], "This address is damaged"},
		"letters":     {"r=" + whole + "%F0%9F%94%92&t=5", "This address is damaged"},
		"a number":    {"r=" + whole + "&t=soon", "This address is damaged"},
		"a branch":    {"r=" + whole + "&p=3", "This address is damaged"},
		"no run":      {"x=5", "This address holds no run"},
		"too much":    {"r=" + strings.Repeat("A", 1<<17), "This address is damaged"},
		"a parameter": {"r=" + (&run.Run{Scenario: "failover", Params: []run.Param{{Name: "colour", Value: "red"}}}).Link(), "This run cannot be shown"},
		"an edition":  {"r=" + (&run.Run{Scenario: "failover", Edition: 1}).Link(), "This run cannot be shown"},
		"an engine":   {"r=" + (&run.Run{Scenario: "failover", Engine: "0"}).Link(), "This run cannot be shown"},
	} {
		together(t, name, func(t *testing.T) {
			g := stage{figure{open(t, f.address+"en/play/failover#"+c.fragment, desk), "stage"}}
			g.wait(fmt.Sprintf("%s.textContent.includes(%q)", g.part("status"), c.says))
			if !strings.HasPrefix(g.picture(), "<") {
				t.Error("the picture is gone")
			}
			g.wait("!" + g.at("[data-do=play]") + ".disabled")
			if name != "half" && name != "old" && name != "an engine" {
				return // one of those errors is like the other from here on
			}
			g.act(keys, "node:n2", "Crash", "It stays down")
			if got := g.text("status"); strings.TrimSpace(got) != "" {
				t.Errorf("with another run shown it still says %q", got)
			}
		})
	}
}

// Where an address came that cannot be shown, a good one is shown.
func TestAGoodAddressAfterABadOne(t *testing.T) {
	t.Parallel()
	f := serve(t)
	bad := &run.Run{Scenario: "failover", Engine: "0"}
	g := stage{figure{open(t, f.address+"en/play/failover#r="+bad.Link(), desk), "stage"}}
	g.wait(g.part("status") + ".textContent.trim() !== ''")
	g.turn(f.address + "en/play/failover#r=" + (&run.Run{Scenario: "failover", Seed: 7}).Link() + "&t=5000")
	g.wait(g.part("status") + ".textContent.trim() === ''")
	if got := g.text("clock"); !strings.HasPrefix(got, "0.005") {
		t.Errorf("it shows %s", got)
	}
	if got := g.text("seed"); got != "Seed 7" {
		t.Errorf("it shows %q", got)
	}
}

// A fragment of another scenario leads to that scenario's page, in the same language,
// and to what it says there.
func TestFragmentOfAnotherScenario(t *testing.T) {
	t.Parallel()
	f := serve(t)
	of := (&run.Run{Scenario: "redlock", Seed: 9}).Link()
	g := stage{figure{open(t, f.address+"ms/play/failover", desk), "stage"}}
	stageAt(g.tab)
	g.goes(func() { g.turn(f.address + "ms/play/failover#r=" + of + "&t=4000&v=time") })
	stageAt(g.tab)
	if got := eval[string](g.tab, "location.pathname"); got != "/ms/play/redlock" {
		t.Errorf("it leads to %s", got)
	}
	if got := g.standing(); !strings.HasPrefix(got.Clock, "0.004") || got.Tab != "time" || !strings.HasSuffix(got.Seed, " 9") {
		t.Errorf("there one sees %s, %s, %s", got.Clock, got.Tab, got.Seed)
	}
}

// A step that is taken at the very moment of a reload, or of a turn to another language, is
// not lost.
func TestAStepJustBeforeThePageGoes(t *testing.T) {
	t.Parallel()
	g := onStage(t, serve(t), "redlock", desk)
	step := func() string {
		g.frame()
		return eval[string](g.tab, "document.querySelector('#stage [data-part=events] [aria-current] [data-arg]').dataset.arg")
	}
	g.press(kb.ArrowRight)
	after := step()
	for _, leave := range []string{"location.reload()", "document.querySelector('a[hreflang=ms]').click()"} {
		g.press(kb.ArrowLeft)
		g.settled()
		g.goes(func() {
			eval[bool](g.tab, fmt.Sprintf("setTimeout(() => { document.querySelector('#stage [data-do=step]').click(); %s; }), true", leave))
		})
		stageAt(g.tab)
		if got := step(); got != after {
			t.Errorf("after %s the page stands at event %s, not at %s", leave, got, after)
		}
	}
}

// The same picture in another language: the address keeps what it holds.
func TestLanguageKeepsTheAddress(t *testing.T) {
	t.Parallel()
	g := onStage(t, serve(t), "failover", desk)
	g.act(keys, "node:n2", "Crash", "It stays down")
	g.press(kb.ArrowRight)
	g.settled()
	was, fragment := g.standing(), g.fragment()
	for _, lang := range []string{"ms", "zh", "en"} {
		g.goes(func() { g.clickOn(`.langs a[hreflang="` + lang + `"]`) })
		stageAt(g.tab)
		g.settled()
		if got := eval[string](g.tab, "document.documentElement.lang.slice(0, 2)"); got != lang {
			t.Errorf("the page is in %s, not in %s", got, lang)
		}
		if got := g.fragment(); got != fragment {
			t.Errorf("%s: the address holds %s, not %s", lang, got, fragment)
		}
		got := g.standing()
		if got.Clock != was.Clock || len(g.branches()) != 2 || g.present() != 1 || (got.Topology == was.Topology) != (lang == "en") {
			t.Errorf("%s: at %s, %q, branch %d: %s", lang, got.Clock, g.branches(), g.present(), got.differs(was.sight))
		}
	}
}
