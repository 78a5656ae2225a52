package scene

import "testing"

// What is shown of a value ends between characters, also of scripts whose
// characters are several bytes.
func TestShownValue(t *testing.T) {
	for _, tt := range []struct{ value, want string }{
		{"", ""},
		{"a7f3", "a7f3"},
		{"a7f30c99", "a7f3"},
		{"令牌甲乙丙", "令牌甲乙"},
		{"abcé", "abcé"},
		{"abcéf", "abcé"},
		{`["a7f30c99", "2"]`, "a7×2"},
		{`["令牌甲乙丙", "3"]`, "令牌×3"},
		{`["é", "1"]`, "é×1"},
		{`["a7f30c99", "1", "b41e77aa", "1"]`, "a7f3"},
	} {
		if got := shownValue(tt.value); got != tt.want {
			t.Errorf("of %q is shown %q, want %q", tt.value, got, tt.want)
		}
	}
}
