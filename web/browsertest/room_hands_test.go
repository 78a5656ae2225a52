package browsertest

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// settles waits until the room has carried out all that the presenter's page told it before:
// commands are carried out in order.
func (c classroom) settles() {
	c.desk.t.Helper()
	c.desk.frame()
	for _, dark := range []bool{true, false} {
		c.desk.clicks("dark")
		c.desk.wait(fmt.Sprintf(`document.body.hasAttribute("data-dark") === %t`, dark))
	}
}

// scene is the number of the scene that a page has.
func (g stage) scene() string {
	g.t.Helper()
	return eval[string](g.tab, `document.body.dataset.scene`)
}

// goesTo does what leads to a page with the stage of another scene, and waits until all of
// those are there.
func goesTo(scene string, do func(), all ...*stage) {
	for _, g := range all {
		then := do
		do = func() { g.goes(then) }
	}
	do()
	for _, g := range all {
		g.t.Helper()
		*g = stageAt(g.tab)
		g.wait(inStep)
		if at := g.scene(); at != scene {
			g.t.Errorf("a page goes to scene %s, want %s", at, scene)
		}
	}
}

// chooses has the presenter choose a scene.
func (c classroom) chooses(scene string) func() {
	return func() {
		eval[bool](c.desk.tab, fmt.Sprintf(`(document.querySelector('[data-room-do=scene][data-index=%q]').click(), true)`, scene))
	}
}

// A clicker that is pressed while the run is still to come, or once too often at its end,
// skips no scene.
func TestRoomsSkipNoScene(t *testing.T) {
	t.Parallel()
	f := serve(t)
	c := teach(t, f, "en/lesson/how-long")
	may := make(chan struct{})
	var once sync.Once
	let := func() { once.Do(func() { close(may) }) }
	defer let()
	f.tamperWith(".wasm", func(*http.Response) { <-may })
	clicker := blank(t, desk) // which has no player in its cache
	clicker.show(eval[string](c.desk.tab, `document.querySelector(".keep input").value`))
	clicker.goes(func() { eval[bool](clicker, `(document.querySelector(".join-form").requestSubmit(), true)`) })
	c.desk = stage{figure{clicker, "stage"}}
	c.desk.wait(inStep)
	for range 2 {
		c.desk.press(kb.PageDown)
		c.desk.frame()
	}
	c.settles()
	if at := c.desk.scene(); at != "0" {
		t.Errorf("pressed while nothing has come, it goes to scene %s", at)
	}
	let()
	c.desk = stageAt(c.desk.tab)
	c.desk.press(kb.End)
	c.desk.waitMode("ended")
	goesTo("1", func() {
		eval[bool](c.desk.tab, `(document.querySelector("[data-room-do=next]").click(), document.querySelector("[data-room-do=next]").click(), true)`)
	}, &c.desk)
	c.settles()
	if at := c.desk.scene(); at != "1" {
		t.Errorf("pressed twice at the end of scene 0, it goes to scene %s", at)
	}
}

// Whatever comes from the room, the focus and what is being written stay.
func TestRoomsHoldTheFocus(t *testing.T) {
	t.Parallel()
	c := teach(t, serve(t), "en/lesson/how-long")
	viewer, other := c.joins(t, "en", desk), c.joins(t, "en", phone)
	focused := func(g stage, selector string) {
		t.Helper()
		g.wait(fmt.Sprintf(`document.activeElement.matches(%q)`, selector))
	}

	eval[bool](c.desk.tab, `(document.querySelector(".own-question").open = true, document.querySelector("[name=ask]").focus(), true)`)
	c.desk.press("W")
	c.desk.press("f")
	other.clicks("lost")
	c.desk.says("lost", "1")
	viewer.clicks("wheel-ask")
	c.desk.says("asking", "asks to drive")
	c.desk.press("b")
	focused(c.desk, "[name=ask]")
	eval[bool](c.desk.tab, `(document.querySelector("[data-room-do=wheel-give]").focus(), true)`)
	other.clicks("lost")
	c.desk.says("lost", "0")
	focused(c.desk, "[data-room-do=wheel-give]")
	viewer.clicks("wheel-ask")
	c.desk.wait(`!document.querySelector("[data-room-do=wheel-give]")`)
	focused(c.desk, "[data-room-part=desk-ask] *")

	goesTo("1", c.chooses("1"), &c.desk, &viewer, &other)
	if got := eval[string](c.desk.tab, `document.querySelector("[name=ask]").value`); got != "Wfb" {
		t.Errorf("in another scene the question that was being written is %q", got)
	}

	for _, answer := range []string{"one", "two", "three"} {
		eval[bool](c.desk.tab, fmt.Sprintf(`((field) => {
			if (!field.checkVisibility()) document.querySelector("[data-room-do=add-option]").click();
			field.value = %q;
			return true;
		})([...document.querySelectorAll("[name=option]")].find((field) => !field.value))`, answer))
	}
	eval[bool](c.desk.tab, `(document.querySelector(".own-question form").requestSubmit(), true)`)
	viewer.wait(`document.querySelectorAll(".poll-form input").length === 3`)
	eval[bool](viewer.tab, `(document.querySelectorAll(".poll-form input")[1].focus(), true)`)
	other.wait(`document.querySelector(".poll-form")?.checkVisibility()`)
	eval[bool](other.tab, `(document.querySelectorAll(".poll-form input")[0].click(), document.querySelector(".poll-form").requestSubmit(), true)`)
	viewer.says("poll-answered", "1")
	focused(viewer, ".poll-form label:nth-child(2) input")
	c.desk.clicks("poll-close")
	focused(viewer, "#poll-ask")
	c.desk.clicks("poll-end")
	focused(viewer, ".room-foot .btn")
	if got := eval[string](c.desk.tab, `[...document.querySelectorAll(".own-question input")].map((field) => field.value).join("")`); got != "" {
		t.Errorf("what was asked still stands in the form: %q", got)
	}
}

// Whoever looks around goes on doing so while the room goes to another scene, and comes back
// to that. Whoever is given the wheel meanwhile drives.
func TestRoomsWaitForWhoLooksAround(t *testing.T) {
	t.Parallel()
	c := teach(t, serve(t), "en/lesson/how-long")
	viewer := c.joins(t, "en", desk)
	viewer.clicks("wander")
	viewer.press("n")
	goesTo("1", c.chooses("1"), &c.desk)
	viewer.clicks("wheel-ask")
	c.desk.says("asking", "asks to drive")
	if at := viewer.scene(); at != "0" {
		t.Errorf("whoever looks around was taken to scene %s", at)
	}
	goesTo("1", func() { c.desk.clicks("wheel-give") }, &viewer)
	viewer.wait(`document.body.hasAttribute("data-driver")`)
	viewer.press("n")
	viewer.press("n")
	at := viewer.shown()
	c.desk.wait(fmt.Sprintf(`%s.textContent === %q`, c.desk.part("clock"), at.Clock))

	c.desk.press(kb.Home)
	c.desk.wait(`document.body.dataset.status === "wandering"`)
	c.desk.press("f")
	c.desk.wait(inStep)
	c.desk.wait(fmt.Sprintf(`%s.textContent === %q`, c.desk.part("clock"), at.Clock))
	c.desk.press(kb.Home)
	c.desk.clicks("wheel-take")
	c.desk.wait(inStep + ` && document.body.hasAttribute("data-driver")`)
	c.desk.press(kb.End)
	c.desk.waitMode("ended")
	c.together(viewer)
}

// What is refused is said in words, until something is done.
func TestRoomsSayWhatIsRefused(t *testing.T) {
	t.Parallel()
	c := teach(t, serve(t), "en/play/failover")
	eval[bool](c.desk.tab, `(document.querySelector("[data-room-do=poll-again]").click(), true)`)
	c.desk.says("notice", "That poll is over.")
	c.settles()
	c.desk.wait(`document.querySelector("[data-room-part=notice]").hidden`)
}

// A page that gets no connection says what it waits for, and that nothing can be done before.
func TestRoomsSayThatTheyConnect(t *testing.T) {
	t.Parallel()
	f := serve(t)
	c := teach(t, f, "en/play/failover")
	b := blank(t, desk)
	b.beforehand(`globalThis.WebSocket = class { static OPEN = 1; readyState = 0; addEventListener() {} send() {} close() {} };`)
	b.show(f.address + "en/room/" + c.code)
	g := stage{figure{b, "stage"}}
	g.says("standing", "Connecting")
	g.clicks("lost")
	g.says("notice", "The connection is gone")
}

// A presenter's page whose browser has lost the key, or whose server has lost the room, says
// so.
func TestRoomsLost(t *testing.T) {
	t.Parallel()
	f := serve(t)
	c := teach(t, f, "en/play/failover")
	c.desk.tolerate("WebSocket", "ERR_", "Failed to load resource", "connection")
	other, stop, err := startServer("--data", "testdata/plain")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	viewer := c.joins(t, "en", phone)
	viewer.tolerate("WebSocket", "ERR_", "Failed to load resource", "connection")
	again := func(g stage) {
		f.slam()
		g.wait(`document.body.dataset.status !== "open"`)
		f.reopen()
		eval[bool](g.tab, `(dispatchEvent(new Event("online")), true)`)
	}

	b := c.desk.tab
	keep := eval[string](b, `document.querySelector(".keep input").value`)
	b.forgets()
	b.goes(func() { again(c.desk) })
	b.wait(`document.querySelector("[name=key]")`)
	if at := eval[string](b, `location.pathname`); !strings.HasSuffix(at, "/drive") {
		t.Errorf("it asks for the key at %s", at)
	}
	eval[bool](b, fmt.Sprintf(`(location.href = %q, true)`, keep))
	b.wait(`document.querySelector("[name=key]").value !== "" && location.hash === ""`)

	f.proxyTo(other)
	again(viewer)
	viewer.says("standing", "This room has ended.")
	viewer.wait(`!document.querySelector("[data-room-do=lost]").checkVisibility()`)
}

// Once a room has ended its pages lead to the runs of all scenes as they were driven, and
// offer nothing that cannot be done any more.
func TestRoomsEnd(t *testing.T) {
	t.Parallel()
	c := teach(t, serve(t), "en/lesson/how-long")
	viewer := c.joins(t, "en", phone)
	if viewer.count("[data-room-part=over]:not([hidden])") > 0 {
		t.Error("a room that has not ended says that it has")
	}
	c.desk.clicks("end")
	c.desk.clicks("end-yes")
	c.desk.says("standing", "This room has ended.")
	for _, name := range []string{"next", "dark", "code", "scene", "end"} {
		if at := fmt.Sprintf("[data-room-do=%s]", name); eval[bool](c.desk.tab, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, at)) {
			t.Errorf("the desk offers %s", name)
		}
	}
	for _, g := range []stage{c.desk, viewer} {
		g.wait(`document.querySelector("[data-room-part=over]").checkVisibility()`)
		links := eval[[]string](g.tab, `[...document.querySelectorAll("[data-room-part=over] a")].map((a) => a.href)`)
		if len(links) < 2 {
			t.Fatalf("it leads to %q", links)
		}
		g.show(links[1])
		if at := eval[string](g.tab, `location.href`); !strings.Contains(at, "/en/play/") || !strings.Contains(at, "#r=") {
			t.Errorf("%s leads to %s", links[1], at)
		}
	}
}
