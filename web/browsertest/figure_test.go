package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lockstep/lessons"
	"lockstep/server/cli"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/narrate"
)

// figure is one figure of a tab's page.
type figure struct {
	*tab
	id string
}

// lesson opens the lesson and waits until its first figure can be played.
func lesson(t *testing.T, f *front, s screen) figure {
	t.Helper()
	b := open(t, f.address+lessonPath, s)
	g := figure{b, "scene-1"}
	g.waitMode("paused")
	g.frame()
	return g
}

// at is a JavaScript expression for an element of the figure.
func (g figure) at(selector string) string {
	return fmt.Sprintf("document.querySelector(%q)", "#"+g.id+" "+selector)
}

func (g figure) part(name string) string { return g.at("[data-part=" + name + "]") }

// text is what a part says.
func (g figure) text(part string) string {
	g.t.Helper()
	return eval[string](g.tab, g.part(part)+".textContent")
}

// picture is the figure's picture as markup.
func (g figure) picture() string {
	g.t.Helper()
	return eval[string](g.tab, g.part("stage")+".innerHTML.trim()")
}

// microseconds is what the figure's clock shows.
func (g figure) microseconds() trace.Time {
	g.t.Helper()
	text, _, _ := strings.Cut(g.text("clock"), " ")
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil {
		g.t.Fatalf("the clock shows %q", text)
	}
	return trace.Time(seconds*1e6 + 0.5)
}

// place is where the playhead is, as the scrubber has it: the clock does not show
// what lies within one of its milliseconds.
func (g figure) place() int {
	g.t.Helper()
	g.frame()
	return eval[int](g.tab, fmt.Sprintf("Number(%s.value)", g.part("scrubber")))
}

func (g figure) modeIs(mode string) string {
	return fmt.Sprintf("document.getElementById(%q).dataset.mode === %q", g.id, mode)
}

func (g figure) waitMode(mode string) {
	g.t.Helper()
	g.wait(g.modeIs(mode))
}

// click presses one of the figure's buttons with the mouse.
func (g figure) click(do string) {
	g.t.Helper()
	g.do(chromedp.Click(chromedp.CSS("#" + g.id + " [data-do=" + do + "]")))
	g.frame()
}

// choose sets the speed.
func (g figure) choose(factor string) {
	g.t.Helper()
	eval[bool](g.tab, fmt.Sprintf(`(s => { s.value = %q; return s.dispatchEvent(new Event("input", {bubbles: true})); })(%s)`, factor, g.part("speed")))
}

// trace plays the figure's run here.
func (g figure) trace() []trace.Event {
	g.t.Helper()
	r, err := run.Parse(eval[string](g.tab, fmt.Sprintf("document.getElementById(%q).dataset.run", g.id)))
	if err != nil {
		g.t.Fatal(err)
	}
	return played(g.t, r)
}

// played plays a run here.
func played(t testing.TB, r *run.Run) []trace.Event {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	e := world.NewEngine()
	defer e.Close()
	events, err := library.Play(e, r, 0)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// sentence is what the page says in English of the first event of that kind and
// client.
func (g figure) sentence(kind trace.Kind, who string) string {
	g.t.Helper()
	say, err := lessons.Phrases(lessons.FS, "en")
	if err != nil {
		g.t.Fatal(err)
	}
	events := g.trace()
	before := &trace.State{}
	for i := range events {
		if e := &events[i]; e.Kind == kind && e.Who == who {
			return narrate.Event(say, before, e)
		}
		before.Apply(&events[i])
	}
	g.t.Fatalf("the run has no %v of %s", kind, who)
	return ""
}

// number reads a number out of the picture.
func (g figure) number(selector, attr string) float64 {
	g.t.Helper()
	return eval[float64](g.tab, fmt.Sprintf("Number(%s.getAttribute(%q))", g.at(selector), attr))
}

// commandLineHash is the hash that lockstep run ends with.
func commandLineHash(t *testing.T, args ...string) string {
	t.Helper()
	var out, complaint bytes.Buffer
	if status := cli.Run(context.Background(), append([]string{"run", "--format", "json"}, args...), &out, &complaint); status != 0 {
		t.Fatalf("lockstep run %v: status %d: %s", args, status, complaint.String())
	}
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	var end struct{ Kind, Hash string }
	if err := json.Unmarshal(lines[len(lines)-1], &end); err != nil || end.Kind != "end" || end.Hash == "" {
		t.Fatalf("the last line is %s, %v", lines[len(lines)-1], err)
	}
	return end.Hash
}

// The way of a learner: step until A holds the lock, go back to the start, play
// to the end. The page's run is the command line's.
func TestStepForwardBackAndPlayToTheEnd(t *testing.T) {
	t.Parallel()
	g := lesson(t, serve(t), desk)
	first, clock := g.picture(), g.text("clock")

	holds := g.sentence(trace.Hold, "A")
	steps := 0
	for ; g.text("now") != holds; steps++ {
		if steps > 100 {
			t.Fatalf("A does not hold the lock after %d steps; the page says %q", steps, g.text("now"))
		}
		before := g.picture() + g.text("now")
		g.click("step")
		if g.picture()+g.text("now") == before {
			t.Errorf("step %d changes nothing that one can see (%s)", steps, g.text("now"))
		}
	}
	const card = `[data-part="client-A"]`
	if got := eval[int](g.tab, "document.querySelectorAll('#scene-1 "+card+" .cell-held').length"); got < 3 {
		t.Errorf("A holds the lock with %d OK marks in sight", got)
	}
	const bar = card + ` [data-slot="width"]`
	full := g.number(bar, "width")
	for range 10 {
		g.click("step")
		steps++
	}
	if left := g.number(bar, "width"); left <= 0 || left >= full {
		t.Errorf("the validity's bar was %v wide when the lock was won and is %v ten steps later", full, left)
	}

	for range steps {
		g.click("back")
	}
	if g.picture() != first || g.text("clock") != clock {
		t.Errorf("%d steps on and back show another picture, at %s instead of %s:\n%s\nwant\n%s", steps, g.text("clock"), clock, g.picture(), first)
	}

	g.choose("10")
	g.click("play")
	g.waitMode("ended")
	hash := commandLineHash(t, "redlock")
	if got := eval[string](g.tab, g.part("hash")+".dataset.hash"); got != hash {
		t.Errorf("the page's run has the hash %s, the command line's %s", got, hash)
	}
	if got := g.text("hash"); !strings.Contains(got, hash[:8]) {
		t.Errorf("the page shows %q of %s", got, hash)
	}
	for range 3 {
		g.click("back")
	}
	if got := g.text("hash"); got != "" {
		t.Errorf("the hash of a run that is not at its end: %q", got)
	}
}

// What the server drew is what the viewer draws: nothing jumps when it arrives.
func TestStillIsTheFirstFrame(t *testing.T) {
	t.Parallel()
	g := lesson(t, serve(t), desk)
	for i := range eval[int](g.tab, "document.querySelectorAll('figure.player').length") {
		g.id = "scene-" + strconv.Itoa(i+1)
		g.waitMode("paused")
		for _, part := range []string{"stage", "now", "clock"} {
			still := eval[string](g.tab, fmt.Sprintf(`fetch(location.href).then(r => r.text())
				.then(html => new DOMParser().parseFromString(html, "text/html").querySelector("#%s [data-part=%s]").innerHTML.trim())`, g.id, part))
			if got := eval[string](g.tab, g.part(part)+".innerHTML.trim()"); got != still {
				t.Errorf("%s: the %s was\n%s\nand is now\n%s", g.id, part, still, got)
			}
		}
	}
}

func TestPageWithoutScript(t *testing.T) {
	t.Parallel()
	f := serve(t)
	s := desk
	s.noScript = true
	b := open(t, f.address+lessonPath, s)
	g := figure{b, "scene-1"}
	if !strings.HasPrefix(g.picture(), "<svg") || g.text("now") == "" {
		t.Errorf("no picture without script: %.80q", g.picture())
	}
	if got := eval[int](b, "document.querySelectorAll('#scene-1 button:not(:disabled)').length"); got != 0 {
		t.Errorf("%d buttons can be pressed that do nothing", got)
	}
	if got := eval[[]string](b, "[...document.querySelectorAll('#scene-1 .status')].map(e => e.innerText.trim()).filter(text => text)"); len(got) != 1 {
		t.Errorf("the page says %q, want one thing", got)
	}
	if !eval[bool](b, "document.querySelector('#scene-1 .source li.now') !== null") {
		t.Error("the line that runs is not marked")
	}
	if got := eval[string](b, "document.querySelector('main').innerText"); !strings.Contains(got, "majorit") {
		t.Error("the text is not there")
	}
}

// ended is what the page says of a run that broke no rule.
const ended = "Exclusion held, and whoever waited for long waited for somebody at work."

// Who plays the scene sees the five steps, each with its sentence, and then the
// verdict. Steps of one instant would be one otherwise.
func TestPlayingShowsTheFiveSteps(t *testing.T) {
	t.Parallel()
	g := lesson(t, serve(t), desk)
	eval[bool](g.tab, fmt.Sprintf(`((stage, now) => {
		window.steps = new Set(), window.said = new Set();
		const look = () => {
			const step = stage.querySelector('[data-part="client-A"]')?.textContent.match(/step (\d) of 5/)?.[1];
			const lit = document.querySelector('#scene-1 li.now[data-who~=A] code')?.textContent.trim() ?? "";
			const tells = now.textContent.match(/^Step (\d) of 5.*\bA\b/)?.[1];
			if (step) steps.add(step);
			if (tells) said.add(tells + (tells === step ? " as drawn" : " but drawn " + step) + (lit ? ", lit" : ", unlit"));
		};
		new MutationObserver(look).observe(document.getElementById("scene-1"), {childList: true, characterData: true, subtree: true, attributes: true});
		return true;
	})(%s, %s)`, g.part("stage"), g.part("now")))
	g.click("play")
	g.wait("steps.has('5')")
	g.wait("said.size >= 5")
	if got := eval[string](g.tab, "[...steps].sort().join()"); got != "1,2,3,4,5" {
		t.Errorf("the picture shows the steps %s", got)
	}
	for i, got := range eval[[]string](g.tab, "[...said].sort()") {
		if want := fmt.Sprintf("%d as drawn, lit", i+1); got != want {
			t.Errorf("the sentence of step %s, want %s", got, want)
		}
	}
	g.choose("10")
	g.waitMode("ended")
	if got := g.text("now"); !strings.Contains(got, ended) {
		t.Errorf("at the end of the run the page says %q", got)
	}
	if n := eval[int](g.tab, "document.querySelectorAll('#scene-1 li.now').length"); n != 0 {
		t.Errorf("%d lines are lit although nobody runs", n)
	}
}

// However one comes to the end, it is the same, and so is the beginning.
func TestEveryRouteToTheEnds(t *testing.T) {
	t.Parallel()
	g := lesson(t, serve(t), desk)
	poster := g.picture()
	type sight struct{ now, clock, picture string }
	look := func() sight { g.frame(); return sight{g.text("now"), g.text("clock"), g.picture()} }

	g.press(kb.End)
	g.waitMode("ended")
	end := look()
	if !strings.Contains(end.now, ended) {
		t.Errorf("the End key leads to %q", end.now)
	}
	g.press(kb.Home)
	begin := look()
	if begin.clock != "0.000 s" || begin.picture == poster {
		t.Errorf("Home leads to %s, want the very beginning, which is not the poster", begin.clock)
	}
	g.press("n")
	g.click("restart")
	if got := look(); got != begin {
		t.Errorf("the button leads to %q at %s", got.now, got.clock)
	}
	eval[bool](g.tab, fmt.Sprintf(`(s => { s.value = s.max; return s.dispatchEvent(new Event("input", {bubbles: true})); })(%s)`, g.part("scrubber")))
	g.waitMode("ended")
	if got := look(); got != end {
		t.Errorf("scrubbing leads to %q at %s", got.now, got.clock)
	}
	g.choose("10")
	g.click("play")
	g.waitMode("playing")
	g.waitMode("ended")
	if got := look(); got != end {
		t.Errorf("playing leads to %q at %s", got.now, got.clock)
	}
}

// The still is a poster: the first Play begins at the beginning, steps go on from
// the still.
func TestPoster(t *testing.T) {
	t.Parallel()
	g := lesson(t, serve(t), desk)
	still := g.place()
	if still == 0 {
		t.Fatal("the still is the beginning, which tests nothing")
	}
	picture, now := g.picture(), g.text("now")
	g.press(kb.ArrowLeft)
	if g.place() >= still || g.picture() == picture || g.text("now") == now { // the place waits for the frame
		t.Error("a step back from the still changes nothing that one can see")
	}
	g.press(kb.ArrowRight)
	if g.place() != still || g.picture() != picture {
		t.Error("a step on again is not the still")
	}

	g = lesson(t, serve(t), desk)
	g.choose("0.1")
	g.click("play")
	g.waitMode("playing")
	g.press("k")
	if got := g.place(); got >= still {
		t.Errorf("the first time it plays from %d, where the still is at %d", got, still)
	}
}
