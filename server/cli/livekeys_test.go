package cli

import (
	"slices"
	"testing"

	"lockstep/server/live"
	"lockstep/sim/trace"
)

// A key that several tokens may have left is named once, with the longest that it may
// last; other nodes' and other reasons' are named beside it.
func TestKeysAreNamedOnce(t *testing.T) {
	n1, n2 := live.Key{Node: "n1", Name: "k", Why: "is silent"}, live.Key{Node: "n2", Name: "k", Why: "is silent"}
	with := func(k live.Key, token string, lasts trace.Duration) live.Key {
		k.Token, k.Lasts = token, lasts
		return k
	}
	refused := n1
	refused.Why = "says no"
	got := oncePerKey([]live.Key{
		with(n1, "a", 3), with(n2, "a", 5), with(n1, "b", 7), with(n1, "c", 4), with(refused, "a", 1),
	})
	want := []live.Key{with(n1, "", 7), with(n2, "", 5), with(refused, "", 1)}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// Clients try so often that each of the others can have its turn before, unless a
// library's profile says how often.
func TestRetriesOutlastTheOthers(t *testing.T) {
	for _, c := range []struct {
		name    string
		command liveCommand
		clients int
		want    string
	}{
		{"alone", liveCommand{Work: "3s"}, 1, "3"},
		{"three, 3 s each: 30 more delays of 200 ms", liveCommand{Work: "3s"}, 3, "33"},
		{"never more than a scenario may say", liveCommand{Work: "10m"}, 24, "1000"},
		{"no time to read", liveCommand{Work: "long"}, 3, ""},
		{"a library knows for itself", liveCommand{Work: "3s", Set: []string{"lock.profile=redsync"}}, 3, ""},
	} {
		if got := c.command.retries(c.clients); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
