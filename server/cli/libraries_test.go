package cli

import (
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lockstep/lessons"
)

// A habit of the user's own joins the page of lock libraries.
func TestServeTellsTheUsersHabits(t *testing.T) {
	s := serve(t, "--data", withHabit(t, "order: 1"))
	if page := s.get(t, "en/libraries"); !strings.Contains(page, `id="of-mine"`) || !strings.Contains(page, `id="even-split"`) {
		t.Error("the page does not tell of the user's habit, or of the built-in ones")
	}
	if s.stop(); strings.Contains(s.stderr.String(), "habits") {
		t.Errorf("it complains: %s", s.stderr)
	}
}

// What is wrong with one is said, where the user looks and where the reader does, and
// everything else is served.
func TestServeWithoutHabits(t *testing.T) {
	dir := withHabit(t, "order: first")
	s := serve(t, "--data", dir)
	const wrong = `habits/of-mine.yaml:2: order: "first": it must be a whole number from 1 on`
	if page := html.UnescapeString(s.get(t, "en/libraries")); !strings.Contains(page, wrong) || !strings.Contains(page, `id="library-redsync"`) {
		t.Errorf("the page does not say %q, or names no library", wrong)
	}
	for _, path := range []string{"en/", "zh/lesson/redlock-in-five-steps"} {
		s.get(t, path)
	}
	s.stop()
	if place := filepath.Join(dir, "lessons", "habits", "of-mine.yaml") + ":2: "; !strings.Contains(s.stderr.String(), place) {
		t.Errorf("it does not complain of %s: %s", place, s.stderr)
	}
}

// withHabit returns a folder with a habit of the user's own: a built-in one under
// another name, with that line for its order.
func withHabit(t *testing.T, order string) string {
	t.Helper()
	text, err := lessons.FS.ReadFile("habits/even-split.yaml")
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"id: of-mine", order}
	for line := range strings.SplitSeq(string(text), "\n") {
		if !strings.HasPrefix(line, "id:") && !strings.HasPrefix(line, "order:") {
			lines = append(lines, line)
		}
	}
	dir := t.TempDir()
	folder := filepath.Join(dir, "lessons", "habits")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "of-mine.yaml"), []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
