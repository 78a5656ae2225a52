package lesson

import (
	"fmt"
	"slices"

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
				list = append(list, fmt.Sprintf("%s: there is no translation %s.%s.md", english.file, slug, lang))
				continue
			}
			if l.Order != english.Order {
				list = append(list, fmt.Sprintf("%s: its order is %d, but %d in %s", l.file, l.Order, english.Order, english.file))
			}
			if got, want := l.outline(), english.outline(); !slices.Equal(got, want) {
				list = append(list, fmt.Sprintf("%s: it holds %q, but %s holds %q", l.file, got, english.file, want))
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
	for _, s := range l.Scenes {
		list = append(list, fmt.Sprintf("scene %s from %v to %v, beside %t, sources %q", s.Run.Link(), s.Start, s.Until, s.Beside, s.sources))
	}
	return list
}
