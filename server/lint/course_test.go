package lint_test

import (
	"testing"

	"lockstep/lessons"
	"lockstep/server/lint"
)

// written is how many lessons the course has once it is written.
const written = 13

// Nothing is wrong with what is taught, in any language.
func TestCourse(t *testing.T) {
	r, err := lint.Check(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	if r.Lessons < written {
		t.Skipf("the course has %d of its %d lessons, and those there are refer to the others; until then:\n%s", r.Lessons, written, told(r))
	}
	if got := told(r); got != "" {
		t.Error(got)
	}
}
