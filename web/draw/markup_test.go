package draw

import (
	"encoding/xml"
	"testing"
)

// Whatever a key or token is made of, a picture is well-formed XML that says it
// as far as XML can.
func TestEscaped(t *testing.T) {
	for text, want := range map[string]string{
		"lock:invoice:42":     "lock:invoice:42",
		`<a href="x">&amp;`:   `<a href="x">&amp;`,
		"键 kunci é":           "键 kunci é",
		"a\x00\x1b\tb":        "a   b",
		"\ufffe\uffff\ufffd.": "  \ufffd.",
		"\xff\xfe":            "\ufffd\ufffd",
		"]]>":                 "]]>",
	} {
		var got string
		if err := xml.Unmarshal(append(appendEscaped([]byte("<t>"), text), "</t>"...), &got); err != nil || got != want {
			t.Errorf("%q reads as %q, %v; want %q", text, got, err, want)
		}
	}
}
