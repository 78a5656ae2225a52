package scene_test

import (
	"regexp"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/scene"
)

// A partition that leaves several machines on either side gives each side a number, and
// everybody on it a tab; who can reach both has none.
func TestSidesOfAPartition(t *testing.T) {
	s := company(trace.LockToken).tell()
	s.cut(sec, []string{"A", "n1", "s1"}, []string{"n2", "s2", "s3"}, true)
	st := trace.Fold(s.events, sec)
	for name, layout := range layouts {
		parts := split(scene.Draw(st, sec, scene.Options{Words: words(t, "en"), Layout: layout}).AppendParts(nil))
		got := make(map[string]string)
		for _, part := range parts {
			if m := walled.FindStringSubmatch(part); m != nil && strings.HasPrefix(m[1], "link-n1") {
				t.Errorf("%s: %s has a wall although sides have numbers", name, m[1])
			}
			if m := cardAt.FindStringSubmatch(part); m != nil {
				got[m[1]] = sideSaid.FindString(part)
			}
		}
		for who, want := range map[string]string{
			"client-A": "side 1", "client-B": "", "node-n1": "side 1", "node-s1": "side 1",
			"node-n2": "side 2", "node-s2": "side 2", "node-s3": "side 2", "resource-invoice-42": "",
		} {
			if side, ok := got[who]; !ok || side != want {
				t.Errorf("%s: %s is on %q, want %q", name, who, side, want)
			}
		}
	}
}

var sideSaid = regexp.MustCompile(`\bside [0-9]\b`)
