package site

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"lockstep/web/phrase"
)

// endonyms are the languages' own names, long and short.
var endonyms = map[string]struct{ name, short string }{
	"en": {"English", "EN"},
	"ms": {"Bahasa Melayu", "MS"},
	"zh": {"中文", "中文"},
}

func known(lang string) bool { return slices.Contains(phrase.Languages[:], lang) }

// langOf is the language that an address begins with, which need be none of ours.
func langOf(r *http.Request) string {
	lang, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	return lang
}

// say returns a phrase of a language.
func (s *Site) say(lang, key string, args ...string) string {
	return s.config.Phrases[lang].Say(key, args...)
}

// preferred returns the language of ours that the reader's browser likes best,
// or English.
func preferred(r *http.Request) string {
	best, most := phrase.Languages[0], 0.0
	for item := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Language"), ","), ",") {
		tag, params, _ := strings.Cut(item, ";")
		lang, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		if q := quality(params); q > most && known(lang) {
			best, most = lang, q
		}
	}
	return best
}

// quality reads the q of a header item: 1 if there is none, 0 if it makes no
// sense.
func quality(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(p, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || !(q >= 0 && q <= 1) {
				return 0
			}
			return q
		}
	}
	return 1
}
