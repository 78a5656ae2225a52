// Package phrase holds what Lockstep says: short texts by key, one catalog a
// language. The browser's viewer carries this package, so it reads no YAML and
// imports nothing large; package lessons loads the catalogs, [Catalog.Lines] and
// [ParseLines] carry one into a page.
package phrase

import (
	"slices"
	"strings"
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
			return string(append(b, text...))
		}
		b = append(b, before...)
		if value, given := lookUp(args, name); given {
			b = append(b, value...)
		} else {
			b = append(append(append(b, '{'), name...), '}')
		}
		text = after
	}
}

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
