package narrate_test

import (
	"strings"
	"testing"

	"lockstep/sim/profile"
	"lockstep/sim/trace"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
)

// A library whose name is more than its id is called by that name, in every language.
func TestLibrariesAreCalledByTheirNames(t *testing.T) {
	for _, lang := range phrase.Languages {
		c := catalog(t, lang)
		for _, p := range profile.All() {
			start := cast
			start.Clients = []trace.ClientInfo{{ID: "A", Lock: trace.LockRedlock, Key: key, Profile: p.ID, Stops: true}}
			if got := narrate.Event(c, state(start, nil), &start); !strings.Contains(got, p.Name) {
				t.Errorf("%s: of %s it does not say %q: %s", lang, p.ID, p.Name, got)
			}
		}
	}
}

// A lock of another kind than the library's, as the panel of parameters can make it, is not
// told as the library's.
func TestAnotherKindOfLockIsNoLibrarys(t *testing.T) {
	c := catalog(t, "en")
	start := cast
	start.Clients = []trace.ClientInfo{
		{ID: "A", Lock: trace.LockToken, Key: key, Profile: "redsync", Claims: trace.LockRedlock, Stops: true},
		{ID: "B", Lock: trace.LockRedlock, Key: key, Profile: "redsync", Stops: true},
	}
	got := narrate.Event(c, state(start, nil), &start)
	if want := c.Say("start.library.one", "clients", "B", "library", "redsync"); !strings.Contains(got, want) {
		t.Errorf("want %q alone of a library in: %s", want, got)
	}
	start.Clients = start.Clients[:1]
	if got := narrate.Event(c, state(start, nil), &start); strings.Contains(got, "redsync") {
		t.Errorf("a lock of another kind is told as the library's: %s", got)
	}
}
