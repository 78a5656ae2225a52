package lint_test

import (
	"testing"

	"lockstep/lessons"
	"lockstep/server/lint"
)

// written is how many lessons the course has at least.
const written = 13

// Nothing is wrong with what is taught, in any language.
func TestCourse(t *testing.T) {
	r, err := lint.Check(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	if r.Lessons < written {
		t.Errorf("the course has only %d of its %d lessons", r.Lessons, written)
	}
	if got := told(r); got != "" {
		t.Error(got)
	}
}
