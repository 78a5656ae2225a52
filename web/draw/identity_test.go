package draw

import "testing"

func TestClientsDifferWithoutColour(t *testing.T) {
	seen := make(map[string]int)
	for i := range 24 {
		who := Identify(i, string(rune('A'+i)))
		key := who.shape + who.tile
		if who.turned {
			key += "turned"
		}
		if j, ok := seen[key]; ok {
			t.Errorf("clients %d and %d have the same shape and pattern", i, j)
		}
		seen[key] = i
	}
}

func TestIdentitiesFollowTheRule(t *testing.T) {
	for i, want := range []string{"who-a", "who-b", "who-c", "who-d", "who-e", "who-f", "who-a", "who-b"} {
		if got := Identify(i, "X").Class; got != want {
			t.Errorf("client %d is %s, want %s", i, got, want)
		}
	}
	if got, want := Identify(6, "G").tile, patterns[3].tile; got != want {
		t.Errorf("client G's pattern is %s, want %s", got, want)
	}
	if got := Identify(2, "worker-3").Letter; got != "w" {
		t.Errorf("worker-3 has the letter %q", got)
	}
}
