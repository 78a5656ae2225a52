package spacetime_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/phrase"
	"lockstep/web/spacetime"
)

var (
	textAt    = regexp.MustCompile(`<text class="([^"]*)" x="(-?[\d.]+)" y="(-?[\d.]+)">([^<]+)<`)
	octagonAt = regexp.MustCompile(`data-part="rule-\d+-[^"]*"[^>]*><g transform="translate\((-?[\d.]+) (-?[\d.]+)\)`)
)

// No word hangs over an edge of the picture, and no two octagons cover each other, in
// whatever width, at whatever scale.
func TestNothingHangsOverTheEdge(t *testing.T) {
	library := opened(t)
	texts, octagons := 0, 0
	for i, name := range library.Names() {
		events := playedOf(t, library, name)
		s, lang := told(events), phrase.Languages[i%3]
		for k, width := range []int{320, 360, 730, 1100} {
			n := len(events) * (k + 1) / 4
			at := events[n-1].T
			for _, v := range []spacetime.View{s.Follow(spacetime.View{Width: width}, at), s.Fit(spacetime.View{Width: width}), {Width: width, Scale: trace.Second}} {
				svg := spacetime.Draw(s, n, at, v, spacetime.Options{Words: words(t, lang)}).SVG()
				for _, m := range textAt.FindAllSubmatch(svg, -1) {
					texts++
					if from, to := reach(t, string(m[1]), string(m[2]), string(m[4])); from < -1 || to > float64(width)+1 {
						t.Errorf("%s, %s, at %v in a width of %d: %q is from %.0f to %.0f", name, lang, trace.Duration(at), width, m[4], from, to)
					}
				}
				signs := octagonAt.FindAllSubmatch(svg, -1)
				for j, a := range signs {
					octagons++
					for _, b := range signs[:j] {
						x, y := float(t, a[1])-float(t, b[1]), float(t, a[2])-float(t, b[2])
						if max(x, -x) < 15 && max(y, -y) < 15 {
							t.Errorf("%s at %v in a width of %d: two octagons at %s, %s", name, trace.Duration(at), width, a[1], a[2])
						}
					}
				}
			}
		}
	}
	if texts < 5000 || octagons < 100 {
		t.Errorf("only %d texts and %d octagons were looked at", texts, octagons)
	}
}

// reach is from where to where a text stands.
func reach(t *testing.T, class, x, text string) (from, to float64) {
	t.Helper()
	w := float64(draw.TextWidth(text, 1150, strings.Contains(class, "num"))) / 100
	switch at := float(t, []byte(x)); {
	case strings.Contains(class, "mid"):
		return at - w/2, at + w/2
	case strings.Contains(class, "end"):
		return at - w, at
	default:
		return at, at + w
	}
}

func float(t *testing.T, text []byte) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
