package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// witness is a test that is only watched.
type witness struct {
	testing.TB
	said string
}

func (w *witness) Helper() {}

func (w *witness) Errorf(format string, args ...any) { w.said += fmt.Sprintf(format, args...) }

// Fatalf would end the test; here what would come after it does nothing.
func (w *witness) Fatalf(format string, args ...any) {
	w.Errorf(format, args...)
	panic(w)
}

// told is what a test is told of a file.
func told(t *testing.T, path, got string) string {
	w := &witness{TB: t}
	func() {
		defer func() {
			if v := recover(); v != nil && v != any(w) {
				panic(v)
			}
		}()
		Compare(w, path, got)
	}()
	return w.said
}

// A file that is as it should be is passed over; of any other the lines are told that
// are not, and of none how it is made.
func TestCompare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.txt")
	if said := told(t, path, "a\n"); !strings.Contains(said, "journal.txt") || !strings.Contains(said, "go test -update writes it") {
		t.Errorf("without a file it says %q", said)
	}
	set(t, true)
	if said := told(t, path, "a\nb\nc\n"); said != "" {
		t.Errorf("writing it, it says %q", said)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "a\nb\nc\n" {
		t.Errorf("it has written %q, %v", text, err)
	}
	set(t, false)
	if said := told(t, path, "a\nb\nc\n"); said != "" {
		t.Errorf("of the same it says %q", said)
	}
	if said := told(t, path, "a\nx\nc\n"); !strings.Contains(said, "\n-b\n+x\n") {
		t.Errorf("of another line it says %q", said)
	}
}

// set gives the flag another value for as long as the test lasts.
func set(t *testing.T, value bool) {
	before := *update
	*update = value
	t.Cleanup(func() { *update = before })
}
