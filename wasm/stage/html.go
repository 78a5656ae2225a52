package stage

import "strconv"

// html is markup in the making.
type html []byte

// tag writes an opening tag with attributes, names and values by turns. One whose
// value is empty is left out.
func (h *html) tag(name string, attrs ...string) {
	*h = append(append(*h, '<'), name...)
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] == "" {
			continue
		}
		*h = append(append(append(*h, ' '), attrs[i]...), `="`...)
		h.text(attrs[i+1])
		*h = append(*h, '"')
	}
	*h = append(*h, '>')
}

// end writes a closing tag.
func (h *html) end(name string) { *h = append(append(append(*h, "</"...), name...), '>') }

// element writes an element that holds a text.
func (h *html) element(name, text string, attrs ...string) {
	h.tag(name, attrs...)
	h.text(text)
	h.end(name)
}

// button writes a button that does something.
func (h *html) button(label, do, arg string, attrs ...string) {
	h.element("button", label, append(attrs, "type", "button", "data-do", do, "data-arg", arg)...)
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

func (h *html) raw(s string) { *h = append(*h, s...) }

// number reads an argument that a button carries; what is none is -1.
func number(arg string) int {
	n, err := strconv.Atoi(arg)
	if err != nil {
		return -1
	}
	return n
}
