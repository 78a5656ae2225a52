package lesson

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"lockstep/web/phrase"
)

// Disagreements says in which lessons the languages do not hold the same: other
// headings, other scenes, another place in the order, or no translation at all.
// Readers are served all the same; it is for those who look after the course.
func (c *Course) Disagreements() []string {
	var list []string
	for _, slug := range c.slugs {
		english := c.lessons[slug][phrase.Languages[0]]
		for _, lang := range phrase.Languages[1:] {
			l := c.lessons[slug][lang]
			if l == nil {
				list = append(list, fmt.Sprintf("%s: there is no translation %s.%s.md", english.File, slug, lang))
				continue
			}
			if l.Order != english.Order {
				list = append(list, fmt.Sprintf("%s: its order is %d, but %d in %s", l.File, l.Order, english.Order, english.File))
			}
			if got, want := l.outline(), english.outline(); !slices.Equal(got, want) {
				list = append(list, fmt.Sprintf("%s: it holds %q, but %s holds %q", l.File, got, english.File, want))
			}
		}
	}
	return list
}

// outline is what must be the same in every language.
func (l *Lesson) outline() []string {
	var list []string
	for _, h := range l.Headings {
		list = append(list, fmt.Sprintf("h%d#%s", h.Level, h.ID))
	}
	for _, b := range l.Blocks {
		text := b.Kind
		if b.ID != "" {
			text += " " + b.ID
		}
		if b.Below != "" {
			text += " below #" + b.Below
		}
		list = append(list, text+": "+b.structure)
	}
	return list
}

// digestLen is how many hexadecimal digits of a digest are told.
const digestLen = 12

// digestOf returns the beginning of a text's SHA-256.
func digestOf(text []byte) string {
	return fmt.Sprintf("%x", sha256.Sum256(text))[:digestLen]
}

func digest(text string) (string, error) {
	if len(text) != digestLen || strings.Trim(text, "0123456789abcdef") != "" {
		return "", fmt.Errorf("it must be the first %d hexadecimal digits of the SHA-256 of the English file", digestLen)
	}
	return text, nil
}

// edition is the digest of what answers are kept of.
func (l *Lesson) edition() string {
	return digestOf([]byte(strings.Join(l.outline(), "\n")))
}
