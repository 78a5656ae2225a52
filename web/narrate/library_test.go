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
