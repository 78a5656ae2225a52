package viewer

import (
	"strings"
	"testing"
)

// The clock has milliseconds where somebody can read them: while time stands still or passes
// slowly. Else it has tenths.
func TestTheClockCanBeRead(t *testing.T) {
	r := loaded(t)
	decimals := func() int {
		digits, _ := strings.CutSuffix(r.view.text[Clock], " s")
		_, after, _ := strings.Cut(digits, ".")
		return len(after)
	}
	for _, row := range []struct{ speed, playing int }{{10, 3}, {25, 3}, {50, 1}, {100, 1}, {1000, 1}} {
		r.f.SetSpeed(row.speed)
		r.press("Home")
		r.press("k")
		r.frame()
		if r.view.attr[Whole]["data-mode"] != modePlaying || decimals() != row.playing {
			t.Errorf("at %d %% it says %q", row.speed, r.view.text[Clock])
		}
		r.press("k")
		if r.view.attr[Whole]["data-mode"] != modePaused || decimals() != 3 {
			t.Errorf("paused at %d %% it says %q", row.speed, r.view.text[Clock])
		}
	}
	r.v.SetStill(true)
	r.press("Home")
	r.press("k")
	r.frame()
	if r.view.attr[Whole]["data-mode"] != modePlaying || decimals() != 3 {
		t.Errorf("where nothing moves it says %q of an instant", r.view.text[Clock])
	}
	r.press("k")
	writes := r.view.writes[Clock]
	if r.frame(); r.view.writes[Clock] != writes {
		t.Error("the clock is written again though it says the same")
	}
}
