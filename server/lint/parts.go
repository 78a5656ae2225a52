package lint

import (
	"slices"

	"lockstep/server/lesson"
	"lockstep/web/phrase"
)

// part is something that every lesson has, because studies say that it teaches.
type part struct {
	name string // as it is told when it is missing
	in   func(*lesson.Lesson) bool
}

// parts are what a lesson has, in the order of a lesson.
var parts = []part{
	{"a worked run whose phases are labelled: a scene with steps, and their list beside it", block(func(s *lesson.Scene) bool { return s.Labelled() })},
	{"an instant at which playing halts: a scene with stops", block(func(s *lesson.Scene) bool { return len(s.Stops) > 0 })},
	{"a prediction", block(func(*lesson.Predict) bool { return true })},
	{"a sentence to complete: a single quiz whose ask holds ____", block(func(q *lesson.Quiz) bool { return q.Blank })},
	{"something to break: a challenge of kind break", block(func(x *lesson.Challenge) bool { return x.Kind == lesson.ChallengeBreak })},
	{"something to repair: a challenge of kind repair", block(func(x *lesson.Challenge) bool { return x.Kind == lesson.ChallengeRepair })},
	{"the algorithm’s own source", block(func(*lesson.Source) bool { return true })},
	{code, block(func(*lesson.Code) bool { return true })},
	{"a summary: a heading ## In short {#in-short}", heading("in-short")},
	{"where to read on: a heading ## Where to read on {#read-on}", heading("read-on")},
}

const code = "code for the reader’s own program: a code block"

// exceptions are what lessons may lack, and why.
var exceptions = []struct{ slug, part, because string }{
	{"check-up", code, "it asks about the lessons before it, which have the code"},
}

// block tells whether a lesson has a block of that kind that is so.
func block[T any](is func(T) bool) func(*lesson.Lesson) bool {
	return func(l *lesson.Lesson) bool {
		return slices.ContainsFunc(l.Blocks, func(b lesson.Block) bool {
			p, ok := b.Part.(T)
			return ok && is(p)
		})
	}
}

func heading(id string) func(*lesson.Lesson) bool {
	return func(l *lesson.Lesson) bool {
		return slices.ContainsFunc(l.Headings, func(h lesson.Heading) bool { return h.ID == id })
	}
}

// checkParts looks for what a lesson has in the English ones; that translations have the
// same is another matter.
func (c *checker) checkParts() {
	for _, l := range c.course.Lessons(phrase.Languages[0]) {
		for _, p := range parts {
			if !p.in(l) && !excepted(l.Slug, p.name) {
				c.addf(l.File, 1, "it lacks %s", p.name)
			}
		}
	}
}

func excepted(slug, part string) bool {
	for _, x := range exceptions {
		if x.slug == slug && x.part == part {
			return true
		}
	}
	return false
}
