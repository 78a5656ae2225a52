package browsertest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// No lesson scrolls sideways, in any language, from a phone's width to a desk's.
func TestNoSidewaysScroll(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "ms", "zh"} {
		for _, s := range []screen{{width: 360, height: 740, touch: true}, {width: 768, height: 1024, dark: true}, {width: 1440, height: 960}} {
			together(t, fmt.Sprintf("%s at %d", lang, s.width), func(t *testing.T) {
				f := serve(t) // one's own: a lesson goes on where it was left
				b := open(t, f.address+lang+"/lesson/redlock-in-five-steps", s)
				g := figure{b, "scene-1"}
				for _, mode := range []string{"paused", "ended"} {
					g.waitMode(mode)
					b.fits(s)
					if mode == "paused" {
						eval[bool](b, fmt.Sprintf(`(s => { s.value = s.max; return s.dispatchEvent(new Event("input", {bubbles: true})); })(%s)`, g.part("scrubber")))
					}
				}
			})
		}
	}
}

// Everything works where a proxy serves Lockstep below a path of its own.
func TestBelowAPath(t *testing.T) {
	t.Parallel()
	g := lesson(t, serveBelow(t, "/tools/lockstep/"), desk)
	g.press("n")
	g.wait(g.part("status") + ".textContent.trim() === ''")
}

// The connection breaks while a run plays and comes back: nothing jumps, and the
// page recovers by itself.
func TestReconnects(t *testing.T) {
	t.Parallel()
	f := serve(t)
	g := lesson(t, f, desk)
	g.tolerate("WebSocket connection to")
	g.press("0")
	g.frame()
	eval[bool](g.tab, fmt.Sprintf(`(s => {
		window.places = [];
		const look = () => { places.push(Number(s.value)); requestAnimationFrame(look); };
		return look(), true;
	})(%s)`, g.part("scrubber")))
	g.click("play")
	g.wait("places.at(-1) > places[0] + 200")
	f.slam()
	g.wait(g.part("status") + ".textContent.trim() !== ''")
	g.wait(fmt.Sprintf("places.at(-1) > %d + 200", eval[int](g.tab, "places.at(-1)")))
	f.reopen()
	g.wait(g.part("status") + ".textContent.trim() === ''")
	if !eval[bool](g.tab, g.modeIs("playing")) {
		t.Error("it does not play on")
	}
	// A frame advances by its wall time, and by 100 ms at most.
	if jump := eval[float64](g.tab, "Math.max(...places.slice(1).map((p, i) => Math.abs(p - places[i])))"); jump > 101 {
		t.Errorf("the playhead jumps by %v ms", jump)
	}
	if eval[bool](g.tab, "places.some((p, i) => i > 0 && p < places[i - 1])") {
		t.Error("the playhead goes back")
	}
	g.choose("10")
	g.waitMode("ended")
	if got := eval[string](g.tab, g.part("hash")+".dataset.hash"); got != commandLineHash(t, "redlock") {
		t.Errorf("another hash after the break: %s", got)
	}
}

// A page that has never been connected says so and gets there in the end.
func TestServerComesLate(t *testing.T) {
	t.Parallel()
	f := serve(t)
	b := blank(t, desk)
	b.tolerate("WebSocket connection to")
	f.tamperWith("/ws", func(r *http.Response) {
		r.Body.Close()
		*r = http.Response{StatusCode: http.StatusServiceUnavailable, Header: http.Header{}, Body: http.NoBody, Request: r.Request, ProtoMajor: 1, ProtoMinor: 1}
	})
	b.show(f.address + lessonPath)
	g := figure{b, "scene-1"}
	g.waitMode("loading")
	g.wait(g.part("status") + ".textContent.includes('connection')")
	if got := eval[int](b, "document.querySelectorAll('#scene-1 button:not(:disabled)').length"); got != 0 {
		t.Errorf("%d buttons can be pressed that do nothing", got)
	}
	f.tamperWith("nothing", nil)
	g.waitMode("paused")
}

// gone makes an answer one that there is nothing.
func gone(r *http.Response) {
	replaceBody(r, "404")
	r.StatusCode = http.StatusNotFound
}

// The viewer's program may be missing, or come with a wrong type or content: the
// reader is told, or a fallback works, and the text is there anyway.
func TestViewerThatCannotBeHad(t *testing.T) {
	t.Parallel()
	status := func(g figure, has string) {
		g.t.Helper()
		g.wait(fmt.Sprintf("%s.textContent.includes(%q)", g.part("status"), has))
	}
	for _, c := range []struct {
		name   string
		change func(*http.Response)
		then   func(g figure)
	}{
		{"gone", gone, func(g figure) { status(g, "does not have this page’s player") }},
		{"a wrong type", func(r *http.Response) {
			r.Header.Set("Content-Type", "application/octet-stream")
		}, func(g figure) { g.waitMode("paused") }},
		{"a page in its place", func(r *http.Response) {
			r.Header.Set("Content-Type", "text/html")
			replaceBody(r, "<!doctype html><title>Sign in</title>")
		}, func(g figure) { status(g, "could not be started") }},
		{"cut short", func(r *http.Response) { replaceBody(r, "\x00asm\x01\x00\x00\x00\x05") }, func(g figure) { status(g, "could not be started") }},
	} {
		together(t, c.name, func(t *testing.T) {
			f := serve(t)
			b := blank(t, desk)
			b.tolerate("Failed to load resource", "console:", "was preloaded using link preload")
			f.tamperWith(".wasm", c.change)
			b.show(f.address + lessonPath)
			g := figure{b, "scene-1"}
			c.then(g)
			if !strings.HasPrefix(g.picture(), "<svg") {
				t.Error("the picture is gone")
			}
		})
	}
}
