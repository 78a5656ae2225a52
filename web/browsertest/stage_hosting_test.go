package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/gorilla/websocket"

	"lockstep/sim/run"
	"lockstep/web/wire"
)

// The player of the stage may be missing, or come with a wrong type or content: the
// reader is told, or a fallback works, and the pictures and what came of it are there.
func TestStageWithoutItsPlayer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*http.Response)
		says   string // nothing if it plays all the same
	}{
		{"gone", func(r *http.Response) {
			replaceBody(r, "404")
			r.StatusCode = http.StatusNotFound
		}, "Reload the page"},
		{"a wrong type", func(r *http.Response) { r.Header.Set("Content-Type", "text/plain") }, ""},
		{"a page in its place", func(r *http.Response) {
			r.Header.Set("Content-Type", "text/html")
			replaceBody(r, "<!doctype html><title>Not found</title>")
		}, "could not be started"},
	} {
		together(t, c.name, func(t *testing.T) {
			f := serve(t)
			b := blank(t, desk)
			b.tolerate("Failed to load resource", "console:", "was preloaded using link preload")
			f.tamperWith(".wasm", c.change)
			b.show(f.address + "en/play/failover")
			g := stage{figure{b, "stage"}}
			if c.says == "" {
				stageAt(b)
				return
			}
			g.wait(fmt.Sprintf("%s.textContent.includes(%q)", g.part("status"), c.says))
			if !g.sees("#stage [data-part=stage] svg") || !g.sees("#stage [data-part=space] svg") || !strings.Contains(g.text("verdict-headline"), "3.006\u00a0s") {
				t.Error("the pictures are gone, or what came of it")
			}
			if n := g.count("#stage [data-do]:not(:disabled)"); n > 0 {
				t.Errorf("%d buttons can be pressed that do nothing", n)
			}
		})
	}
}

// Our content policy lets WebAssembly be compiled and nothing be evaluated, and the stage
// keeps to it while everything that it has is opened: a breach fails every test here.
func TestStageKeepsToThePolicy(t *testing.T) {
	t.Parallel()
	f := serve(t)
	policy := ""
	f.tamperWith("/play/failover", func(r *http.Response) { policy = r.Header.Get("Content-Security-Policy") })
	b := blank(t, desk)
	b.beforehand(`window.breaches = []; document.addEventListener("securitypolicyviolation", e => breaches.push(e.violatedDirective + ": " + e.blockedURI))`)
	b.show(f.address + "en/play/failover")
	g := stageAt(b)
	if !strings.Contains(policy, "'wasm-unsafe-eval'") || strings.Contains(policy, "'unsafe-") {
		t.Errorf("the policy is %q", policy)
	}
	g.everything()
	if got := eval[[]string](b, "breaches"); len(got) > 0 {
		t.Errorf("the stage breaches its policy: %q", got)
	}

	// A breach is noticed.
	b.tolerate("Content Security Policy")
	eval[bool](b, `document.querySelector("#stage").setAttribute("style", "opacity: .9"), true`)
	g.wait("breaches.length > 0")
}

// everything opens and does one of each that the stage has, and leaves two branches side
// by side.
func (g stage) everything() {
	g.t.Helper()
	for _, sheet := range []string{"params", "keys", "share"} {
		g.opens(sheet, sheet)
		g.shut()
	}
	g.opens("hands", "menu")
	g.shut()
	for _, do := range []string{"zoom-in", "fold", "fit"} {
		g.trigger("#stage [data-do=" + do + "]")
	}
	g.press(kb.Home)
	g.press("n")
	g.act(keys, "client:A", "Pause the whole process for: 2s")
	g.trigger("#stage [data-do=compare]")
	g.wait("!" + g.part("compare") + ".hidden")
	g.trigger("#stage [data-do=difference]")
	g.press(kb.ArrowRight)
	g.settled()
}

// Whatever the stage draws, Safari draws it, too: nothing of HTML in a picture, and no
// transform-origin as an attribute. Nothing comes from elsewhere.
func TestStageDrawsSafely(t *testing.T) {
	t.Parallel()
	g := onStage(t, serve(t), "failover", desk)
	eval[bool](g.tab, `(() => {
		window.unsafe = new Set();
		const check = (el) => {
			for (const e of [el, ...el.querySelectorAll?.("*") ?? []]) {
				if (e.localName === "foreignObject" || e.localName === "script") unsafe.add(e.localName);
				for (const a of e.attributes ?? []) {
					if (a.name === "transform-origin" || a.name.startsWith("on") || (a.value.startsWith("http") && a.name !== "xmlns")) unsafe.add(a.name + " of " + e.localName);
				}
			}
		};
		check(document.querySelector("#stage"));
		new MutationObserver(list => list.forEach(m => [m.target, ...m.addedNodes].forEach(check)))
			.observe(document.querySelector("#stage"), {childList: true, subtree: true, attributes: true});
		return true;
	})()`)
	g.press(kb.Home)
	for range 40 {
		g.press("n")
	}
	g.everything()
	if got := eval[[]string](g.tab, "[...unsafe]"); len(got) > 0 {
		t.Errorf("the stage draws %q", got)
	}
	if got := eval[[]string](g.tab, `performance.getEntriesByType("resource").map(e => e.name).filter(name => !name.startsWith(location.origin))`); len(got) > 0 {
		t.Errorf("the page fetches %q", got)
	}
}

// A page that was open while the server was replaced says that it has to be loaded anew
// as soon as it needs the server, and what it shows stays.
func TestUpgradeWithAnOldTabOpen(t *testing.T) {
	t.Parallel()
	f := serve(t)
	g := onStage(t, f, "failover", desk)
	g.tolerate("WebSocket connection to")
	g.act(keys, "client:A", "Pause the whole process for: 2s")
	g.settled()
	picture := g.picture()
	f.slam()
	g.wait(g.part("status") + ".textContent.includes('connection is lost')")
	f.proxyTo(newServer(t))
	f.reopen()
	g.take(keys, "node:n2")
	g.offer(keys, "Empty it")
	g.wait(g.part("status") + ".textContent.includes('Reload this page')")
	if g.picture() != picture || g.count("dialog[open]") > 0 {
		t.Error("the picture changes, or something stands before it")
	}
}

// newServer answers as a server does that speaks another version than its pages.
func newServer(t *testing.T) *url.URL {
	t.Helper()
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	return listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer ws.Close()
		ws.ReadMessage() // a question, of which it knows the version alone
		ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(wire.CloseVersion, "Reload it."))
	}))
}

// listen serves on a free port for the test's time.
func listen(t *testing.T, h http.Handler) *url.URL {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Below a path of a proxy's the stage finds its way: to what was done, to the other
// languages, scenarios and pages.
func TestStageBelowAPath(t *testing.T) {
	t.Parallel()
	f := serveBelow(t, "/tools/lockstep/")
	b := open(t, f.address+"en/play", desk)
	b.follow(`main a[href$="play/failover"]`)
	g := stageAt(b)
	g.act(keys, "node:n2", "Empty it")
	g.settled()
	fragment := g.fragment()
	g.follow(`.langs a[hreflang=zh]`)
	stageAt(b)
	g.settled()
	if got := eval[string](b, "location.pathname"); got != "/tools/lockstep/zh/play/failover" || g.fragment() != fragment {
		t.Errorf("the other language is at %s#%s", got, g.fragment())
	}
	g.goes(func() { g.turn(f.address + "zh/play/failover#r=" + (&run.Run{Scenario: "redlock"}).Link()) })
	stageAt(b)
	if got := eval[string](b, "location.pathname"); got != "/tools/lockstep/zh/play/redlock" {
		t.Errorf("the other scenario is at %s", got)
	}
	g.follow(`.crumb a`)
	if got := eval[string](b, "location.pathname"); got != "/tools/lockstep/zh/play" {
		t.Errorf("the way back leads to %s", got)
	}
}

// Hands, branches, dialogs, scrubbing and playing over and over give the page no more
// functions to call, and leave no more elements on it.
func TestStageLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	b := spied(t, desk)
	b.show(serve(t).address + "en/play/failover")
	g := stageAt(b)
	g.choose("10")
	var first spyReport
	for i := range 3 {
		g.everything()
		for part := range 10 {
			g.scrub(float64(part*7%10) / 10)
		}
		g.trigger("#stage [data-do=compare-end]")
		g.branching(func() { g.trigger("#stage [data-do=undo]") })
		g.press(kb.Home)
		b.pump()
		if frames := eval[int](b, playThrough+"(50)"); frames < 40 {
			t.Fatalf("round %d does not end, or after %d frames", i, frames)
		}
		eval[bool](b, "spy.pumped = false, true")
		g.frame()
		r := b.report()
		switch {
		case i == 0:
			first = r
		case r.Callbacks != first.Callbacks || r.Elements > first.Elements+90: // pictures of other instants have a few more
			t.Errorf("round %d leaves %+v, the first one left %+v", i, r, first)
		}
	}
	if first.Callbacks == 0 {
		t.Error("the spy sees no functions, though frames are drawn by one")
	}
}

// What has come is not asked for again: scrubbing, stepping and going to what decides the
// run send nothing.
func TestMovingInTimeAsksNothing(t *testing.T) {
	t.Parallel()
	b := blank(t, desk)
	b.beforehand(countingSends)
	b.show(serve(t).address + "en/play/failover")
	g := stageAt(b)
	g.verdict()
	g.press(kb.End)
	g.waitMode("ended")
	before := eval[int](b, "sends")
	for part := range 20 {
		g.scrub(float64(part*7%20) / 20)
	}
	g.press(kb.Home)
	g.press("n")
	g.trigger("#stage [data-do=verdict]")
	if got := eval[int](b, "sends"); got != before || before == 0 {
		t.Errorf("moving in time sends %d questions, after %d", got-before, before)
	}
}

const countingSends = `window.sends = 0;
	const send = WebSocket.prototype.send;
	WebSocket.prototype.send = function(...args) { sends++; return send.apply(this, args); };`

// The connection breaks while something is being done: time stands still until it is
// back, and then it is done. Nothing is lost.
func TestConnectionBreaksWhileActing(t *testing.T) {
	t.Parallel()
	f := serve(t)
	g := onStage(t, f, "failover", desk)
	g.tolerate("WebSocket connection to")
	verdict := g.verdict()
	f.slam()
	g.wait(g.part("status") + ".textContent.includes('connection is lost')")
	g.take(keys, "node:n2")
	g.offer(keys, "Empty it")
	g.waitClosed()
	g.wait(`document.querySelectorAll("#stage [data-part=branches] .btn").length === 2`)
	f.reopen()
	g.settled()
	g.wait(g.part("status") + ".textContent.trim() === ''")
	if got := g.branches(); len(got) != 2 || g.present() != 1 || !strings.Contains(g.text("now"), "n2") {
		t.Errorf("after the break %q, branch %d, %q", got, g.present(), g.text("now"))
	}
	acted := g.verdict()

	// It breaks again while one goes back to the first branch.
	f.slam()
	g.trigger("#stage [data-part=branches] [data-arg='0']")
	f.reopen()
	g.settled()
	if got := g.verdict(); got != verdict || g.present() != 0 {
		t.Errorf("the first branch is told as %q, was %q", got, verdict)
	}
	g.trigger("#stage [data-part=branches] [data-arg='1']")
	g.settled()
	if got := g.verdict(); got != acted {
		t.Errorf("the second branch is told as %q, was %q", got, acted)
	}
}

// Two tabs of one browser do not disturb each other.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	f := serve(t)
	one := onStage(t, f, "failover", desk)
	two := stageAt(one.beside(f.address + "en/play/failover"))
	calm := two.standing()
	one.act(keys, "node:n2", "Empty it")
	one.press(kb.End)
	one.settled()
	done := one.standing()
	two.stands(calm, "beside one where something was done")
	two.act(keys, "client:A", "Pause the whole process for: 2s")
	two.settled()
	other := two.standing()
	one.reload()
	one.stands(done, "reloaded")
	two.reload()
	two.stands(other, "reloaded")
	// What can be undone is each tab's own, too, though the other leaves last; and a page that
	// the browser has kept as it was is connected anew.
	one.tolerate("Page entered Back-Forward Cache")
	one.follow(".crumb a")
	two.reload()
	one.goes(func() { eval[bool](one.tab, "setTimeout(() => history.back()) > 0") })
	stageAt(one.tab)
	one.stands(done, "come back to")
	for name, g := range map[string]stage{"one": one, "two": two} {
		g.branching(func() { g.trigger("#stage [data-do=undo]") })
		if got := g.branches(); len(got) != 1 {
			t.Errorf("undone in tab %s after a reload the branches are %q", name, got)
		}
	}
}

// beside shows an address in another tab of the same browser, with the same storage.
func (b *tab) beside(address string) *tab {
	b.t.Helper()
	other := &tab{t: b.t}
	ctx, closeTab := chromedp.NewContext(b.ctx, chromedp.WithListener(other.hear))
	b.t.Cleanup(closeTab)
	if err := soon(func() error { return chromedp.Do(ctx) }); err != nil {
		b.t.Fatal(err)
	}
	other.ctx = ctx
	b.t.Cleanup(other.check)
	other.do(chromedp.EmulateViewport(desk.width, desk.height))
	other.show(address)
	return other
}
