package lesson_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/server/glossary"
	"lockstep/server/lesson"
)

const words = `terms:
  - id: token
    lesson: the-first-lock
    en: {name: token, forms: [tokens], means: A random value.}
    ms: {name: token, means: Nilai rawak.}
    zh: {name: 令牌, sort: ling pai, means: 随机值。}
  - id: numbered-lease
    lesson: fencing
    shadows: [fencing-token]
    en: {name: numbered lease, means: A lease with a number.}
    ms: {name: pajakan bernombor, means: Pajakan yang bernombor.}
    zh: {name: 编号租约, sort: bian hao zu yue, means: 带编号的租约。}
  - id: fencing-token
    lesson: fencing
    en: {name: fencing token, means: A number that only grows.}
    ms: {name: nombor fencing, means: Nombor yang hanya meningkat.}
    zh: {name: 防护编号, sort: fang hu bian hao, means: 只增不减的编号。}
`

// withWords are plain options with a glossary.
func withWords(t *testing.T) lesson.Options {
	t.Helper()
	g, err := glossary.Load(fstest.MapFS{glossary.File: {Data: []byte(words)}})
	if err != nil {
		t.Fatal(err)
	}
	o := plain
	o.Glossary = g
	return o
}

// A term is a link where the text first uses it, and nowhere else.
func TestTermsAreLinkedAtFirstUse(t *testing.T) {
	const token, fencing = `<a href="../glossary#token" class="term">`, `<a href="../glossary#fencing-token" class="term">`
	for _, tt := range []struct{ name, lang, text, want string }{
		{"once", "en", "Tokens, and tokens.\n\nA token.", "<p>" + token + "Tokens</a>, and tokens.</p>\n<p>A token.</p>"},
		{"each", "en", "A fencing token is no token, though a fencing token.", "<p>A " + fencing + "fencing token</a> is no " + token + "token</a>, though a fencing token.</p>"},
		{"not what may be short for another", "en", "A numbered lease; its fencing token.", `A <a href="../glossary#numbered-lease" class="term">numbered lease</a>; its fencing token.`},
		{"in a list and emphasised", "en", "- a *token*\n- tokens", "<ul>\n<li>a <em>" + token + "token</a></em></li>\n<li>tokens</li>\n</ul>"},
		{"after a line's end", "en", "One\ntoken\nmore.", "<p>One\n" + token + "token</a>\nmore.</p>"},
		{"not in headings, code and links", "en", "## A token {#token-a}\n\n`token` [a token](x) <https://token.test> token", "<h2 id=\"token-a\">A token</h2>\n<p><code>token</code> <a href=\"x\">a token</a> <a href=\"https://token.test\" rel=\"noopener noreferrer\">https://token.test</a> " + token + "token</a></p>"},
		{"not in tables", "en", "| token |\n| --- |\n| token |\n\ntoken", token + "token</a></p>"},
		{"not in a question", "en", quiz("ask: Whose token? Choose ____.") + "\n\ntoken", token + "token</a></p>"},
		{"in steps, after the name", "en", "1. **Token.** A token.", "<li><b>Token.</b><span> A " + token + "token</a>.</span></li>"},
		{"Chinese", "zh", "防护编号不是令牌，令牌也不是。", "<p>" + fencing + "防护编号</a>不是" + token + "令牌</a>，令牌也不是。</p>"},
		{"signs stay escaped", "en", "a < token > b", "<p>a &lt; " + token + "token</a> &gt; b</p>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := lesson.Load(files(map[string]string{"x.en.md": matter + tt.text, "x.zh.md": matter + tt.text}), withWords(t))
			if err != nil {
				t.Fatal(err)
			}
			l, _ := c.Lesson(tt.lang, "x")
			if got := string(l.Body); !strings.Contains(got, tt.want) || strings.Count(got, `class="term"`) != strings.Count(tt.want, `class="term"`) {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			if n := strings.Count(tt.want, `class="term"`); len(l.Terms) != n {
				t.Errorf("it uses %v, want %d", l.Terms, n)
			}
		})
	}
}

// The end of a line is a space, whatever comes after it, but none in Chinese.
func TestEndsOfLines(t *testing.T) {
	for text, want := range map[string]string{
		"one\ntwo":          "<p>one\ntwo</p>",
		"one\n**two**":      "<p>one\n<strong>two</strong></p>",
		"one\n`two`\nthree": "<p>one\n<code>two</code>\nthree</p>",
		"one\\\ntwo":        "<p>one<br>\ntwo</p>",
		"**one**\n**two**":  "<p><strong>one</strong>\n<strong>two</strong></p>",
		"一\n二":              "<p>一二</p>",
		"一\n**二**\n三":       "<p>一<strong>二</strong>三</p>",
		"一\n`two`":          "<p>一\n<code>two</code></p>",
		"一个令牌\n二个":          "<p>一个" + `<a href="../glossary#token" class="term">令牌</a>二个</p>`,
		"一个\n令牌，另一个token\n": "<p>一个" + `<a href="../glossary#token" class="term">令牌</a>，另一个token</p>`,
	} {
		c, err := lesson.Load(files(map[string]string{"x.en.md": matter, "x.zh.md": matter + text}), withWords(t))
		if err != nil {
			t.Fatal(err)
		}
		l, _ := c.Lesson("zh", "x")
		if !strings.Contains(string(l.Body), want) {
			t.Errorf("%q: got\n%s\nwant\n%s", text, l.Body, want)
		}
	}
}

// quiz is a block with that question.
func quiz(ask string) string {
	return "```quiz\nid: q\nkind: single\n" + ask + "\nanswers: [{text: A token., right: true}, {text: No token., reply: A token.}]\n```"
}

// A translation names the English text that it is of.
func TestStale(t *testing.T) {
	of := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:12] }
	english := matter + "Old."
	with := strings.Replace(matter, "order: 1\n", "order: 1\nsource: "+of(english)+"\n", 1)
	for _, tt := range []struct {
		name, en, ms string
		want         []string
	}{
		{"of this text", english, with, nil},
		{"of another", english + " New.", with, []string{"x.ms.md:6: the English text has changed since; once this says the same, write source: " + of(english+" New.")}},
		{"of none", english, matter, []string{"x.ms.md:1: it does not say of which English text it is; once this says the same, write source: " + of(english)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := load(t, map[string]string{"x.en.md": tt.en, "x.ms.md": tt.ms}).Stale(); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// What is wrong with one file hides nothing of the others, and is told once.
func TestLoadGoesOnWithTheRest(t *testing.T) {
	c, err := lesson.Load(files(map[string]string{
		"a.en.md": matter + "Fine.", "a.ms.md": matter + "# Wrong", "b.en.md": matter + "# Wrong", "b.ms.md": matter + "Fine.",
	}), plain)
	want := "a.ms.md:7: headings are of level 2 or 3; the title stands in the front matter\n"
	want += strings.ReplaceAll(strings.TrimSuffix(want, "\n"), "a.ms", "b.en")
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	if list := c.Lessons("en"); len(list) != 1 || list[0].Slug != "a" {
		t.Errorf("the course has %v", list)
	}
	if got := c.Disagreements(); !slices.Equal(got, []string{"a.en.md: there is no translation a.zh.md"}) {
		t.Errorf("it disagrees: %q", got)
	}
}
