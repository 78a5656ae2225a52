package lesson

import (
	"cmp"
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
				if file := slug + "." + lang + ".md"; !c.amiss[file] {
					list = append(list, fmt.Sprintf("%s: there is no translation %s", english.File, file))
				}
				continue
			}
			if l.Order != english.Order {
				list = append(list, fmt.Sprintf("%s: its order is %d, but %d in %s", l.File, l.Order, english.Order, english.File))
			}
			if text := l.difference(english); text != "" {
				list = append(list, text)
			}
		}
	}
	return list
}

// entry is a heading or a block, and what of it must be the same in every language.
type entry struct {
	text string
	line int
}

// outline is what must be the same in every language, in the order of the file.
func (l *Lesson) outline() []entry {
	var list []entry
	for _, h := range l.Headings {
		list = append(list, entry{fmt.Sprintf("h%d#%s", h.Level, h.ID), h.Line})
	}
	for _, b := range l.Blocks {
		list = append(list, entry{strings.TrimSpace(b.Kind+" "+b.ID) + ": " + b.structure, b.Line})
	}
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.line, b.line) })
	return list
}

// difference says where a lesson first differs from the English one, or nothing.
func (l *Lesson) difference(english *Lesson) string {
	mine, theirs := l.outline(), english.outline()
	for i, m := range mine {
		if i == len(theirs) {
			return fmt.Sprintf("%s:%d: here is %q, and %s has nothing more", l.File, m.line, m.text, english.File)
		}
		if t := theirs[i]; m.text != t.text {
			return fmt.Sprintf("%s:%d: here is %q, where %s:%d has %q", l.File, m.line, m.text, english.File, t.line, t.text)
		}
	}
	if len(mine) < len(theirs) {
		t := theirs[len(mine)]
		return fmt.Sprintf("%s:1: at its end it lacks %q of %s:%d", l.File, t.text, english.File, t.line)
	}
	return ""
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

// edition is the digest of what the places in scenes are kept of. That of answers is a
// question's own.
func (l *Lesson) edition() string {
	var b strings.Builder
	for _, e := range l.outline() {
		b.WriteString(e.text + "\n")
	}
	return digestOf([]byte(b.String()))
}
