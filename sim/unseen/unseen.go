// Package unseen tells what stands in a text that no reader sees: names and titles are
// other people's, and such a character can turn the text around it about, or make two
// names look like one.
package unseen

import "unicode/utf8"

// ranges are the characters that are not seen where they stand, in order: controls,
// spaces of no width, and marks that say which way to write. Their source is the
// category Cf of Unicode, without those that are seen, such as the number signs of
// Arabic, and without the joiners U+200C and U+200D, which make letters and pictures
// what they are.
var ranges = [...]struct{ first, last rune }{
	{0x00, 0x08}, {0x0b, 0x1f}, {0x7f, 0x9f}, // tab and line end are white space
	{0xad, 0xad}, {0x61c, 0x61c}, {0x180e, 0x180e},
	{0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
	{0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {utf8.RuneError, utf8.RuneError}, {0xe0000, 0xe007f},
}

// Is tells whether a character is not seen where it stands. What stands for bytes
// that are no text is unseen, too.
func Is(r rune) bool {
	for _, x := range ranges {
		if r <= x.last {
			return r >= x.first
		}
	}
	return false
}

// Shown returns a text with what is unseen in it written out, such as \u202e.
func Shown(s string) string {
	var b []byte // nil as long as nothing is unseen
	for i, r := range s {
		switch {
		case Is(r):
			if b == nil {
				b = []byte(s[:i])
			}
			b = appendEscape(b, r)
		case b != nil:
			b = utf8.AppendRune(b, r)
		}
	}
	if b == nil {
		return s
	}
	return string(b)
}

// First returns the first unseen character of a text, as Shown writes it; or nothing.
func First(s string) string {
	for _, r := range s {
		if Is(r) {
			return string(appendEscape(nil, r))
		}
	}
	return ""
}

func appendEscape(b []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	letter, digits := byte('u'), 4
	if r > 0xffff {
		letter, digits = 'U', 8
	}
	b = append(b, '\\', letter)
	for i := digits - 1; i >= 0; i-- {
		b = append(b, hex[r>>(4*i)&15])
	}
	return b
}
