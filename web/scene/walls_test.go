package scene_test

import (
	"regexp"
	"slices"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/scene"
)

// Where neighbouring links are cut one wall stands for all of them; a link that is
// cut alone, or one way only, has its own. On a telephone a client's ways part just
// before the nodes, so that each of them has a wall.
func TestWalls(t *testing.T) {
	all := []string{"n1", "n2", "s1", "s2", "s3"}
	for _, tt := range []struct {
		about string
		cut   func(s *story)
		want  []string // the parts that hold a wall
		rails []string // on a telephone, if it is otherwise
	}{
		{"a client from neighbours", func(s *story) { s.cut(sec, []string{"A"}, all[1:], true) }, []string{"wall-A-n2"}, []string{"link-A-n2", "link-A-s1", "link-A-s2", "link-A-s3"}},
		{"a client from everybody", func(s *story) { s.cut(sec, []string{"B"}, all, true) }, []string{"wall-B-n1"}, []string{"link-B-n1", "link-B-n2", "link-B-s1", "link-B-s2", "link-B-s3"}},
		{"a client from two that are no neighbours", func(s *story) { s.cut(sec, []string{"A"}, []string{"n1", "s1"}, true) }, []string{"link-A-n1", "link-A-s1"}, nil},
		{"one way only", func(s *story) { s.cut(sec, []string{"A"}, all[:2], false) }, []string{"link-A-n1", "link-A-n2"}, nil},
		{"a node from all others", func(s *story) { s.cut(sec, all[:1], all[1:], true) }, []string{"wall-n1"}, nil},
		{"a node from all others, one way only", func(s *story) { s.cut(sec, all[:1], all[1:3], false) }, []string{"link-n1-n2", "link-n1-s1"}, nil},
		{"a node from some", func(s *story) { s.cut(sec, all[:1], all[1:3], true) }, []string{"link-n1-n2", "link-n1-s1"}, nil},
		{"everybody from everybody", func(s *story) {
			for i := range all {
				s.cut(sec, all[i:i+1], all[i+1:], true)
			}
		}, []string{"wall-n1", "wall-n2", "wall-s1", "wall-s2", "wall-s3"}, nil},
	} {
		s := company(trace.LockToken).tell()
		tt.cut(s)
		st := trace.Fold(s.events, sec)
		for _, layout := range layouts {
			var got []string
			for _, part := range split(scene.Draw(st, sec, scene.Options{Words: words(t, "en"), Layout: layout}).AppendParts(nil)) {
				if m := walled.FindStringSubmatch(part); m != nil {
					got = append(got, m[1])
				}
			}
			want := tt.want
			if layout == scene.Narrow && tt.rails != nil {
				want = tt.rails
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s, layout %d: walls at %q, want %q", tt.about, layout, got, want)
			}
		}
	}
}

// walled matches a part that holds a wall.
var walled = regexp.MustCompile(`(?s)^<g data-part="([^"]*)".* class="wall"`)
