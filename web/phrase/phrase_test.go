package phrase

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSay(t *testing.T) {
	c := Catalog{
		"plain":  "done",
		"asks":   "{who} asks {node}, and {who} waits",
		"after":  "在 {t} 之前，{who} 没有",
		"broken": "an open { brace",
	}
	for _, tt := range []struct {
		name string
		key  string
		args []string
		want string
	}{
		{"no placeholder", "plain", nil, "done"},
		{"filled, also twice", "asks", []string{"node", "n3", "who", "A"}, "A asks n3, and A waits"},
		{"a value with braces is not filled again", "asks", []string{"who", "{node}", "node", "n3"}, "{node} asks n3, and {node} waits"},
		{"a value is missing", "asks", []string{"who", "A"}, "A asks {node}, and A waits"},
		{"a name without value", "asks", []string{"who", "A", "node"}, "A asks {node}, and A waits"},
		{"Chinese keeps the space around what is not", "after", []string{"t", "5", "who", "A"}, "在 5 之前，A 没有"},
		{"and has none around what is", "after", []string{"t", "5 秒", "who", "某一方"}, "在 5 秒之前，某一方没有"},
		{"an open brace", "broken", []string{"who", "A"}, "an open { brace"},
		{"no such key", "nothing", []string{"who", "A"}, "nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := c.Say(tt.key, tt.args...); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestPlaceholders(t *testing.T) {
	got := Placeholders("{who} asks {node}; {who} waits {")
	if want := []string{"node", "who"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLinesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringMatching(`[a-z][a-z.\-]*`)
		c := Catalog(rapid.MapOf(key, rapid.String()).Draw(t, "catalog"))
		back, err := ParseLines("\n  " + c.Lines())
		if err != nil || !maps.Equal(c, back) {
			t.Fatalf("%q came back as %q, error %v", c, back, err)
		}
	})
}

func TestParseLinesRefuses(t *testing.T) {
	for _, s := range []string{"no tab", "key\ta text that ends in \\", "key\ta \\q nobody knows"} {
		if _, err := ParseLines(s); !errors.Is(err, ErrLines) {
			t.Errorf("%q: got %v, want ErrLines", s, err)
		}
	}
}
