package cli

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible shows what a terminal would do instead of showing it: control
// characters, line ends too, marks that turn the direction of writing, and bytes
// that are no UTF-8. Keys, parameters and files are other people's as often as
// not, and so is a command line that was sent around.
func visible(text string) string {
	if !strings.ContainsFunc(text, unseen) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, size := 0, 0; i < len(text); i += size {
		var r rune
		switch r, size = utf8.DecodeRuneInString(text[i:]); {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case unseen(r):
			b.WriteString(strings.Trim(strconv.QuoteRuneToGraphic(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// visibleLines is visible for a text of several lines.
func visibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = visible(line)
	}
	return strings.Join(lines, "\n")
}

func unseen(r rune) bool { return !unicode.IsGraphic(r) }
