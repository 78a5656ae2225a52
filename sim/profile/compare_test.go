package profile_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"lockstep/sim/golden"
	"lockstep/sim/run"
	"lockstep/sim/world"
)

// Libraries as they are, over miniredis nodes in a bubble of virtual time, and clients
// with their profiles in a world, meet the same situations. What the nodes are told and
// when, what they answer and are left with, and what the caller is told, must be the same
// line for line. A profile is taken from its file, the library's options are its own
// defaults; where a caller says otherwise, both are told.
//
// What makes the two alike:
//
//   - The delay between attempts is drawn by the situation, since redsync draws it from
//     a source of its own. TestRedsyncByDefault lets it.
//   - Tokens are random, so they are called by their order.
//   - Extending and giving back, which wait for as long as the caller says, are told to
//     wait as long as the profile does for one node.
//   - Whoever extends by hand is a watchdog in a world, which renews once.
//   - Connections are open and scripts known to the nodes, as in a program that has been
//     in use for a while. A world knows neither.
//   - What a client library says on a connection before its first command takes no time
//     and is not written down.
//   - A release that finds no key and one that finds another's are both a "no".
//
// The words of an error are the library's own, and not compared: the caller has a lock or
// none.

// compare lets both sides meet the situation, and returns what the library's journal
// says and the lines in which the two differ.
func (s *situation) compare(t *testing.T, e *world.Engine, l *library, doctored ...run.Param) (journal string, differ []string) {
	t.Helper()
	journal = s.played(t, l)
	return journal, differing(s.simulated(t, e, l, doctored...), journal)
}

// row is a situation with a name.
type row struct {
	name    string
	prepare func(*situation)
	reads   []string // what the library's journal says, so that the row proves what it is called
	because string   // why library and profile differ here; empty if they do not
}

// meet plays a table. Rows that differ make a page of their own, with the lines in which
// they do: it changes when either side does.
func meet(t *testing.T, l *library, n int, table []row) {
	e := world.NewEngine()
	defer e.Close()
	var page strings.Builder
	fmt.Fprintf(&page, "Where %s and its profile differ: + is the profile's, - the library's.\n", l.profile)
	for _, r := range table {
		t.Run(r.name, func(t *testing.T) {
			if differ := r.meet(t, e, l, n); len(differ) > 0 {
				fmt.Fprintf(&page, "\n%s: %s\n    %s\n", r.name, r.because, strings.Join(differ, "\n    "))
			}
		})
	}
	golden.Compare(t, filepath.Join("testdata", l.profile+".txt"), page.String())
}

// meet plays the row, and returns the lines in which the two sides may differ.
func (r *row) meet(t *testing.T, e *world.Engine, l *library, n int) []string {
	t.Helper()
	s := usual(n)
	if r.prepare != nil {
		r.prepare(s)
	}
	journal, differ := s.compare(t, e, l)
	if strings.Contains(journal, tie) {
		t.Errorf("this proves nothing:\n%s", journal)
	}
	for _, want := range r.reads {
		if !strings.Contains(journal, want) {
			t.Errorf("nothing reads %q:\n%s", want, journal)
		}
	}
	switch {
	case r.because == "" && len(differ) > 0:
		t.Errorf("the profile (+) differs from the library (-):\n%s\n\nThe library:\n%s", strings.Join(differ, "\n"), journal)
	case r.because != "" && len(differ) == 0:
		t.Errorf("the two do the same by now, and the row says that %s", r.because)
	}
	return differ
}
