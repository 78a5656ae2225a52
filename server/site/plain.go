package site

import (
	"html"
	"strings"
)

// plain is the text of a line of HTML.
func plain(markup string) string {
	var b strings.Builder
	for {
		text, rest, ok := strings.Cut(markup, "<")
		b.WriteString(text)
		if !ok {
			return html.UnescapeString(b.String())
		}
		_, markup, _ = strings.Cut(rest, ">")
	}
}
