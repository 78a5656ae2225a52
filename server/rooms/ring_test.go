package rooms

import (
	"fmt"
	"testing"
)

func TestRing(t *testing.T) {
	r := ring{most: 4}
	for seq := 2; seq <= 7; seq++ {
		r.add(frame{seq: seq})
	}
	if _, ok := r.since(2); ok {
		t.Error("it holds more than it may")
	}
	if frames, ok := r.since(3); !ok || len(frames) != 4 {
		t.Errorf("after 3: %d frames, %t", len(frames), ok)
	}
	r = ring{most: 4}
	for seq := 2; seq <= 9; seq++ {
		r.add(frame{seq: seq, run: seq == 7})
	}
	for since, want := range map[int]string{0: "no", 2: "no", 6: "no", 7: "8 9 ", 8: "9 ", 9: "no", 10: "no", -1: "no"} {
		frames, ok := r.since(since)
		got := ""
		for _, f := range frames {
			got += fmt.Sprint(f.seq, " ")
		}
		if !ok {
			got = "no"
		}
		if got != want {
			t.Errorf("after %d: %s, want %s", since, got, want)
		}
	}
}
