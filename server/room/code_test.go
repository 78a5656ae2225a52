package room

import (
	"strings"
	"testing"
)

func TestCodes(t *testing.T) {
	for typed, want := range map[string]Code{
		"K7M4QX": "K7M4QX", "k7m 4qx": "K7M4QX", " k7m-4qx ": "K7M4QX", "K7M\u00a04QX": "K7M4QX",
		"": "", "K7M4Q": "", "K7M4QXX": "", "K7M4Q!": "", "K7M4Q0": "", "Ｋ７m　4QX": "K7M4QX", "k7m–uqx": "K7MVQX", "K7M4QÉ": "",
	} {
		if got, err := ParseCode(typed); got != want || (err != nil) != (want == "") {
			t.Errorf("%q is %q, %v", typed, got, err)
		}
	}
	if s := Code("K7M4QX").Shown(); s != "K7M 4QX" {
		t.Errorf("shown as %q", s)
	}
	if s := Code("K7M4QX").Log(); s != "K7…" || Code("").Log() != "…" || Code("K").Shown() != "K" {
		t.Errorf("a log has %q", s)
	}
	random := strings.NewReader(strings.Repeat("\x00\x1f\x1b\x01\xff\x02\x03\x04\x05", 9))
	if code, err := NewCode(random); err != nil || code != "2Z3456" {
		t.Errorf("%q, %v", code, err)
	}
	if _, err := NewCode(strings.NewReader("")); err == nil {
		t.Error("a code of nothing")
	}
	if _, err := NewKey(strings.NewReader("short")); err == nil {
		t.Error("a key of too little")
	}
	key, err := NewKey(strings.NewReader(strings.Repeat("k", 16)))
	if r := opened(t); err != nil || len(key) != 26 || r.Owns(key) || !r.Owns("key") {
		t.Errorf("key %q, %v", key, err)
	}
}
