package choice

import (
	"strconv"
	"testing"
)

// pinned is what seed 7 draws for the key below.
const pinned = 0x487dcf76625c1753

func TestSeededIsAFunctionOfSeedAndKey(t *testing.T) {
	if a, b := Seeded(7).Choose("latency A/1/set>n2", 1000), Seeded(7).Choose("latency A/1/set>n2", 1000); a != b {
		t.Errorf("the same question was answered %d and %d", a, b)
	}
	// Pinned: a change of the hash changes every run that anybody ever shared.
	if got := Seeded(7).Choose("latency A/1/set>n2", 0); got != pinned {
		t.Errorf("seed 7 draws %#x, and links in the world expect %#x", got, uint64(pinned))
	}
}

func TestSeededSpreads(t *testing.T) {
	const draws, buckets = 100_000, 10
	for name, key := range map[string]func(int) (Seeded, string){
		"over keys":  func(i int) (Seeded, string) { return 1, "latency A/" + strconv.Itoa(i) + "/set>n1" },
		"over seeds": func(i int) (Seeded, string) { return Seeded(i), "latency A/1/set>n1" },
	} {
		var count [buckets]int
		for i := range draws {
			s, k := key(i)
			v := s.Choose(k, buckets)
			if v >= buckets {
				t.Fatalf("%s: drew %d of %d", name, v, buckets)
			}
			count[v]++
		}
		for b, n := range count {
			// Five standard deviations of a fair draw.
			if n < draws/buckets-475 || n > draws/buckets+475 {
				t.Errorf("%s: %d of %d draws fell on %d", name, n, draws, b)
			}
		}
	}
}

func TestOverridden(t *testing.T) {
	o := Overridden{Picks: map[string]uint64{"low": 3, "high": 99}, Else: Seeded(1)}
	for _, row := range []struct {
		key  string
		n    uint64
		want uint64
	}{
		{"low", 10, 3},
		{"high", 10, 9},
		{"high", 0, 99},
		{"other", 10, Seeded(1).Choose("other", 10)},
	} {
		if got := o.Choose(row.key, row.n); got != row.want {
			t.Errorf("Choose(%q, %d) = %d, want %d", row.key, row.n, got, row.want)
		}
	}
}
