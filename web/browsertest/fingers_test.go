package browsertest

import (
	"strings"
	"testing"
)

// A finger hits what is pressed on the pages of the course: it is 44 pixels high, or what
// takes the hit reaches that far around it. Links within text are as high as the text.
func TestFingersHit(t *testing.T) {
	t.Parallel()
	const small = `[...document.querySelectorAll("button, summary, select, input, .btn, .next, nav a, .ways a")].filter((el) => {
		const box = el.getBoundingClientRect();
		const around = parseFloat(getComputedStyle(el, "::after").height) || 0;
		return box.height > 2 && !el.closest("label") && Math.max(box.height, around) < 43;
	}).map((el) => el.localName + "." + el.className + " " + el.textContent.trim().slice(0, 20) + " " + el.getBoundingClientRect().height)`
	f := serve(t)
	b := blank(t, phone)
	for _, s := range []screen{phone, {width: 1024, height: 768, touch: true}} {
		b.as(s)
		for _, page := range []string{"", "glossary", "lesson/check-up", "lesson/do-you-need-redlock", "lesson/releasing-safely"} {
			b.show(f.address + "ms/" + page)
			eval[bool](b, `(document.querySelectorAll("main details:not(.about-clock)").forEach((d) => { d.open = true; }), true)`)
			if list := eval[[]string](b, small); len(list) > 0 {
				t.Errorf("%s, %d wide: too small for a finger:\n%s", page, s.width, strings.Join(list, "\n"))
			}
		}
	}
}
