// Package phrase holds what Lockstep says: short texts by key, one catalog a
// language. The browser's viewer carries this package, so it reads no YAML and
// imports nothing large; package lessons loads the catalogs, [Catalog.Lines] and
// [ParseLines] carry one into a page.
package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Languages lists the languages of the interface; the first is the one that
// texts are written in and that stands in for what is not translated.
var Languages = [...]string{"en", "ms", "zh"}

// Catalog is what is said in one language: texts by key. A text may hold
// placeholders, names in braces, such as {node}.
type Catalog map[string]string

// Say returns the text of that key with its placeholders filled: args are names
// and values by turns. A placeholder without a value stays as it is; a key
// without a text gives the key, which a reader at least can report.
func (c Catalog) Say(key string, args ...string) string {
	text, ok := c[key]
	if !ok {
		return key
	}
	if len(args) == 0 {
		return text
	}
	b := make([]byte, 0, len(text)+32)
	for {
		before, rest, ok := strings.Cut(text, "{")
		name, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			return string(join(b, text))
		}
		b = join(b, before)
		if value, given := lookUp(args, name); given {
			b = join(b, value)
		} else {
			b = append(append(append(b, '{'), name...), '}')
		}
		text = after
	}
}

// join appends text, without the space between two characters that are written without
// one. Texts in Chinese have a space around what is filled in, for that to be a name in
// Latin letters or a number; it may begin or end with a Chinese word instead.
func join(b []byte, text string) []byte {
	if len(b) == 0 || len(text) == 0 {
		return append(b, text...)
	}
	first, _ := utf8.DecodeRuneInString(text)
	switch last, _ := utf8.DecodeLastRune(b); {
	case last == ' ' && isWide(first):
		if last, _ := utf8.DecodeLastRune(b[:len(b)-1]); isWide(last) {
			b = b[:len(b)-1]
		}
	case first == ' ' && isWide(last):
		if next, _ := utf8.DecodeRuneInString(text[1:]); isWide(next) {
			text = text[1:]
		}
	}
	return append(b, text...)
}

// isWide tells of Chinese characters and their punctuation.
func isWide(r rune) bool { return 0x3000 <= r && r < utf8.RuneError }

// Has tells whether the catalog has a text of that key.
func (c Catalog) Has(key string) bool {
	_, ok := c[key]
	return ok
}

func lookUp(args []string, name string) (string, bool) {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			return args[i+1], true
		}
	}
	return "", false
}

// Placeholders returns the names in braces of a text, sorted, each once.
func Placeholders(text string) []string {
	var names []string
	for {
		_, rest, ok := strings.Cut(text, "{")
		name, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			slices.Sort(names)
			return slices.Compact(names)
		}
		names, text = append(names, name), after
	}
}
