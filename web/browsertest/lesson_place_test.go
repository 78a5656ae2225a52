package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// readingAt is a JavaScript expression for the heading that is being read.
const readingAt = `[...document.querySelectorAll("main.lesson h2[id]")].filter(h => h.getBoundingClientRect().top < innerHeight / 3).at(-1)?.id ?? ""`

// Whoever has only scrolled through a lesson reads on in another language where the scroll
// back to the top began, in whichever way it went; and so without the viewer, and where a
// link is opened in a tab of its own, which no click tells of.
func TestTheLanguageKeepsThePlaceOfAScroll(t *testing.T) {
	t.Parallel()
	f := serve(t)
	b := blank(t, desk)
	b.tolerate("Failed to load resource", "console:", "was preloaded using link preload")
	f.tamperWith(".wasm", gone)
	b.show(f.address + "en/lesson/fencing")
	scroll := func(to string) {
		t.Helper()
		eval[bool](b, fmt.Sprintf("(%s, true)", to))
		b.frame()
	}
	hash := func() string {
		t.Helper()
		return eval[string](b, "document.querySelector('.langs a[hreflang=zh]').hash")
	}
	if got := hash(); got != "" {
		t.Errorf("before anything is read it leads to %q", got)
	}
	for heading := range 3 {
		scroll(fmt.Sprintf("document.querySelectorAll('main.lesson h2[id]')[%d].scrollIntoView({behavior: 'instant'})", heading+2))
		read := eval[string](b, readingAt)
		for range 6 { // which is no place to stay
			scroll("scrollBy({top: -innerHeight, behavior: 'instant'})")
		}
		scroll("scrollTo({top: 0, behavior: 'instant'})")
		if got := hash(); read == "" || got != "#"+read {
			t.Errorf("read was %q, and it leads to %q", read, got)
		}
	}
	read := strings.TrimPrefix(hash(), "#")
	b.follow(".langs a[hreflang=zh]")
	b.frame()
	if got := eval[string](b, readingAt); got != read {
		t.Errorf("there %q is being read, not %q", got, read)
	}
	scroll("scrollTo({top: 0, behavior: 'instant'})")
	if got := eval[string](b, "document.querySelector('.langs a[hreflang=ms]').hash"); got != "#"+read {
		t.Errorf("on to a third language it leads to %q", got)
	}
}
