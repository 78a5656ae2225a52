package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// answerAll answers every question of the lesson that is shown, some rightly and some not, and
// unfolds all that can be: more states of blocks than a reader sees at once.
const answerAll = `(async () => {
	const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
	for (const block of document.querySelectorAll("[data-block=quiz], [data-block=predict]")) {
		const number = block.querySelector("[data-part=number]");
		if (number) {
			number.value = "1";
			number.dispatchEvent(new Event("input", {bubbles: true}));
		}
		block.querySelector(".options input")?.click();
		block.querySelector("[data-do=check]").click();
		await drawn();
	}
	for (const details of document.querySelectorAll("main details:not([hidden])")) details.open = true;
	for (const way of document.querySelectorAll("[data-node]:not([hidden]) .ways a")) if (way.checkVisibility()) way.click();
	await drawn();
	return [...document.querySelectorAll("[data-part=reply]")].filter(e => e.textContent !== "").length;
})()`

// No barrier is in what becomes of answers, in any language, in either theme and of any size.
func TestNoBarriersInAnswers(t *testing.T) {
	t.Parallel()
	source := needAxe(t)
	darkPhone := phone
	darkPhone.dark = true
	for _, c := range []struct {
		lang, lesson string
		s            screen
	}{{"en", "check-up", desk}, {"ms", "check-up", darkPhone}, {"zh", "do-you-need-redlock", desk}} {
		together(t, fmt.Sprintf("%s/%s at %d", c.lang, c.lesson, c.s.width), func(t *testing.T) {
			b := open(t, serve(t).address+c.lang+"/lesson/"+c.lesson, c.s)
			b.ready()
			if n := eval[int](b, answerAll); n < 2 {
				t.Fatalf("only %d questions were answered", n)
			}
			if b.count(".option-true") == 0 || b.count(".option-believed") == 0 {
				t.Error("nothing is right, or nothing is wrong, which shows half of what there is")
			}
			b.fits(c.s)
			for _, found := range b.barriers(source) {
				t.Error(found)
			}
		})
	}
}

// On a challenge's page a step is told once, as on any stage, and what becomes of an attempt
// is told with it, once.
func TestAnnouncementsOfAChallenge(t *testing.T) {
	t.Parallel()
	g := challenged(t, serve(t), "en", desk)
	g.tellsWhereItStands()
	eval[string](g.tab, "location.hash = 't=2000000'")
	g.wait(g.part("clock") + ".textContent.startsWith('2.000')")
	eval[bool](g.tab, "(said.length = 0, true)")
	g.act(keys, "client:A", "Pause the whole process for: 10s")
	g.wait(met)
	g.frame()
	told := eval[[]string](g.tab, "said")
	goal := slices.DeleteFunc(slices.Clone(told), func(text string) bool { return !strings.Contains(text, "The goal is met.") })
	if len(goal) != 1 {
		t.Errorf("that the goal is met is told %d times: %q", len(goal), told)
	}
}
