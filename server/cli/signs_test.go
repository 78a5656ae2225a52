package cli

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"lockstep/web/icon"
	"lockstep/web/narrate"
)

var declared = regexp.MustCompile(`(?m)^\tMark\w+ +(?:Mark )?= "([a-z-]+)"`)

// Every mark has a sign of its own, but where the pages draw two alike; and no sign stands
// for something else than there.
func TestSignsOfTranscriptAndPageAgree(t *testing.T) {
	source, err := os.ReadFile("../../web/narrate/sign.go")
	if err != nil {
		t.Fatal(err)
	}
	all := declared.FindAllSubmatch(source, -1)
	if len(all) < 20 {
		t.Fatalf("only %d marks are declared", len(all))
	}
	written, drawn := make(map[string]string), make(map[string]string) // each by the other
	for _, m := range all {
		mark := narrate.Mark(m[1])
		i := slices.IndexFunc(signs, func(s sign) bool { return slices.Contains(s.marks, mark) })
		if i < 0 {
			t.Errorf("%s has no sign", mark)
			continue
		}
		sign, shape := signs[i].sign, icon.Of(mark)
		if other, ok := written[shape]; ok && other != sign {
			t.Errorf("%s is %s, and the pages draw it as they do %s", mark, sign, other)
		}
		if other, ok := drawn[sign]; ok && other != shape {
			t.Errorf("%s is %s, and the pages draw something else that is", mark, sign)
		}
		written[shape], drawn[sign] = sign, shape
	}
	// In the pages' legend = is a belief that is true, and ≠ one that no longer is.
	if drawn["="] != "" || drawn["≠"] != icon.Of(narrate.MarkParted) {
		t.Error("= or ≠ does not stand for what it stands for in the pages")
	}
}
