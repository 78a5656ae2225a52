package course

import (
	"maps"
	"slices"
	"testing"
)

func TestAnswersAreJudged(t *testing.T) {
	for _, tt := range []struct {
		name, id, answer string
		headline         string
		why              []string
		marks            map[int]string
		answers          bool
	}{
		{"the right one", "one", "0", "= Right.", []string{"So it does."}, map[int]string{0: "filled = your answer, right"}, false},
		{"a wrong one", "one", "1", "≠ Not so.", []string{"No: GET shows it."},
			map[int]string{0: "filled = right", 1: "outlined ≠ your answer"}, false},
		{"all right ones", "some", "01", "= All right.", nil,
			map[int]string{0: "filled = your answer, right", 1: "filled = your answer, right"}, false},
		{"one too many, one too few", "some", "02", "≠ Not quite: something is missing, or is too much.",
			[]string{"<b>n2</b> It may have.", "<b>A</b> It holds no key."},
			map[int]string{0: "filled = your answer, right", 1: "filled ≠ right, but left out", 2: "outlined ≠ your answer"}, false},
		{"the right order", "steps", "012", "= This is the order.", []string{"The clock comes first."},
			map[int]string{0: "filled = right", 1: "filled = right", 2: "filled = right"}, false},
		{"another order", "steps", "021", "≠ Not in this order.", []string{"The clock comes first."},
			map[int]string{0: "filled = right", 1: "outlined ≠ belongs in place 2", 2: "outlined ≠ belongs in place 3"}, true},
		{"the number", "left", "9,848 ms", "= Right.", []string{"So long."}, nil, false},
		{"a near number", "left", "１００００", "≠ Not this number.", []string{"That is the TTL."}, nil, true},
		{"any other number", "left", "7", "≠ Not this number.", []string{"Take time off."}, nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := new(browser).open(t, "e")
			v := p.views[tt.id]
			p.lesson.Do(tt.id, "check", "", tt.answer)
			if v.headline != tt.headline || !slices.Equal(v.why, tt.why) || !maps.Equal(v.marks, tt.marks) || v.answers != tt.answers {
				t.Errorf("got %q, %q, %v, answers %t", v.headline, v.why, v.marks, v.answers)
			}
			if v.enabled || v.label != "Try again" || v.replies != 1 || v.watch != "" {
				t.Errorf("enabled %t, %q, %d replies, %q", v.enabled, v.label, v.replies, v.watch)
			}
			p.lesson.Do(tt.id, "check", "", tt.answer)
			if !v.enabled || v.label != "Check" || len(v.marks) > 0 || v.headline != "" || v.answers {
				t.Errorf("tried again: %+v", v)
			}
		})
	}
}

func TestWhatIsNoAnswerIsToldWhatWouldBe(t *testing.T) {
	for _, tt := range []struct{ id, answer, want string }{
		{"one", "", "Choose an answer first."},
		{"one", "7", "Choose an answer first."},
		{"one", "01", "Choose an answer first."},
		{"some", "", "Choose at least one answer first."},
		{"some", "00", "Choose at least one answer first."},
		{"steps", "01", "Put them in order first."},
		{"steps", "0\xff1", "Put them in order first."},
		{"left", "ten", "Write a whole number in digits, such as 1200: no decimals, no words."},
	} {
		b := new(browser)
		p := b.open(t, "e")
		p.lesson.Do(tt.id, "check", "", tt.answer)
		if v := p.views[tt.id]; v.asked != tt.want || !v.enabled || v.headline != "" || v.label != "Check" {
			t.Errorf("%s %q: %+v", tt.id, tt.answer, v)
		}
		if got := b.kept["lockstep.lesson.first.answer."+tt.id]; got != "" {
			t.Errorf("%s: %q is kept", tt.id, got)
		}
	}
}

func TestNumbersAsPeopleTypeThem(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "9848": 9848, " 9848 ": 9848, "9 848": 9848, "9,848": 9848, "９８４８": 9848, "9，848": 9848, "9848 ms": 9848,
		"9848ms": 9848, "1,000,000": 1_000_000, "9\u00a0848": 9848, "9\u202f848": 9848, "9\u3000848": 9848, "007": 7,
	} {
		if got, ok := ParseNumber(text, "ms"); !ok || got != want {
			t.Errorf("%q is %d, %t", text, got, ok)
		}
	}
	for _, text := range []string{"", " ", "ms", "-1", "1.5", "9.848", "9,8", "9,84", "1234,567", ",5", "1,,000", "1,000,0", "1e3", "0x10", "٣", "99999999999999999999"} {
		if got, ok := ParseNumber(text, "ms"); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func TestOrderTellsWhereAnOptionIsNow(t *testing.T) {
	p := new(browser).open(t, "e")
	p.lesson.Do("steps", "draft", "2", "021")
	if got := p.views["steps"].told; got != "Now in place 2 of 3." {
		t.Errorf("told %q", got)
	}
}
