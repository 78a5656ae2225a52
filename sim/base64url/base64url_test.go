package base64url

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var reference = base64.RawURLEncoding.Strict()

func TestAppendIsBase64(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOf(rapid.Byte()).Draw(t, "data")
		text := string(Append([]byte("before "), data))
		if want := "before " + reference.EncodeToString(data); text != want {
			t.Fatalf("Append wrote %q, want %q", text, want)
		}
	})
}

// Texts are drawn from letters that come close to be read: they fail by their length,
// by spare bits, by a letter of another alphabet, or not at all.
func TestDecodeIsBase64(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("AAAABQgwZz09-_-_AQ+/=é"))).Draw(t, "text")
		agree(t, text)
	})
}

func TestDecode(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":        "",
		"a byte":         "_w",
		"two":            "__8",
		"three":          "____",
		"spare bits":     "_x",
		"a lone letter":  "_",
		"four and one":   "AAAAA",
		"padding":        "_w==",
		"the other way":  "//8",
		"a space inside": "AA AA",
		"no ASCII":       "ééAA",
	} {
		t.Run(name, func(t *testing.T) { agree(t, text) })
	}
	if _, ok := Decode("AA\nAA"); ok {
		t.Error("Decode takes a text with a line end, which no address has")
	}
}

func agree(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string) {
	t.Helper()
	want, err := reference.DecodeString(text)
	got, ok := Decode(text)
	if ok != (err == nil) {
		t.Fatalf("Decode(%q) is %v, encoding/base64 says %v", text, ok, err)
	}
	if ok && !bytes.Equal(got, want) {
		t.Fatalf("Decode(%q) is %x, want %x", text, got, want)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add("_w")
	f.Add("AAAAA")
	f.Fuzz(func(t *testing.T, text string) {
		if !strings.ContainsAny(text, "\r\n") { // which encoding/base64 skips
			agree(t, text)
		}
	})
}
