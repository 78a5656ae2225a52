package strictyaml

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// FuzzParse feeds texts that nobody would write: they are refused with a line of
// an Error about the file, or every value of theirs can be read and says where it
// stands.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "# later\n", "a: 1\nb: two\n", "a: 1\n---\nb: 1\n", "a: {b: [1, {c: 2}]}\n", "- a\n- - b\n  - c: |\n      d\n",
		"'a': \"\\u00e9\\n\"\n", "a:\n\tb: 1\n", "? a\n: b\n", "a: *b\n", "a: &b !!c d\n", "<<: {a: 1}\n", "a: [\n", "%YAML 1.2\n---\n",
		"a: >-\n  b\n...\n", "null: ~\n", laughs(),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParsePart("x.yaml", 5, "it", []byte(text))
		if err != nil {
			mustBeOurs(t, text, err)
			return
		}
		walk(t, text, v)
		b, err := v.JSON("{}")
		if err != nil {
			mustBeOurs(t, text, err)
		} else if !json.Valid(b) {
			t.Fatalf("%q is %s", text, b)
		}
	})
}

func walk(t *testing.T, text string, v Value) {
	t.Helper()
	if last := 5 + strings.Count(text, "\n") + strings.Count(text, "\r") + 1; v.line < 5 || v.line > last || v.IsZero() {
		t.Fatalf("%q: %v stands on line %d of %d", text, v.way, v.line, last)
	}
	switch v.kind {
	case list:
		mustBeNil(t, v.Each("", func(v Value) error { walk(t, text, v); return nil }))
	case mapping:
		seen := make(map[string]bool)
		mustBeNil(t, v.Entries("{}", func(name string, v Value) error {
			if seen[name] {
				t.Fatalf("%q: %q is there twice", text, name)
			}
			seen[name] = true
			walk(t, text, v)
			return nil
		}))
		mustBeOurs(t, text, v.Fields(nil, "something that is not there"))
	}
}

func mustBeNil(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustBeOurs(t *testing.T, text string, err error) {
	t.Helper()
	var wrong *Error
	if !errors.As(err, &wrong) || wrong.File != "x.yaml" || wrong.Line < 5 || wrong.Text == "" || strings.ContainsAny(wrong.Text, "\n\r") {
		t.Fatalf("%q: %v is no error of a line", text, err)
	}
}
