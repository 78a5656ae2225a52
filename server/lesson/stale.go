package lesson

import (
	"cmp"
	"fmt"

	"lockstep/web/phrase"
)

// Stale says which translations are not of the English text that is there now, each
// with file and line and what would be right.
func (c *Course) Stale() []string {
	var list []string
	for _, slug := range c.slugs {
		english := c.lessons[slug][phrase.Languages[0]]
		for _, lang := range phrase.Languages[1:] {
			l := c.lessons[slug][lang]
			if l == nil || l.Source == english.Digest {
				continue
			}
			what := "the English text has changed since"
			if l.Source == "" {
				what = "it does not say of which English text it is"
			}
			list = append(list, fmt.Sprintf("%s: %s; once this says the same, write source: %s", cmp.Or(l.sourceAt, l.File+":1"), what, english.Digest))
		}
	}
	return list
}
