package unseen

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

// The table agrees with Unicode's, but for the exceptions that it names.
func TestTheTableIsUnicodes(t *testing.T) {
	seen := &unicode.RangeTable{
		R16: []unicode.Range16{ // number signs, and the joiners
			{Lo: 0x600, Hi: 0x605, Stride: 1}, {Lo: 0x6dd, Hi: 0x6dd, Stride: 1}, {Lo: 0x70f, Hi: 0x70f, Stride: 1},
			{Lo: 0x890, Hi: 0x891, Stride: 1}, {Lo: 0x8e2, Hi: 0x8e2, Stride: 1}, {Lo: 0x200c, Hi: 0x200d, Stride: 1},
		},
		R32: []unicode.Range32{ // of Kaithi, of hieroglyphs, of shorthand, of music
			{Lo: 0x110bd, Hi: 0x110bd, Stride: 1}, {Lo: 0x110cd, Hi: 0x110cd, Stride: 1}, {Lo: 0x13430, Hi: 0x1343f, Stride: 1},
			{Lo: 0x1bca0, Hi: 0x1bca3, Stride: 1}, {Lo: 0x1d173, Hi: 0x1d17a, Stride: 1},
		},
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) && !unicode.Is(seen, r) || r == utf8.RuneError ||
			unicode.Is(unicode.Cc, r) && r != '\t' && r != '\n'
		if !unicode.In(r, unicode.Cf, unicode.Cc) && (0x2060 <= r && r <= 0x206f || 0xe0000 <= r && r <= 0xe007f) {
			want = true // not given out yet, among such
		}
		if got := Is(r); got != want {
			t.Errorf("U+%04X is unseen: %v, want %v", r, got, want)
		}
	}
}

func TestShown(t *testing.T) {
	for _, row := range []struct{ text, want, first string }{
		{"", "", ""},
		{"锁 of 👩‍🚀", "锁 of 👩‍🚀", ""},
		{"two\tand\nthree", "two\tand\nthree", ""},
		{"SET k \u202eegnar", `SET k \u202eegnar`, `\u202e`},
		{"\u200b长\ufeff", `\u200b长\ufeff`, `\u200b`},
		{"a\x1b[2J", `a\u001b[2J`, `\u001b`},
		{"a\U000e0041", `a\U000e0041`, `\U000e0041`},
		{"a\xffb", `a\ufffdb`, `\ufffd`},
	} {
		if got := Shown(row.text); got != row.want {
			t.Errorf("%q is shown as %q, want %q", row.text, got, row.want)
		}
		if got := First(row.text); got != row.first {
			t.Errorf("the first unseen character of %q is %q, want %q", row.text, got, row.first)
		}
	}
}
