package browsertest

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// classroom is a room with its presenter's page.
type classroom struct {
	f    *front
	desk stage
	code string
}

// teach opens a room from a page that offers that, and waits until its driver can play.
func teach(t testing.TB, f *front, page string) classroom {
	t.Helper()
	b := open(t, f.address+page, desk)
	b.goes(func() { eval[bool](b, `(document.querySelector("form.open-room").requestSubmit(), true)`) })
	g := stageAt(b)
	at := eval[string](b, `location.pathname`)
	parts := strings.Split(at, "/")
	if len(parts) < 4 || parts[len(parts)-1] != "drive" {
		t.Fatalf("opening a room leads to %s", at)
	}
	c := classroom{f, g, parts[len(parts)-2]}
	g.wait(inStep)
	return c
}

// inStep is a page of a room that shows what the room does.
const inStep = `document.body.dataset.status === "open"`

// joins opens the page of a viewer.
func (c classroom) joins(t testing.TB, lang string, s screen) stage {
	t.Helper()
	g := stageAt(open(t, c.f.address+lang+"/room/"+c.code, s))
	g.wait(inStep)
	return g
}

// shownAt is what a page says of where its run is.
type shownAt struct{ Clock, Now, Hash string }

func (g stage) shown() shownAt {
	g.t.Helper()
	g.frame()
	return eval[shownAt](g.tab, fmt.Sprintf(`({Clock: %s.textContent, Now: %s.textContent, Hash: %s?.dataset.hash ?? ""})`, g.part("clock"), g.part("now"), g.part("hash")))
}

// together waits until a viewer's page shows what the presenter's does.
func (c classroom) together(g stage) {
	g.t.Helper()
	want := c.desk.shown()
	g.wait(fmt.Sprintf(`%s.textContent === %q && %s.textContent === %q`, g.part("clock"), want.Clock, g.part("now"), want.Now))
	if got := g.shown(); got != want {
		g.t.Errorf("the viewer's page shows %+v, the presenter's %+v", got, want)
	}
}

// clicks presses what a room's page has for that.
func (g stage) clicks(what string) {
	g.t.Helper()
	g.wait(fmt.Sprintf(`document.querySelector('[data-room-do=%q]')?.checkVisibility()`, what))
	eval[bool](g.tab, fmt.Sprintf(`(document.querySelector('[data-room-do=%q]').click(), true)`, what))
}

// says waits until a part of a room's page says something, or nothing.
func (g stage) says(part, text string) {
	g.t.Helper()
	g.wait(fmt.Sprintf(`document.querySelector('[data-room-part=%q]').textContent.includes(%q)`, part, text))
}

// A driver crashes the primary, and a viewer sees the replica's promotion at the same
// instant: on a telephone, in another language's page, and again after a reload.
func TestRoomsAreInStep(t *testing.T) {
	t.Parallel()
	f := serve(t)
	c := teach(t, f, "en/play/failover")
	viewer := c.joins(t, "en", phone)
	c.together(viewer)
	if at := c.desk.shown(); at.Clock != "0.000 s" {
		t.Errorf("the stage was left as it came, and the room begins at %s", at.Clock)
	}
	told := fmt.Sprintf(`%s.checkVisibility()`, viewer.part("verdict"))
	if eval[bool](viewer.tab, told) {
		t.Error("what the run comes to is told before it is seen")
	}

	c.desk.press(kb.Home)
	c.desk.take(keys, "node:n1")
	c.desk.offer(keys, "Crash")
	c.desk.offer(keys, "It stays down; its keys are kept")
	c.desk.wait(`document.querySelectorAll("#stage [data-part=branches] button").length === 2`)
	c.desk.seek("promotes n2 to primary")
	c.together(viewer)
	if n := viewer.count("#stage [data-part=branches] button"); n != 2 {
		t.Errorf("the viewer's page has %d branches", n)
	}
	viewer.says("branch", "Branch: n1 crash")

	viewer.show(eval[string](viewer.tab, `location.href`))
	viewer = stageAt(viewer.tab)
	viewer.wait(inStep)
	c.together(viewer)
	c.desk.press(kb.End)
	c.desk.wait(c.desk.part("hash") + `.dataset.hash`)
	viewer.wait(viewer.part("hash") + `?.dataset.hash`)
	c.together(viewer)
	viewer.wait(told)
	eval[bool](c.desk.tab, `(document.querySelector("[data-do=share]").click(), true)`)
	c.desk.wait(c.desk.part("share-address") + `.value`)
	shared := eval[string](c.desk.tab, c.desk.part("share-address")+`.value`)
	if !strings.HasPrefix(shared, f.address+"en/play/failover#r=") {
		t.Errorf("the desk shares %s", shared)
	}
	if got := viewer.shown(); len(got.Hash) != 32 {
		t.Errorf("the hash is %q", got.Hash)
	}
}

// A viewer may look around, and comes back with one key. Nobody else notices.
func TestRoomsCanBeWanderedFrom(t *testing.T) {
	t.Parallel()
	c := teach(t, serve(t), "en/play/redlock")
	viewer, other := c.joins(t, "en", desk), c.joins(t, "ms", phone)
	c.desk.press("n")
	c.desk.press("n")
	c.together(viewer)
	viewer.clicks("wander")
	viewer.press(kb.Home)
	viewer.wait(`document.body.dataset.status === "wandering"`)
	if got := viewer.shown(); got.Clock == c.desk.shown().Clock {
		t.Errorf("whoever looks around still follows: %+v", got)
	}
	viewer.take(keys, "node:n2")
	viewer.offer(keys, "Crash")
	viewer.offer(keys, "It stays down; its keys are lost")
	viewer.wait(`!document.querySelector("[data-room-part=own]").hidden`)
	c.desk.press("n")
	c.alongside(other)
	if n := c.desk.count("#stage [data-part=branches] button"); n != 1 {
		t.Errorf("the presenter's page has %d branches", n)
	}
	viewer.press("f")
	viewer.wait(inStep)
	c.together(viewer)
	own, err := url.Parse(eval[string](viewer.tab, `document.querySelector("[data-room-part=own]").href`))
	if err != nil || !strings.HasSuffix(own.Path, "/play/redlock") || own.Fragment == "" {
		t.Errorf("what the viewer made is at %v, %v", own, err)
	}
	sandbox := open(t, own.String(), desk)
	g := stageAt(sandbox)
	if r := g.run(); len(r.Actions) != 1 || r.Actions[0].Target != "n2" {
		t.Errorf("the viewer's own sandbox has %+v", r.Actions)
	}
}

// alongside is together for a page of another language, whose sentence is another.
func (c classroom) alongside(g stage) {
	g.t.Helper()
	g.wait(fmt.Sprintf(`%s.textContent === %q`, g.part("clock"), c.desk.shown().Clock))
}

// In every phase of a poll a viewer may reload, and is who it was: with its answer, and one
// vote. Nothing of how others voted is there before the presenter shows it.
func TestRoomsPoll(t *testing.T) {
	t.Parallel()
	c := teach(t, serve(t), "en/lesson/how-long")
	viewer := c.joins(t, "zh", phone)
	again := func() {
		t.Helper()
		viewer.show(eval[string](viewer.tab, `location.href`))
		viewer = stageAt(viewer.tab)
		viewer.wait(inStep)
	}
	chosen := `document.querySelector(".poll-form input:checked")?.value`
	vote := func(choice int) {
		t.Helper()
		viewer.wait(`document.querySelector(".poll-form button")?.checkVisibility()`)
		eval[bool](viewer.tab, fmt.Sprintf(`(document.querySelectorAll(".poll-form input")[%d].click(), document.querySelector(".poll-form").requestSubmit(), true)`, choice))
	}
	begins := c.desk.shown().Clock
	c.desk.clicks("predict")
	c.desk.wait(fmt.Sprintf(`%s.textContent !== %q`, c.desk.part("clock"), begins))
	c.alongside(viewer)
	again()
	vote(1)
	c.desk.says("poll-answered", "1")
	again()
	viewer.wait(chosen + ` === "1"`)
	vote(2)
	c.desk.wait(`document.querySelectorAll("[data-room-part=poll-bars] .num")[2]?.textContent === "1"`)
	c.desk.says("poll-answered", "1")
	if viewer.count("[data-room-part=poll-bars] li") > 0 || strings.Contains(eval[string](viewer.tab, `document.documentElement.outerHTML`), "round-1") {
		t.Error("the viewer's page shows how others voted")
	}
	eval[bool](viewer.tab, `(document.querySelectorAll(".poll-form input")[0].click(), true)`)
	viewer.says("poll-said", "尚未发送")
	eval[bool](viewer.tab, `(document.querySelectorAll(".poll-form input")[2].click(), true)`)
	viewer.says("poll-said", "已计入")
	if c.desk.count("[data-room-do=poll-reveal]:not([hidden])") > 0 || c.desk.count(":is(.room-line, .poll) [data-room-do].btn-main:not([hidden])") != 1 {
		t.Error("in an open round the desk offers what the run says, or stresses more than one button")
	}
	c.desk.clicks("poll-close")
	viewer.wait(`!document.querySelector(".poll-form button").checkVisibility()`)
	again()
	viewer.wait(chosen + ` === "2"`)
	c.desk.clicks("poll-again")
	vote(0)
	c.desk.says("poll-answered", "1")
	again()
	viewer.wait(chosen + ` === "0"`)
	c.desk.clicks("poll-close")
	c.desk.clicks("poll-show")
	c.desk.clicks("poll-reveal")
	viewer.wait(`document.querySelectorAll("[data-room-part=poll-bars] .bar").length === 6`)
	again()
	viewer.wait(`document.querySelectorAll("[data-room-part=poll-bars] .bar").length === 6`)
	if got := viewer.texts("[data-room-part=poll-bars] .right .num"); len(got) != 2 || got[0] != "1" || got[1] != "0" {
		t.Errorf("of the answer that the run gives: %q", got)
	}
	c.desk.clicks("poll-end")
	viewer.wait(`document.querySelector("[data-room-part=poll]").hidden`)
}

// The wheel goes from hand to hand, and the presenter takes it back. What viewers' pages
// hold lets nobody take it.
func TestRoomsHaveOneDriver(t *testing.T) {
	t.Parallel()
	c := teach(t, serve(t), "en/play/failover")
	viewer := c.joins(t, "en", desk)
	key := eval[string](c.desk.tab, `document.querySelector(".keep input").value.split("key=")[1]`)
	page := eval[string](viewer.tab, `document.documentElement.outerHTML + document.cookie + JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})`)
	if len(key) < 20 || strings.Contains(page, key) {
		t.Errorf("the viewer's page holds the key %q", key)
	}
	viewer.clicks("wheel-ask")
	c.desk.clicks("wheel-give")
	viewer.wait(`document.body.hasAttribute("data-driver")`)
	c.desk.wait(`!document.body.hasAttribute("data-driver")`)
	viewer.press("n")
	viewer.press("n")
	at := viewer.shown()
	c.desk.wait(fmt.Sprintf(`%s.textContent === %q`, c.desk.part("clock"), at.Clock))
	c.desk.clicks("wheel-take")
	c.desk.wait(`document.body.hasAttribute("data-driver")`)
	viewer.wait(`!document.body.hasAttribute("data-driver")`)
	c.desk.press("n")
	c.together(viewer)
}

// The presenter's screen stays awake, a clicker goes on, and the link to keep makes another
// browser the presenter's.
func TestRoomsDesk(t *testing.T) {
	t.Parallel()
	f := serve(t)
	c := teach(t, f, "en/lesson/how-long")
	other := blank(t, desk)
	other.beforehand(`navigator.wakeLock && (navigator.wakeLock.request = (what) => { globalThis.awake = what; return Promise.resolve({}); });`)
	other.show(eval[string](c.desk.tab, `document.querySelector(".keep input").value`))
	other.wait(`document.querySelector("[data-room-key]").value !== ""`)
	other.goes(func() { eval[bool](other, `(document.querySelector(".join-form").requestSubmit(), true)`) })
	second := stageAt(other)
	second.wait(inStep)
	if eval[bool](other, `"wakeLock" in navigator`) {
		second.wait(`globalThis.awake === "screen"`)
	}
	if at := eval[string](other, `location.href`); strings.Contains(at, "key") {
		t.Errorf("the key stays in the address: %s", at)
	}
	before := second.shown()
	second.press(kb.PageDown)
	second.wait(fmt.Sprintf(`%s.textContent !== %q`, second.part("clock"), before.Clock))
	at := second.shown()
	c.desk.wait(fmt.Sprintf(`%s.textContent === %q`, c.desk.part("clock"), at.Clock))
	second.press("b")
	c.desk.wait(`document.body.hasAttribute("data-dark")`)
}

// Pages of rooms fit their screens and have no barriers, in every role.
func TestRoomsFit(t *testing.T) {
	t.Parallel()
	c := teach(t, serve(t), "en/lesson/how-long")
	c.desk.clicks("predict")
	c.desk.clicks("code")
	for _, s := range []screen{phone, {width: 768, height: 1024}, desk, {width: 1440, height: 900, dark: true}} {
		for _, lang := range []string{"en", "ms", "zh"} {
			g := c.joins(t, lang, s)
			g.wait(`document.querySelector(".poll-form")?.checkVisibility()`)
			g.fits(s)
		}
	}
	for _, s := range []screen{desk, {width: 1920, height: 1080, dark: true}} {
		g := stageAt(open(t, c.f.address+"zh/room/"+c.code+"/screen", s))
		g.wait(`document.querySelector(".room-side .qr").checkVisibility()`)
		g.fits(s)
	}
	c.desk.fits(desk)
}

// While the server is away its pages say so, and come back by themselves: to where the room
// is then.
func TestRoomsComeBack(t *testing.T) {
	t.Parallel()
	f := serve(t)
	c := teach(t, f, "en/play/redlock")
	near, far := newFront(t, f.behind(), "/"), c.joins(t, "en", phone)
	viewer := stageAt(open(t, near.address+"en/room/"+c.code, phone))
	viewer.tolerate("WebSocket", "ERR_CONNECTION", "Failed to load resource")
	viewer.wait(inStep)
	near.slam()
	viewer.wait(`document.body.dataset.status === "reconnecting"`)
	c.desk.press("n")
	c.desk.press("n")
	c.together(far)
	near.reopen()
	eval[bool](viewer.tab, `dispatchEvent(new Event("online"))`)
	viewer.wait(inStep)
	c.together(viewer)
}

// A viewer may have begun before the room's own script has come, and follows all the same.
func TestRoomsFollowWhenTheirScriptIsLate(t *testing.T) {
	t.Parallel()
	f := serve(t)
	c := teach(t, f, "en/play/failover")
	begun := make(chan struct{})
	var once sync.Once
	f.tamperWith("", func(answer *http.Response) {
		switch path := answer.Request.URL.Path; {
		case answer.Request.URL.RawQuery == "begun":
			once.Do(func() { close(begun) })
		case strings.Contains(path, "/room.") && strings.HasSuffix(path, ".js"):
			<-begun
		}
	})
	late := blank(t, phone)
	late.beforehand(`addEventListener("lockstep-listens", () => fetch("/en/room?begun"));`)
	late.show(f.address + "en/room/" + c.code)
	viewer := stageAt(late)
	viewer.wait(inStep)
	c.desk.press("n")
	c.desk.press("n")
	c.together(viewer)
}
