package glossary

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const three = `besides: {zh: [令牌环], en: [token ring]}
terms:
  - id: token
    lesson: the-first-lock
    en: {name: token, forms: [tokens], means: A random value.}
    ms: {name: token, means: Nilai rawak.}
    zh: {name: 令牌, sort: ling pai, means: 随机值。}
  - id: fencing-token
    lesson: fencing#the-number
    en: {name: fencing token, forms: [fencing tokens], means: A number that only grows.}
    ms: {name: token fencing, means: Nombor yang hanya meningkat.}
    zh: {name: 防护令牌, sort: fang hu ling pai, means: 只增不减的编号。}
  - id: ttl
    lesson: how-long
    en: {name: TTL, means: How long a key lives.}
    ms: {name: TTL, means: Tempoh hayat key.}
    zh: {name: TTL, means: 键的存活时间。}
`

func load(t *testing.T, text string) (*Glossary, error) {
	t.Helper()
	return Load(fstest.MapFS{File: {Data: []byte(text)}})
}

func TestUses(t *testing.T) {
	g, err := load(t, three)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, lang, text, want string }{
		{"a word", "en", "its token is random", "token"},
		{"at the beginning of a sentence", "en", "Tokens are random", "Tokens"},
		{"the longest", "en", "a fencing token and a token", "fencing token|token"},
		{"no part of a word", "en", "tokenless betoken token-ring x-token token2", ""},
		{"beside marks", "en", "(token), “token”—token’s", "token|token|token"},
		{"small letters are not large ones", "en", "the ttl of TTLs, a TTL", "TTL"},
		{"Malay", "ms", "Token fencing ialah nombor; token tidak", "Token fencing|token"},
		{"Chinese anywhere", "zh", "它的令牌，防护令牌", "令牌|防护令牌"},
		{"letters beside Chinese", "zh", "键的TTL是10秒，不是STTL", "TTL"},
		{"what means something else", "zh", "令牌环不是令牌", "令牌"},
		{"and other words", "en", "a token ring, a token", "token"},
		{"nothing", "en", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, u := range g.Uses(tt.lang, tt.text) {
				got = append(got, tt.text[u.From:u.To])
			}
			if s := strings.Join(got, "|"); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
	if uses := g.Uses("en", "a fencing token"); len(uses) != 1 || uses[0] != (Use{"fencing-token", 2, 15}) {
		t.Errorf("got %v", uses)
	}
	if uses := (*Glossary)(nil).Uses("en", "token"); uses != nil {
		t.Errorf("no glossary finds %v", uses)
	}
}

func TestLettersAreInTheOrderOfTheLanguage(t *testing.T) {
	g, err := load(t, three)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en": "F: fencing token; T: token, TTL", "ms": "T: token, token fencing, TTL", "zh": "F: 防护令牌; L: 令牌; T: TTL"} {
		var letters []string
		for _, l := range g.Letters(lang) {
			var names []string
			for _, e := range l.Entries {
				names = append(names, e.Name)
			}
			letters = append(letters, l.Name+": "+strings.Join(names, ", "))
		}
		if got := strings.Join(letters, "; "); got != want {
			t.Errorf("%s: got %q, want %q", lang, got, want)
		}
	}
	e := g.Letters("en")[0].Entries[0]
	if e.ID != "fencing-token" || e.Lesson != "fencing" || e.Heading != "the-number" || e.Place != "glossary.yaml:8" || !slices.Equal(e.Forms, []string{"fencing tokens"}) {
		t.Errorf("got %+v of %+v", e, e.Term)
	}
}

func TestLoadSaysAllThatIsWrong(t *testing.T) {
	for _, tt := range []struct {
		name, old, new string
		want           []string
	}{
		{"no translation", "    ms: {name: token, means: Nilai rawak.}\n", "", []string{`glossary.yaml:3: terms.token: "ms" is missing`}},
		{"no meaning", ", means: 随机值。", "", []string{`glossary.yaml:7: terms.token.zh: "means" is missing`}},
		{"no order", "sort: ling pai, ", "", []string{`glossary.yaml:7: terms.token.zh: sort is missing: Chinese is ordered by how it is said, such as suo for 锁`}},
		{"an id twice", "id: ttl", "id: token", []string{`glossary.yaml:13: terms.token: there is a term "token" already, at glossary.yaml:3`}},
		{"a form twice", "name: TTL, means: How", "name: tokens, means: How", []string{`glossary.yaml:13: terms.ttl: en: "tokens" is a form of token already`}},
		{"a shadow of nothing", "lesson: how-long\n", "lesson: how-long\n    shadows: [tokn]\n", []string{`glossary.yaml:13: terms.ttl.shadows: there is no term "tokn"; did you mean token? There is token, fencing-token, ttl`}},
		{"no id", "id: ttl", "id: T T L", []string{`glossary.yaml:13: terms.T T L.id: "T T L": it must be small letters, digits and hyphens, such as who-gets-it, and begin with a letter`}},
		{"no lesson", "lesson: how-long", "lesson: how long", []string{`glossary.yaml:14: terms.ttl.lesson: "how long": it must be the name of a lesson, and perhaps a heading of it, such as fencing#the-number`}},
		{"white space around it", "name: token,", "name: \"token \",", []string{`glossary.yaml:5: terms.token.en.name: "token ": it must be a text, without white space around it`}},
		{"what nobody sees", "How long a key lives.", "\"How\u202elong\"", []string{`glossary.yaml:15: terms.ttl.en.means: "How\u202elong": \u202e stands in it, which no reader sees; leave it out`}},
		{"two", "means: ", "meant: ", []string{
			`glossary.yaml:5: terms.token.en: nothing here is called "meant"; did you mean means? There is forms, means, name, sort`,
			`glossary.yaml:10: terms.fencing-token.en: nothing here is called "meant"; did you mean means? There is forms, means, name, sort`,
			`glossary.yaml:15: terms.ttl.en: nothing here is called "meant"; did you mean means? There is forms, means, name, sort`,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(three, tt.old) {
				t.Fatalf("there is no %q", tt.old)
			}
			_, err := load(t, strings.ReplaceAll(three, tt.old, tt.new))
			if err == nil || err.Error() != strings.Join(tt.want, "\n") {
				t.Errorf("got\n%v\nwant\n%s", err, strings.Join(tt.want, "\n"))
			}
		})
	}
}
