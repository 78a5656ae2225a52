package site

import (
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/server/glossary"
)

// twoWords is a glossary of one term that a lesson explains, and one that none does.
func twoWords(t *testing.T) *glossary.Glossary {
	t.Helper()
	g, err := glossary.Load(fstest.MapFS{glossary.File: {Data: []byte(`terms:
  - id: token
    lesson: first#why
    en: {name: token, means: A value <of chance>.}
    ms: {name: token, means: Nilai rawak.}
    zh: {name: 令牌, sort: ling pai, means: 随机值。}
  - id: lease
    lesson: nowhere
    en: {name: lease, means: A lock for a time.}
    ms: {name: pajakan, means: Kunci untuk suatu tempoh.}
    zh: {name: 租约, sort: zu yue, means: 有期限的锁。}
`)}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A term has its anchor, its English name where that differs, and the way to the lesson
// that explains it.
func TestGlossary(t *testing.T) {
	s, _ := newSite(t)
	for path, wants := range map[string][]string{
		"/en/glossary": {
			`<h2 id="letter-L">L</h2>`, `<a href="#letter-T">T</a>`, `<div id="token" tabindex="-1">`,
			`<dt>token</dt>`, `<dd>A value &lt;of chance&gt;. <span class="see">Explained in: <a href="lesson/first#why">First &amp; foremost</a></span></dd>`,
			`<dd>A lock for a time.</dd>`,
		},
		"/ms/glossary": {
			`<dt>token</dt>`, `<dt>pajakan <span lang="en">lease</span></dt>`,
			`<a href="lesson/first#why" lang="en" hreflang="en">First &amp; foremost</a>`,
		},
		"/zh/glossary": {
			`<h2 id="letter-Z">Z</h2>`, `<dt>租约 <span lang="en">lease</span></dt>`, `<a href="lesson/first#why">第一课</a>`,
		},
	} {
		html := get(s, path).Body.String()
		for _, want := range wants {
			if !strings.Contains(html, want) {
				t.Errorf("%s lacks %s", path, want)
			}
		}
	}
	if html := get(s, "/zh/").Body.String(); !strings.Contains(html, `href="glossary"`) {
		t.Error("the course does not lead to the glossary")
	}
}
