package phrase

import (
	"errors"
	"maps"
	"slices"
	"strings"
)

// Lines writes the catalog as a page carries it: a line for each key, sorted,
// key and text parted by a tab. Tabs, line ends and backslashes within them are
// written \t, \n and \\.
func (c Catalog) Lines() string {
	b := make([]byte, 0, 64*len(c))
	for _, key := range slices.Sorted(maps.Keys(c)) {
		b = appendEscaped(b, key)
		b = append(b, '\t')
		b = appendEscaped(b, c[key])
		b = append(b, '\n')
	}
	return string(b)
}

// ErrLines is what ParseLines answers to text that Lines did not write.
var ErrLines = errors.New("phrase: a line of phrases is not a key, a tab and a text")

// ParseLines reads what Lines wrote. White space before the first line and
// empty lines do not matter, so a template may be indented as its page is.
func ParseLines(s string) (Catalog, error) {
	c := make(Catalog)
	for s != "" {
		var line string
		line, s, _ = strings.Cut(s, "\n")
		line = strings.TrimRight(strings.TrimLeft(line, " \t\r"), "\r")
		if line == "" {
			continue
		}
		key, text, ok := strings.Cut(line, "\t")
		k, ok1 := unescape(key)
		t, ok2 := unescape(text)
		if !ok || !ok1 || !ok2 {
			return nil, ErrLines
		}
		c[k] = t
	}
	return c, nil
}

func appendEscaped(b []byte, s string) []byte {
	for i := range len(s) {
		switch s[i] {
		case '\t':
			b = append(b, '\\', 't')
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\\':
			b = append(b, '\\', '\\')
		default:
			b = append(b, s[i])
		}
	}
	return b
}

func unescape(s string) (string, bool) {
	if !strings.Contains(s, `\`) {
		return s, true
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		i++
		if i == len(s) {
			return "", false
		}
		switch s[i] {
		case 't':
			b = append(b, '\t')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case '\\':
			b = append(b, '\\')
		default:
			return "", false
		}
	}
	return string(b), true
}
