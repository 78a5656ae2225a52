package words

import "strings"

// noBreak is a space at which a line does not end.
const noBreak = "\u00a0"

// Unbroken is text for a page: a number and its unit stay on one line, as in 14.004 s.
// Where text is searched or piped, an ordinary space is better.
func Unbroken(text string) string {
	for _, unit := range [...]string{"µs", "ms", "s", "微秒", "毫秒", "秒"} {
		text = unbrokenBefore(text, " "+unit)
	}
	return text
}

// unbrokenBefore replaces the space of a unit that follows a digit and is a word of its
// own. Chinese has nothing between words.
func unbrokenBefore(text, unit string) string {
	var b strings.Builder
	from := 0
	for at := 0; ; {
		i := strings.Index(text[at:], unit)
		if i < 0 {
			break
		}
		i += at
		at = i + len(unit)
		if i > 0 && isDigit(text[i-1]) && (at == len(text) || !isLetter(text[at])) {
			b.WriteString(text[from:i])
			b.WriteString(noBreak)
			from = i + 1
		}
	}
	if from == 0 {
		return text
	}
	return b.String() + text[from:]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
