package lint

import (
	"lockstep/server/lesson"
	"lockstep/server/playground"
	"lockstep/web/phrase"
)

// checkKnobs looks whether what a challenge lets its reader change has a field in the form
// of its page: without one nobody could change it. That translations have the same knobs is
// another matter.
func (c *checker) checkKnobs() {
	for _, l := range c.course.Lessons(phrase.Languages[0]) {
		for _, b := range l.Blocks {
			x, ok := b.Part.(*lesson.Challenge)
			if !ok || len(x.Knobs) == 0 {
				continue
			}
			about, ok := c.library.Get(x.Run.Scenario)
			if !ok {
				continue // which package lesson has told
			}
			if _, err := playground.Named(about, x.Run.Params, x.Knobs); err != nil {
				c.addf(l.File, b.Line, "challenge.knobs: %v", err)
			}
		}
	}
}
