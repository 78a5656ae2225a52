package words_test

import (
	"testing"

	"lockstep/lessons"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/words"
)

func catalog(t *testing.T, lang string) phrase.Catalog {
	t.Helper()
	c, err := lessons.Phrases(lessons.FS, lang)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestParts(t *testing.T) {
	en, zh := catalog(t, "en"), catalog(t, "zh")
	for _, row := range []struct{ name, got, want string }{
		{"a span", words.Span(en, 1500*trace.Millisecond), "1.5 s"},
		{"a short one", words.Span(en, 250), "250 µs"},
		{"a negative one", words.Span(en, -2*trace.Millisecond), "−2 ms"},
		{"with its sign", words.Signed(en, 10*trace.Second), "+10 s"},
		{"with a minus", words.Signed(en, -10*trace.Second), "−10 s"},
		{"nothing has no sign", words.Signed(en, 0), words.Span(en, 0)},
		{"an instant", words.Reading(en, 2_050_999), "2.050 s"},
		{"before the beginning", words.Reading(en, -1_500), "−0.001 s"},
		{"a ratio", words.Ratio(1_020_000), "1.02"},
		{"one name", words.List(en, []string{"A"}), "A"},
		{"two", words.List(en, []string{"A", "B"}), "A and B"},
		{"three", words.List(en, []string{"A", "B", "C"}), "A, B and C"},
		{"three in Chinese", words.List(zh, []string{"A", "B", "C"}), "A、B 和 C"},
		{"a reason", words.Known(en, "end", trace.EndTime), en.Say("end." + words.Slug(trace.EndTime))},
		{"one without a phrase", words.Known(en, "end", "the moon set"), "the moon set"},
		{"a key of a reason", words.Slug("20,000 events"), "20000-events"},
		{"the last form there is", words.Form(phrase.Catalog{"a": "", "a.x": "", "a.y": ""}, "a", ".x", ".y", ".z"), "a.y"},
		{"no other form", words.Form(phrase.Catalog{"a": ""}, "a", ".x"), "a"},
	} {
		if row.got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, row.got, row.want)
		}
	}
}

// Tenths drop the rest, as milliseconds do: no clock is ahead of its time.
func TestTenths(t *testing.T) {
	for at, want := range map[trace.Time]string{0: "0.0 s", 99_999: "0.0 s", 1_999_999: "1.9 s", 59_950_000: "59.9 s"} {
		if got := words.Tenths(at); got != want {
			t.Errorf("%d us is %q, want %q", at, got, want)
		}
	}
}
