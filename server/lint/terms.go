package lint

import (
	"io/fs"
	"slices"
	"strings"

	"lockstep/server/lesson"
	"lockstep/web/phrase"
)

// isAmiss tells whether a lesson is not read because its file is wrong: whatever else
// misses it is right.
func (c *checker) isAmiss(slug, lang string) bool {
	if l, ok := c.course.Lesson(lang, slug); ok && l.Lang == lang {
		return false
	}
	_, err := fs.Stat(c.tree, slug+"."+lang+".md")
	return err == nil
}

// anyAmiss tells whether a lesson of that language is.
func (c *checker) anyAmiss(lang string) bool {
	files, _ := fs.Glob(c.tree, "*."+lang+".md") // the pattern is well-formed
	return slices.ContainsFunc(files, func(file string) bool {
		return c.isAmiss(strings.TrimSuffix(file, "."+lang+".md"), lang)
	})
}

// checkTerms tells whether each term is used, and explained where it says.
func (c *checker) checkTerms() {
	for _, t := range c.glossary.Terms() {
		at := problemOf(t.Place + ": ?")
		var unused []string
		for _, lang := range phrase.Languages {
			uses := func(l *lesson.Lesson) bool { return l.Lang == lang && slices.Contains(l.Terms, t.ID) }
			if !c.anyAmiss(lang) && !slices.ContainsFunc(c.course.Lessons(lang), uses) {
				unused = append(unused, lang)
			}
		}
		if len(unused) > 0 {
			c.addf(at.File, at.Line, "terms.%s: no lesson uses it in %s; add the form that lessons write, or leave it out", t.ID, strings.Join(unused, ", "))
		}
		l, ok := c.course.Lesson(phrase.Languages[0], t.Lesson)
		switch {
		case !ok && c.isAmiss(t.Lesson, phrase.Languages[0]):
		case !ok:
			c.addf(at.File, at.Line, "terms.%s.lesson: there is no lesson %q; want the name of one, such as fencing", t.ID, t.Lesson)
		case t.Heading != "" && !heading(t.Heading)(l):
			c.addf(at.File, at.Line, "terms.%s.lesson: %s has no heading {#%s}", t.ID, l.File, t.Heading)
		}
	}
}
