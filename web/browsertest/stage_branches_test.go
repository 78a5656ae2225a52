package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/narrate"
	"lockstep/web/verdict"
	"lockstep/web/words"
)

// To act in the past makes a branch: the run as it was stays beside it.
func TestStageBranches(t *testing.T) {
	t.Parallel()
	f := serve(t)
	together(t, "the past branches", func(t *testing.T) { pastBranches(t, f) })
	together(t, "undo and redo", func(t *testing.T) { undoAndRedo(t, f) })
	together(t, "undo in two tabs", func(t *testing.T) { undoIsATabs(t, f) })
	together(t, "names", func(t *testing.T) { namesOfBranches(t, f) })
	together(t, "comparing", func(t *testing.T) { comparingBranches(t, f) })
	together(t, "parameters", func(t *testing.T) { parameters(t, f) })
	together(t, "parameters of libraries", func(t *testing.T) { libraryParameters(t, f) })
	together(t, "parameters of other kinds", func(t *testing.T) { hiddenParameters(t, f) })
	together(t, "a new seed", func(t *testing.T) { newSeed(t, f) })
}

// outcome is what the page ought to say of how a run comes out.
func outcome(t testing.TB, events []trace.Event) string {
	t.Helper()
	say, err := lessons.Phrases(lessons.FS, "en")
	if err != nil {
		t.Fatal(err)
	}
	j := verdict.Judge(say, pointers(events))
	return strings.TrimSpace(words.Unbroken(j.Headline + " " + j.Why))
}

func pointers(events []trace.Event) []*trace.Event {
	list := make([]*trace.Event, len(events))
	for i := range events {
		list[i] = &events[i]
	}
	return list
}

// parting is the first event in which one run differs from another. All runs start with
// their own name.
func parting(a, b []trace.Event) int {
	i := 1
	for i < min(len(a), len(b)) && string(a[i].AppendJSON(nil)) == string(b[i].AppendJSON(nil)) {
		i++
	}
	return i
}

// branch shows a branch by its tab.
func (g stage) branch(h hand, i int) {
	g.t.Helper()
	g.branching(func() { h.on(g.tab, fmt.Sprintf("#stage [data-part=branches] .btn:nth-child(%d)", i+1)) })
}

// What is done in the past changes nothing before it, and what was made otherwise is
// kept; what is done later to a branch joins it.
func pastBranches(t *testing.T, f *front) {
	g := onStage(t, f, "failover", desk)
	said := g.verdict()
	if want := outcome(t, g.trace()); said != want {
		t.Errorf("the page says %q of its run, want %q", said, want)
	}
	g.press(kb.End)
	g.waitMode("ended")
	end := g.look()
	g.seek(g.sentence(trace.Hold, "A"))
	here := g.look()
	own := g.run()
	g.act(mouse, "client:A", "Pause the whole process for: 2s")

	now := g.look()
	if len(g.branches()) != 2 || g.branches()[0] != "main" || g.present() != 1 {
		t.Errorf("the branches are %q, of which %d is shown", g.branches(), g.present())
	}
	// All that had happened is still told, and after it what was done.
	before, after := eval[[]string](g.tab, storyOf(here.Events)), eval[[]string](g.tab, storyOf(now.Events))
	if len(after) <= len(before) || !slices.Equal(after[:len(before)], before) {
		t.Errorf("the past was\n%s\nand is now\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
	otherwise := g.run()
	was, is := played(t, own), played(t, otherwise)
	if at := parting(was, is); is[at].T != otherwise.Actions[0].At || is[at].By == "" {
		t.Errorf("the two runs part at %d us with %s", is[at].T, is[at].Kind)
	}
	if got, want := g.verdict(), outcome(t, is); got != want {
		t.Errorf("the page says %q of the branch, want %q", got, want)
	}
	g.press(kb.End)
	g.waitMode("ended")
	if got, want := g.hash(), is[len(is)-1].Hash; got != want {
		t.Errorf("the branch ends as %s, want %s", got, want)
	}

	// Further back a third one begins; later the second goes on.
	g.press(kb.Home)
	for range 3 {
		g.press(kb.ArrowRight)
	}
	g.frame()
	g.act(mouse, "node:n2", "Clock", "Set the wall clock forward by: 1s")
	if got := g.branches(); len(got) != 3 || g.present() != 2 || len(g.run().Actions) != 1 {
		t.Errorf("the branches are %q, of which %d is shown, with %d actions", got, g.present(), len(g.run().Actions))
	}
	g.branch(mouse, 1)
	g.press(kb.End)
	g.waitMode("ended")
	g.press(kb.ArrowLeft)
	g.frame()
	g.act(keys, "client:B", "Pause the whole process for: 2s")
	if got := g.branches(); len(got) != 3 || g.present() != 1 || len(g.run().Actions) != 2 {
		t.Errorf("the branches are %q, of which %d is shown, with %d actions", got, g.present(), len(g.run().Actions))
	}

	g.branch(mouse, 0)
	g.press(kb.End)
	g.waitMode("ended")
	if back := g.look(); back.Topology != end.Topology || back.Events != end.Events || g.verdict() != said {
		t.Errorf("the run as it was is not kept:\n%s", back.differs(end))
	}
}

// storyOf is a JavaScript expression for the sentences of a list of events.
func storyOf(markup string) string {
	return fmt.Sprintf(`(list => { list.innerHTML = %q; return [...list.content.querySelectorAll(".text")].map(e => e.textContent); })(document.createElement("template"))`, markup)
}

// What can be undone is a tab's own: in another that shows the same address nothing can be,
// and after a reload of the first it still can.
func undoIsATabs(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.branching(func() { g.use(mouse, "seed") })
	address := eval[string](g.tab, "location.href")
	g.do(chromedp.Reload())
	g = stageAt(g.tab)
	usable := func(g stage) bool {
		return eval[bool](g.tab, `document.querySelector("#stage [data-do=undo]:not([disabled])") !== null`)
	}
	if !usable(g) {
		t.Error("after a reload nothing can be undone")
	}
	other := stageAt(open(t, address, desk))
	if len(other.branches()) != 2 || usable(other) {
		t.Errorf("another tab shows the branches %q, and something can be undone: %t", other.branches(), usable(other))
	}
}

// Undo takes back one thing after the other, redo does it again: by buttons and by keys.
func undoAndRedo(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.seek(g.sentence(trace.Hold, "A"))
	dark := func(do string) bool { return eval[bool](g.tab, g.at("[data-do="+do+"]")+".disabled") }
	var places []string
	at := func() string { return eval[string](g.tab, runs) }
	g.fragment()
	places = append(places, at())
	if !dark("undo") || !dark("redo") || !dark("compare") {
		t.Error("there is nothing to undo, to redo or to compare with, and the buttons say otherwise")
	}
	g.act(mouse, "client:A", "Pause the whole process for: 2s")
	places = append(places, at())
	g.act(mouse, "node:n1", "Crash", "It stays down; its keys are lost")
	places = append(places, at())

	undo := map[string]func(){
		"the button": func() { g.use(mouse, "undo") },
		"Ctrl Z":     func() { g.press("z", chromedp.ModifierCtrl) },
		"z":          func() { g.press("z") },
	}
	redo := map[string]func(){
		"the button":   func() { g.use(mouse, "redo") },
		"Ctrl Shift Z": func() { g.press("Z", chromedp.ModifierCtrl, chromedp.ModifierShift) },
		"Ctrl Y":       func() { g.press("y", chromedp.ModifierCtrl) },
		"Z":            func() { g.press("Z", chromedp.ModifierShift) },
	}
	for name, how := range undo {
		g.branching(how)
		if at() != places[1] || dark("redo") {
			t.Errorf("undone by %s the address holds %s, want %s", name, at(), places[1])
		}
		g.branching(func() { g.use(mouse, "redo") })
	}
	for name, how := range redo {
		g.branching(func() { g.use(mouse, "undo") })
		g.branching(how)
		if at() != places[2] || !dark("redo") {
			t.Errorf("done again by %s the address holds %s, want %s", name, at(), places[2])
		}
	}
	g.branching(func() { g.use(mouse, "undo") })
	g.branching(func() { g.use(mouse, "undo") })
	if at() != places[0] || !dark("undo") || len(g.branches()) != 1 {
		t.Errorf("all undone the address holds %s, want %s; branches %q", at(), places[0], g.branches())
	}
	g.branching(func() { g.use(mouse, "redo") })
	g.reload()
	g.settled()
	g.branching(func() { g.use(mouse, "redo") })
	if at() != places[2] || !dark("redo") {
		t.Errorf("after a reload, done again the address holds %s, want %s", at(), places[2])
	}
	g.branching(func() { g.use(mouse, "undo") })
	g.branching(func() { g.use(mouse, "undo") })
	if at() != places[0] || !dark("undo") {
		t.Errorf("after a reload, all undone the address holds %s, want %s", at(), places[0])
	}
}

// A branch is called by what was done, or as its reader says, and can be deleted.
func namesOfBranches(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.act(mouse, "client:A", "Pause the whole process for: 2s")
	say, err := lessons.Phrases(lessons.FS, "en")
	if err != nil {
		t.Fatal(err)
	}
	called := narrate.Changed(say, g.ownRun(), g.run())
	if got := g.branches(); len(got) != 2 || got[1] != called {
		t.Errorf("the branches are called %q, the last one ought to be %q", got, called)
	}
	rename := func(h hand, to string) {
		t.Helper()
		h.on(g.tab, "#stage [data-part=branches] [aria-pressed=true]")
		g.waitOpen("menu")
		g.offer(h, "Rename")
		g.waitOpen("name")
		if got := eval[string](g.tab, "document.activeElement.value"); got != g.branches()[1] {
			t.Errorf("the field holds %q, and the branch is called %q", got, g.branches()[1])
		}
		g.branching(func() { g.enter(to) }) // what is in the field is selected
		g.waitClosed()
	}
	for _, h := range []hand{mouse, keys} {
		rename(h, "what if? "+h.name)
		if got := g.branches()[1]; got != "what if? "+h.name {
			t.Errorf("by %s it is renamed to %q", h.name, got)
		}
		if eval[string](g.tab, focus) == "body" {
			t.Errorf("by %s: renamed, nothing has the focus", h.name)
		}
	}
	g.branching(func() { g.use(mouse, "undo") })
	if got := g.branches()[1]; got != "what if? mouse" {
		t.Errorf("the renaming undone it is called %q", got)
	}
	g.clickOn("#stage [data-part=branches] [aria-pressed=true]")
	g.waitOpen("menu")
	g.branching(func() { g.offer(keys, "Delete this branch") })
	if got := g.branches(); len(got) != 1 || got[0] != "main" || len(g.run().Actions) != 0 {
		t.Errorf("deleted, the branches are %q", got)
	}
	if !eval[bool](g.tab, `document.activeElement.matches("[data-part=branches] [aria-pressed=true]")`) {
		t.Errorf("a branch deleted, %s has the focus", eval[string](g.tab, named))
	}
	g.branching(func() { g.press("z") })
	if got := g.branches(); len(got) != 2 {
		t.Errorf("the deletion undone, the branches are %q", got)
	}
}

// ownRun is the run that the page came with.
func (g stage) ownRun() *run.Run {
	g.t.Helper()
	r, err := run.Parse(eval[string](g.tab, `document.getElementById("stage").dataset.run`))
	if err != nil {
		g.t.Fatal(err)
	}
	return r
}

// Two branches side by side: both pictures at one instant, both outcomes, and where they
// part, which one click leads to.
func comparingBranches(t *testing.T, f *front) {
	g := onStage(t, f, "failover", desk)
	g.press(kb.Home)
	for range 4 {
		g.press(kb.ArrowRight)
	}
	g.frame()
	mine := g.verdict()
	was := g.trace()
	g.act(mouse, "client:A", "Crash", "It stays down")
	theirs, is := g.verdict(), played(t, g.run())
	if mine == theirs {
		t.Fatalf("both runs end so: %s; nothing is tested", mine)
	}
	for _, h := range []hand{mouse, keys} {
		g.use(h, "compare")
		g.wait("!" + g.part("compare") + ".hidden")
		if !eval[bool](g.tab, g.part("compare")+" === document.activeElement") {
			t.Errorf("by %s: a comparison begun, %s has the focus", h.name, eval[string](g.tab, named))
		}
		g.wait(g.part("compare-verdict-that") + `.textContent !== ""`)
		for part, want := range map[string]string{
			"compare-name-this": g.branches()[1], "compare-name-that": "main",
			"compare-verdict-this": theirs, "compare-verdict-that": mine,
		} {
			if got := strings.TrimSpace(g.text(part)); got != want {
				t.Errorf("%s is %q, want %q", part, got, want)
			}
		}
		at := parting(was, is)
		if got := g.text("compare-difference"); !strings.Contains(got, "part at "+words.Clocked(min(was[at].T, is[at].T))) {
			t.Errorf("the runs part with %s at %d us; the page says %q", is[at].Kind, is[at].T, got)
		}
		if got := g.text("compare-changed"); got != "" {
			t.Errorf("both outcomes are there, and said once more: %q", got)
		}
		g.wait(g.part("stage-other") + `.querySelector("svg") !== null`)
		for _, host := range []string{"stage", "stage-other"} {
			if !eval[bool](g.tab, fmt.Sprintf(`(e => e.checkVisibility() && e.querySelector("svg").getBoundingClientRect().width > 200)(%s)`, g.part(host))) {
				t.Errorf("the picture %s is not seen", host)
			}
		}
		if eval[bool](g.tab, g.part("verdict")+".checkVisibility()") {
			t.Error("one of the outcomes is there twice")
		}
		// The second picture keeps up.
		g.press(kb.End)
		g.waitMode("ended")
		g.frame()
		ends := eval[string](g.tab, g.part("stage-other")+".innerHTML")
		h.on(g.tab, "#stage [data-do=difference]")
		g.frame()
		if got, want := g.text("clock"), words.Clocked(is[at].T); got != want {
			t.Errorf("to where they part leads to %s, want %s", got, want)
		}
		if eval[string](g.tab, g.part("stage-other")+".innerHTML") == ends {
			t.Error("the second picture stands still")
		}
		h.on(g.tab, "#stage [data-do=compare-end]")
		g.wait(g.part("compare") + ".hidden")
		g.wait(g.part("verdict") + ".checkVisibility()")
		if !eval[bool](g.tab, g.part("stage-other")+".hidden") {
			t.Error("the second picture stays")
		}
		if !eval[bool](g.tab, `document.activeElement.matches("[data-do=compare]")`) {
			t.Errorf("by %s: the comparison ended, %s has the focus", h.name, eval[string](g.tab, named))
		}
	}
}
