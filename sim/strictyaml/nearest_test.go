package strictyaml

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"redlock", "redlock-in-turn", "sentinel", "wait", "write"}
	for given, want := range map[string]string{
		"redlok": "redlock", "redlcok": "redlock", "redlock-inturn": "redlock-in-turn", "sentinal": "sentinel",
		"writ": "write", "wai": "wait",
		"zookeeper": "", "": "", "x": "",
	} {
		if got := Nearest(given, names); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"abc", "abc", 0},
		{"ab", "ba", 1}, {"title", "titel", 1}, {"abcd", "badc", 2}, {"ca", "abc", 3},
	} {
		if got := distance(row.a, row.b); got != row.want || distance(row.b, row.a) != row.want {
			t.Errorf("from %q to %q: %d, want %d", row.a, row.b, got, row.want)
		}
	}
}
