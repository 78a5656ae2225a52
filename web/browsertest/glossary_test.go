package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"

	"lockstep/web/phrase"
)

// The glossary fits any screen, and a term in a lesson leads to what it means there, in
// the lesson's language.
func TestGlossary(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, lang := range phrase.Languages {
		for _, s := range []screen{phone, {width: 768, height: 1024}, desk} {
			b := open(t, f.address+lang+"/glossary", s)
			b.fits(s)
			if jut := eval[string](b, `[...document.querySelectorAll(".glossary *")].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1 && getComputedStyle(e).display !== "inline").map(e => e.localName + " " + e.textContent.slice(0, 30)).slice(0, 3).join("; ")`); jut != "" {
				t.Errorf("%s, %d wide: something juts out of its place: %s", lang, s.width, jut)
			}
		}
		b := open(t, f.address+lang+"/lesson/redlock-in-five-steps", desk)
		const term = `.term[href$="glossary#token"]`
		if n := b.count(term); n != 1 {
			t.Fatalf("%s: a term is linked %d times, want once", lang, n)
		}
		b.goes(func() { b.do(chromedp.Click(chromedp.CSS(term))) })
		b.wait(`location.pathname.endsWith("/` + lang + `/glossary") && document.querySelector("#token:target") !== null`)
		if !eval[bool](b, `(() => { const r = document.querySelector("#token").getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight })()`) {
			t.Errorf("%s: the term is not in sight", lang)
		}
		for _, to := range phrase.Languages {
			if to == lang {
				continue
			}
			b.goes(func() { b.clickOn(`.langs a[hreflang="` + to + `"]`) })
			b.wait(`location.pathname.endsWith("/` + to + `/glossary") && document.querySelector("#token:target") !== null`)
			eval[bool](b, "(scrollTo(0, 0), true)")
		}
	}
}
