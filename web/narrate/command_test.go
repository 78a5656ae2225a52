package narrate

import "testing"

// What somebody types can neither hide in a sentence nor turn it about.
func TestNothingHidesInACommand(t *testing.T) {
	got := teller{}.command([]string{"SET", "k\u200b", "\u202eegnar a"})
	if want := `SET k\u200b "\u202eegnar a"`; got != want {
		t.Errorf("the command is told as %q, want %q", got, want)
	}
}
