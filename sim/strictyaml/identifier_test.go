package strictyaml_test

import (
	"testing"

	"lockstep/sim/strictyaml"
)

func TestIdentifier(t *testing.T) {
	for _, text := range []string{"a", "n1", "who-gets-it", "in-3-steps"} {
		if got, err := strictyaml.Identifier(text); got != text || err != nil {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-", "A", "1st", "a-", "-a", "a--b", "a b", "a_b", "a.b", "é", "锁", "a\n"} {
		if got, err := strictyaml.Identifier(text); err == nil {
			t.Errorf("%q is %q", text, got)
		}
	}
}
