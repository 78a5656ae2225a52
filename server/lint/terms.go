package lint

import (
	"slices"
	"strings"

	"lockstep/server/lesson"
	"lockstep/web/phrase"
)

// checkTerms tells whether each term is used, and explained where it says.
func (c *checker) checkTerms() {
	for _, t := range c.glossary.Terms() {
		at := problemOf(t.Place + ": ?")
		var unused []string
		for _, lang := range phrase.Languages {
			uses := func(l *lesson.Lesson) bool { return l.Lang == lang && slices.Contains(l.Terms, t.ID) }
			if !slices.ContainsFunc(c.course.Lessons(lang), uses) {
				unused = append(unused, lang)
			}
		}
		if len(unused) > 0 {
			c.addf(at.File, at.Line, "terms.%s: no lesson uses it in %s; add the form that lessons write, or leave it out", t.ID, strings.Join(unused, ", "))
		}
		l, ok := c.course.Lesson(phrase.Languages[0], t.Lesson)
		switch {
		case !ok:
			c.addf(at.File, at.Line, "terms.%s.lesson: there is no lesson %q; want the name of one, such as fencing", t.ID, t.Lesson)
		case t.Heading != "" && !heading(t.Heading)(l):
			c.addf(at.File, at.Line, "terms.%s.lesson: %s has no heading {#%s}", t.ID, l.File, t.Heading)
		}
	}
}
