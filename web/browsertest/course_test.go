package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What a lesson does under its reader's hands, on lessons of the tests' own.
func TestCourse(t *testing.T) {
	t.Parallel()
	f := serveBelow(t, "/", "--data", "testdata/course")
	for _, tt := range []struct {
		name string
		test func(*testing.T, *front)
	}{
		{"questions by mouse, touch and keys", questionsByHand},
		{"a double click checks once", doubleClickChecksOnce},
		{"playing halts for stops and predictions", playingHalts},
		{"answers and place survive a reload", answersSurvive},
		{"a question that has changed", changedQuestion},
		{"the same place in another language", placeInAnotherLanguage},
		{"two tabs", twoTabsOfLessons},
		{"progress", progressShown},
		{"another look", anotherLook},
		{"storage denied", answersInMemory},
		{"an input method's Enter", inputMethodsEnterAnswersNothing},
		{"decision", decisionWalked},
		{"code", codeRemembered},
		{"without JavaScript", lessonWithoutScript},
	} {
		// An address of its own, for which nothing is stored.
		together(t, tt.name, func(t *testing.T) { tt.test(t, newFront(t, f.behind(), "/")) })
	}
}

// hands opens the lesson that has every block, ready to be answered.
func handsOn(t *testing.T, f *front, s screen) *tab {
	t.Helper()
	b := open(t, f.address+"en/lesson/hands", s)
	b.ready()
	return b
}

// ready waits until the lesson can be answered and played.
func (b *tab) ready() {
	b.t.Helper()
	b.wait(`[...document.querySelectorAll("[data-block] [data-do=check], figure [data-do=play]")].every(e => !e.disabled)`)
	b.frame()
}

// said is what the block replies.
func (b *tab) said(block string) string {
	b.t.Helper()
	b.frame()
	return eval[string](b, fmt.Sprintf("document.querySelector('#%s [data-part=reply]').innerText", block))
}

// replies waits until a block's reply begins so.
func (b *tab) replies(block, want string) {
	b.t.Helper()
	b.wait(fmt.Sprintf("document.querySelector('#%s [data-part=reply]').textContent.startsWith(%q)", block, want))
}

// is tells whether a selector finds anything.
func (b *tab) is(selector string) bool { b.t.Helper(); return b.count(selector) > 0 }

func questionsByHand(t *testing.T, f *front) {
	for name, way := range map[string]struct {
		screen screen
		press  func(*tab, string)
		choose func(*tab, string)
	}{
		"mouse": {desk, (*tab).clickOn, (*tab).clickOn},
		"touch": {phone, (*tab).tapOn, (*tab).tapOn},
		"keys": {desk, (*tab).enterOn, func(b *tab, selector string) {
			eval[bool](b, fmt.Sprintf("(document.querySelector(%q).focus(), true)", selector))
			b.do(chromedp.KeyEvent(" "))
		}},
	} {
		together(t, name, func(t *testing.T) {
			b := handsOn(t, newFront(t, f.behind(), "/"), way.screen)
			b.fits(way.screen)
			check := func(block string) { t.Helper(); way.press(b, "#"+block+" [data-do=check]") }

			check("some")
			b.replies("some", "Choose at least one answer first.")
			way.choose(b, "#some [value='0']")
			way.choose(b, "#some [value='2']")
			check("some")
			b.replies("some", "≠ Not quite")
			if got := b.said("some"); !strings.Contains(got, "n2 It is another.") || !strings.Contains(got, "A That is a client.") || strings.Contains(got, "It is one.") {
				t.Errorf("replies %q", got)
			}
			marks := b.texts("#some .option")
			if !strings.Contains(marks[0], "= your answer, right") || !strings.Contains(marks[1], "≠ right, but left out") || !strings.Contains(marks[2], "≠ your answer") {
				t.Errorf("marks %q", marks)
			}
			if !b.is("#some .option-believed [value='2']") || b.count("#some .option-true") != 2 || b.is("#some input:enabled") {
				t.Error("marks are not shown as belief and truth")
			}
			check("some") // try again
			b.wait("document.querySelector('#some [data-part=reply]').textContent === ''")
			if b.is("#some .chip:not(details *)") || b.is("#some input:disabled") {
				t.Error("trying again does not begin anew")
			}

			// They came in another order: each to its place.
			for want := range 3 {
				at := func() int {
					return eval[int](b, fmt.Sprintf("[...document.querySelectorAll('#order .order > li')].findIndex(e => e.dataset.of === '%d')", want))
				}
				for at() > want {
					way.press(b, fmt.Sprintf("#order [data-of='%d'] [data-do=up]", want))
				}
				if !eval[bool](b, "document.activeElement === document.body || document.activeElement.closest('#order') !== null") {
					t.Error("the focus goes with the move")
				}
			}
			check("order")
			b.replies("order", "= This is the order.")

			eval[bool](b, "(document.querySelector('#left input').focus(), true)")
			b.do(chromedp.KeyEvent("9.8"))
			check("left")
			b.replies("left", "Write a whole number")
			eval[bool](b, "(document.querySelector('#left input').select(), true)")
			b.do(chromedp.KeyEvent("10,000 ms"))
			b.press(kb.Enter)
			b.replies("left", "≠ Not this number.That is the TTL.")
			if !eval[bool](b, "document.activeElement.matches('#left [data-do=check]')") {
				t.Error("a field that is closed leaves the focus to its button")
			}
			if !b.is("#left details:not([hidden])") || b.is("#some details:not([hidden])") {
				t.Error("what is right can be unfolded where it is not marked, and there alone")
			}
		})
	}
}

// doubleClickChecksOnce: what checks an answer takes it back the next time.
func doubleClickChecksOnce(t *testing.T, f *front) {
	b := handsOn(t, f, desk)
	b.clickOn("#some [value='0']")
	p := b.aim("#some [data-do=check]")
	b.do(chromedp.MouseClickXY(p.X, p.Y), chromedp.MouseClickXY(p.X, p.Y, chromedp.ClickCount(2)))
	b.frame()
	if got := b.said("some"); !strings.HasPrefix(got, "≠ Not quite") {
		t.Errorf("a double click leaves %q", got)
	}
}

func playingHalts(t *testing.T, f *front) {
	for _, s := range []screen{desk, {width: 1440, height: 960, still: true}, phone} {
		b := handsOn(t, newFront(t, f.behind(), "/"), s)
		g := figure{b, "two"}
		if b.is("#two .stops .shown") || b.is("[data-steps] .active") {
			t.Error("something is said before anything has happened")
		}
		g.click("play")
		g.waitMode("paused")
		b.frame()
		if got := g.text("clock"); got != "0.012 s" && !s.still { // with no motion it shows the last step before
			t.Errorf("halts at %s", got)
		}
		if got := b.texts("#two .stops .shown"); len(got) != 1 || !strings.Contains(got[0], "A has asked.") || !b.sees("#two .stops .shown") {
			t.Errorf("says %q", got)
		}
		if got := b.texts("[data-steps] [aria-current=step]"); len(got) != 1 || !strings.HasPrefix(got[0], "Ask.") {
			t.Errorf("lights %q", got)
		}
		if got := b.texts("[data-steps] .done"); len(got) != 1 {
			t.Errorf("done are %q", got)
		}
		b.wait("document.querySelector('#two [data-part=said]').textContent.startsWith('A has asked.')")
		g.click("play")
		g.waitMode("paused")
		b.wait("!document.querySelector('#two .waits').hidden")
		if got := eval[string](b, "document.querySelector('#two .waits a').hash"); got != "#who" {
			t.Errorf("leads to %q", got)
		}
		b.clickOn("#who [value='1']")
		b.clickOn("#who [data-do=check]")
		b.replies("who", "≠ Your guess and the run have parted.It has three.")
		b.wait("document.querySelector('#two .waits').hidden")
		if got := b.texts("#who .option"); !strings.Contains(got[0], "= the run") || !strings.Contains(got[1], "≠ your guess") {
			t.Errorf("marks %q", got)
		}
		b.clickOn("#who [data-do=watch]")
		g.waitMode("playing")
		if !eval[bool](b, "document.activeElement.matches('#two [data-do=play]')") || !b.sees("#two [data-do=play]") {
			t.Error("what is to be watched is not in sight")
		}
		g.choose("10")
		g.waitMode("ended")
	}
}

func answersSurvive(t *testing.T, f *front) {
	b := handsOn(t, f, desk)
	g := figure{b, "two"}
	g.click("step")
	g.click("step")
	b.frame()
	at := g.text("clock")
	now := g.text("now")
	b.clickOn("#some [value='1']")
	b.clickOn("#some [data-do=check]")
	b.replies("some", "≠")
	b.clickOn("#who [value='0']") // a draft
	eval[bool](b, "(document.querySelector('#left input').focus(), true)")
	b.do(chromedp.KeyEvent("9848"))
	b.press(kb.Enter)
	b.replies("left", "= Right.")
	eval[bool](b, "(document.getElementById('questions').scrollIntoView(), true)")
	b.frame()
	b.goes(func() { b.do(command(page.Reload, page.ReloadParams{})) })
	b.ready()
	for block, want := range map[string]string{"some": "≠ Not quite", "left": "= Right.", "who": ""} {
		if got := b.said(block); !strings.HasPrefix(got, want) {
			t.Errorf("%s says %q after a reload", block, got)
		}
	}
	if !b.is("#some [value='1']:checked") || !b.is("#who [value='0']:checked") || b.is("#who input:disabled") {
		t.Error("what was chosen is not")
	}
	b.wait(fmt.Sprintf("document.querySelector('#two [data-part=clock]').textContent === %q", at))
	if got := g.text("now"); got != now {
		t.Errorf("the figure tells %q, told %q before", got, now)
	}
	if got := eval[float64](b, "document.getElementById('questions').getBoundingClientRect().top"); got < -20 || got > 300 {
		t.Errorf("the heading that was read is at %v", got)
	}
	// From the list of lessons it goes on where it was.
	b.show(f.address + "en/")
	b.wait("document.querySelector('[data-continue=hands]:not([hidden]) a') !== null")
	if got := eval[string](b, "document.querySelector('[data-continue]:not([hidden]) a').href"); got != f.address+"en/lesson/hands#questions" {
		t.Errorf("continues at %q", got)
	}
}

// An answer to a question that has changed since means something else, and is gone; those of
// the others stay, and an answer kept before editions were is taken as it is.
func changedQuestion(t *testing.T, f *front) {
	b := handsOn(t, f, desk)
	eval[bool](b, `(() => {
		const of = "lockstep.lesson.hands.";
		for (const id of ["some", "who"]) localStorage.setItem(of + "answer." + id, "0");
		localStorage.setItem(of + "edition.some", "of another");
		localStorage.removeItem(of + "edition.who");
		return true;
	})()`)
	b.reload()
	b.ready()
	if got := eval[string](b, `["some", "who"].map(id => localStorage.getItem("lockstep.lesson.hands.answer." + id)).join()`); got != ",0" {
		t.Errorf("the answers kept are %q", got)
	}
	if b.said("some") != "" {
		t.Error("the answer to a question that has changed is shown")
	}
	b.reload()
	b.ready()
	if got := eval[string](b, `localStorage.getItem("lockstep.lesson.hands.answer.who")`); got != "0" {
		t.Errorf("an answer whose question is the same is %q", got)
	}
}

// The languages are at the top of a page, where a reader who answered further down has to
// go for them.
func placeInAnotherLanguage(t *testing.T, f *front) {
	b := open(t, f.address+"en/lesson/fencing", desk)
	b.ready()
	b.clickOn("#who-compares [value='1']")
	place := eval[string](b, `[...document.querySelectorAll("main.lesson h2[id]")].filter(h => h.getBoundingClientRect().top < innerHeight / 3).at(-1).id`)
	eval[bool](b, "(scrollTo(0, 0), true)")
	b.goes(func() { b.clickOn(".langs a[hreflang=zh]") })
	b.ready()
	if got := eval[string](b, "location.pathname + location.hash"); !strings.HasSuffix(got, "/zh/lesson/fencing#"+place) {
		t.Errorf("is at %s, was reading %s", got, place)
	}
	if !b.is("#who-compares [value='1']:checked") {
		t.Error("what was chosen is not")
	}
}

func twoTabsOfLessons(t *testing.T, f *front) {
	b := handsOn(t, f, desk)
	other := b.beside(f.address + "en/lesson/hands")
	other.ready()
	b.clickOn("#some [value='1']")
	b.clickOn("#some [data-do=check]")
	b.replies("some", "≠")
	other.replies("some", "≠") // as it was said there
	eval[bool](other, "(document.querySelector('#who [value=\"0\"]').click(), document.querySelector('#who [data-do=check]').click(), true)")
	other.replies("who", "= Your guess and the run agree.")
	b.replies("who", "= Your guess and the run agree.")
	second := b.beside(f.address + "en/lesson/second")
	second.ready()
	second.clickOn("#only [value='0']")
	second.clickOn("#only [data-do=check]")
	second.replies("only", "= Right.")
	b.show(f.address + "en/lesson/hands")
	b.ready()
	if got := b.said("some") + b.said("who"); !strings.Contains(got, "Not quite") || !strings.Contains(got, "agree") {
		t.Errorf("of two tabs is kept: %q", got)
	}
	b.wait("document.querySelector('.progress [data-slug=second][data-done]') !== null")
}

func progressShown(t *testing.T, f *front) {
	b := open(t, f.address+"en/lesson/second", desk)
	b.ready()
	if b.is("[data-done]") {
		t.Error("something is done before anything is")
	}
	b.clickOn("#only [value='1']")
	b.clickOn("#only [data-do=check]")
	b.replies("only", "≠ Not so.It opens by itself.")
	b.wait("document.querySelector('.progress [data-slug=second][data-done]') !== null")
	b.show(f.address + "zh/")
	b.wait("document.querySelector('.next[data-slug=second][data-done]') !== null")
	if got := eval[string](b, "document.querySelector('.next[data-slug=second] [data-part=done]').innerText"); got != "已完成" || b.count(".next[data-done]") != 1 {
		t.Errorf("done says %q", got)
	}
	b.follow("[data-continue]:not([hidden]) a")
	b.ready()
	if got := b.said("only"); !strings.HasPrefix(got, "≠") {
		t.Errorf("continued, it says %q", got)
	}
}

func answersInMemory(t *testing.T, f *front) {
	b := blank(t, desk)
	b.beforehand(deniedStorage)
	b.show(f.address + "en/lesson/hands")
	b.ready()
	b.clickOn("#some [value='1']")
	b.clickOn("#some [data-do=check]")
	b.replies("some", "≠ Not quite")
	b.clickOn("#code-1 [data-arg=js]")
	if !b.sees("#code-2 .code[data-lang=js]") {
		t.Error("the language of code is not that of all")
	}
	if got := b.texts(".notice"); len(got) != 1 || !strings.HasPrefix(got[0], "Your browser keeps nothing") {
		t.Errorf("that nothing is kept is told as %q", got)
	}
}

func inputMethodsEnterAnswersNothing(t *testing.T, f *front) {
	b := handsOn(t, f, desk)
	eval[bool](b, "(document.querySelector('#left input').focus(), true)")
	b.do(command(input.ImeSetComposition, input.ImeSetCompositionParams{Text: "９", SelectionStart: 1, SelectionEnd: 1}))
	enter := func(code int64) {
		b.do(command(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: code}))
		b.do(command(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: code}))
		b.frame()
	}
	enter(13)
	b.do(command(input.InsertText, input.InsertTextParams{Text: "９８４８"}))
	enter(229)
	if got := b.said("left"); got != "" {
		t.Errorf("an input method’s Enter is answered with %q", got)
	}
	enter(13)
	b.replies("left", "= Right.")
}

func decisionWalked(t *testing.T, f *front) {
	b := handsOn(t, f, desk)
	seen := func() []string { return b.texts("#which [data-node]:not([hidden]) h3") }
	for _, step := range []struct{ press, want string }{
		{"", "What for?"},
		{"#which-purpose li:nth-child(2) a", "Can the store compare numbers?"},
		{"#which-store li:nth-child(1) a", "Add fencing."},
		{"#which .way li:nth-child(2) button", "Can the store compare numbers?"},
		{"#which-store li:nth-child(2) a", "One node is enough."},
	} {
		if step.press != "" {
			b.enterOn(step.press)
			if !eval[bool](b, "document.activeElement.matches('#which [data-node]')") {
				t.Errorf("after %s the focus is elsewhere", step.press)
			}
		}
		if got := seen(); len(got) != 1 || got[0] != step.want {
			t.Errorf("after %q it shows %q", step.press, got)
		}
	}
	if got := b.texts("#which .way b"); len(got) != 2 || got[0] != "For money." || got[1] != "It cannot." {
		t.Errorf("the way is %q", got)
	}
	b.goes(func() { b.do(command(page.Reload, page.ReloadParams{})) })
	b.ready()
	if got := seen(); len(got) != 1 || got[0] != "One node is enough." {
		t.Errorf("after a reload it shows %q", got)
	}
}

func codeRemembered(t *testing.T, f *front) {
	b := handsOn(t, f, desk)
	if !b.sees("#code-1 .code[data-lang=go]") || b.sees("#code-1 .code[data-lang=js]") {
		t.Error("not Go alone is shown first")
	}
	b.clickOn("#code-1 [data-arg=js]")
	if !b.sees("#code-2 .code[data-lang=js]") || b.sees("#code-2 .code[data-lang=go]") || !b.is("#code-2 [data-arg=js][aria-pressed=true]") {
		t.Error("JavaScript is not shown everywhere")
	}
	b.goes(func() { b.do(command(page.Reload, page.ReloadParams{})) })
	b.ready()
	if !b.sees("#code-1 .code[data-lang=js]") {
		t.Error("JavaScript is forgotten")
	}
	b.clickOn("#code-1 [data-do=copy]")
	b.wait("document.querySelector('#code-1 [data-part=status]').textContent === 'Copied.'")
	if got := eval[string](b, "String(getSelection())"); strings.TrimSpace(got) != "const ok = await set(key, token);" {
		t.Errorf("copies %q", got)
	}
	// Where nothing copies, it is selected.
	eval[bool](b, "(document.execCommand = () => false, true)")
	for _, clipboard := range []string{"{writeText: () => Promise.reject(new Error('denied'))}", "undefined"} {
		b.clickOn("#code-1 [data-arg=js]")
		b.wait("document.querySelector('#code-1 [data-part=status]').textContent === ''")
		eval[bool](b, "(Object.defineProperty(navigator, 'clipboard', {value: "+clipboard+", configurable: true}), getSelection().removeAllRanges(), true)")
		b.clickOn("#code-1 [data-do=copy]")
		b.wait("document.querySelector('#code-1 [data-part=status]').textContent.startsWith('The code is selected')")
		if got := eval[string](b, "String(getSelection())"); strings.TrimSpace(got) != "const ok = await set(key, token);" {
			t.Errorf("with the clipboard %s it selects %q", clipboard, got)
		}
	}
}

func lessonWithoutScript(t *testing.T, f *front) {
	b := open(t, f.address+"en/lesson/hands", screen{width: 1440, height: 960, noScript: true})
	for _, selector := range []string{"#which-purpose h3", "#which-fence h3", "#some details summary", "#code-1 [data-lang=js] pre", "#two .stops li"} {
		if !b.sees(selector) {
			t.Errorf("%s is not shown", selector)
		}
	}
}

// A lesson that was done is worth another look after a day, a week and three weeks, once each.
func anotherLook(t *testing.T, f *front) {
	b := open(t, f.address+"en/", desk)
	due := func() bool {
		t.Helper()
		b.show(f.address + "en/")
		b.wait(`document.querySelector("[data-slug=hands]").hasAttribute("data-done")`)
		return eval[bool](b, `document.querySelector("[data-slug=hands] [data-part=review]").checkVisibility()`)
	}
	ago := func(days, looks int) {
		t.Helper()
		eval[bool](b, fmt.Sprintf(`(localStorage.setItem("lockstep.lesson.hands.review", (Math.floor(Date.now() / 86400000) - %d) + ".%d"), true)`, days, looks))
	}
	eval[bool](b, `(localStorage.setItem("lockstep.lesson.hands.done", "yes"), true)`)
	for _, row := range []struct {
		days, looks int
		want        bool
	}{{0, 0, false}, {1, 0, true}, {6, 1, false}, {7, 1, true}, {20, 2, false}, {21, 2, true}, {400, 3, false}} {
		if row.days > 0 { // else it was done just now, and the page itself says when
			ago(row.days, row.looks)
		}
		if got := due(); got != row.want {
			t.Errorf("done %d days ago, with %d looks since: due %t, want %t", row.days, row.looks, got, row.want)
		}
	}
	ago(8, 0)
	b.show(f.address + "en/lesson/hands")
	if due() {
		t.Error("a lesson that was just looked at is worth another look")
	}
	if got := eval[string](b, `localStorage.getItem("lockstep.lesson.hands.review").split(".")[1]`); got != "2" {
		t.Errorf("%s looks are over, want 2", got)
	}
}
