package words_test

import (
	"testing"

	"lockstep/web/words"
)

func TestUnbroken(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "",
		"broke at 3.006 s:":                     "broke at 3.006\u00a0s:",
		"for 12 s, and 2.5 ms or 7 µs":          "for 12\u00a0s, and 2.5\u00a0ms or 7\u00a0µs",
		"到 5.007 秒，用了 2.993 毫秒":                 "到 5.007\u00a0秒，用了 2.993\u00a0毫秒",
		"5 sentinels and n1 says s, as s1 says": "5 sentinels and n1 says s, as s1 says",
		"s at 1 s":                              "s at 1\u00a0s",
	} {
		if got := words.Unbroken(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
