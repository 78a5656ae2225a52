package stage

import (
	"math"
	"strings"

	"lockstep/sim/trace"
)

// html is markup in the making.
type html []byte

// put writes markup in which each % stands for the next of the texts, which is escaped.
func (h *html) put(markup string, texts ...string) {
	for _, text := range texts {
		before, rest, _ := strings.Cut(markup, "%")
		*h = append(*h, before...)
		h.text(text)
		markup = rest
	}
	*h = append(*h, markup...)
}

// text writes a text, escaped.
func (h *html) text(s string) {
	for i := range len(s) {
		switch s[i] {
		case '<':
			*h = append(*h, "&lt;"...)
		case '>':
			*h = append(*h, "&gt;"...)
		case '&':
			*h = append(*h, "&amp;"...)
		case '"':
			*h = append(*h, "&quot;"...)
		default:
			*h = append(*h, s[i])
		}
	}
}

// offer writes a line of a menu that does something.
func (h *html) offer(label, do, arg string) {
	h.put(`<li><button type="button" class="offer" data-do="%" data-arg="%">%</button></li>`, do, arg, label)
}

// step reads which way an argument says: back, or else on.
func step(arg string) int {
	if arg == "back" {
		return -1
	}
	return 1
}

// number reads an argument that a button carries; what is none is -1.
func number(arg string) int {
	n, ok := trace.ParseWhole(arg, math.MaxInt)
	if !ok {
		return -1
	}
	return int(n)
}
