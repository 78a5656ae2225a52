// Package attempt judges runs as attempts at the challenges of the course: by the goal,
// over the whole trace, and by what the challenge allows. Any way that keeps to that is a
// good one. A page that holds a run back, or sends one that nobody could have made on it,
// is told so like everybody else.
package attempt

import (
	"strconv"
	"strings"

	"lockstep/server/lesson"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/wire"
	"lockstep/web/words"
)

// Find returns the challenge of that name (the slug of its lesson, a slash and its id) in
// a language, or else in English. A nil course has none.
func Find(course *lesson.Course, lang, name string) (*lesson.Challenge, bool) {
	slug, id, _ := strings.Cut(name, "/")
	if course == nil {
		return nil, false
	}
	l, ok := course.Lesson(lang, slug)
	if !ok {
		return nil, false
	}
	return l.Challenge(id)
}

// Judge judges a run, of which events are the whole trace. What the challenge does not allow
// counts for nothing, whatever comes of it.
func Judge(c phrase.Catalog, x *lesson.Challenge, r *run.Run, events []trace.Event) wire.Attempt {
	if b := x.Breach(r); b != nil {
		return wire.Attempt{Judge: words.Unbroken(says(c, x, b, len(r.Actions)))}
	}
	if x.Goal.Met(events) {
		return wire.Attempt{Met: true, Judge: c.Say("challenge.met")}
	}
	return wire.Attempt{Judge: words.Unbroken(lacks(c, x.Goal, events))}
}

// Gone is what is said of an attempt at a challenge that is not there.
func Gone(c phrase.Catalog) wire.Attempt { return wire.Attempt{Judge: c.Say("challenge.gone")} }

// says says what is not allowed, of a run of so many actions.
func says(c phrase.Catalog, x *lesson.Challenge, b *lesson.Breach, actions int) string {
	key := "challenge.breach." + b.Of
	switch b.Of {
	case lesson.BreachKnobs:
		return c.Say(key, "name", b.Name)
	case lesson.BreachAllow:
		return c.Say(key, "do", c.Say("lesson.do."+b.Name))
	case lesson.BreachMost:
		return c.Say(key, "n", strconv.Itoa(actions), "most", x.BoundIn(c))
	}
	return c.Say(key)
}
