package cli

import (
	"testing"

	"lockstep/server/lint"
)

func TestLookedOver(t *testing.T) {
	got := lookedOver(&lint.Report{Lessons: 2, Languages: 3, Scenes: 1, Predictions: 4, Quizzes: 1, Challenges: 5, Links: 6, Scenarios: 1, Terms: 7})
	want := "Nothing is wrong: 2 lessons in 3 languages, with 1 scene, 4 predictions, 1 quiz, 5 challenges and 6 links; 1 scenario, 7 terms."
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
