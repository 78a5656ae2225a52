package style_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var declaration = regexp.MustCompile(`--([a-z-]+): #([0-9A-Fa-f]{6});`)

// palettes reads the colours of 10-tokens.css: light, and dark.
func palettes(t *testing.T) []map[string]string {
	t.Helper()
	css, err := os.ReadFile("10-tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]string
	for _, block := range regexp.MustCompile(`[^-]color-scheme: (light|dark);`).Split(string(css), -1)[1:] {
		p := map[string]string{}
		for _, m := range declaration.FindAllStringSubmatch(block, -1) {
			p[m[1]] = m[2]
		}
		all = append(all, p)
	}
	if len(all) != 2 {
		t.Fatalf("found %d palettes, want light and dark", len(all))
	}
	return all
}

func TestEveryColourCanBeRead(t *testing.T) {
	pairs := [][2]string{{"fault-ink", "fault-fill"}, {"ground", "ink"}, {"ground", "muted"}, {"surface", "ink"}}
	for _, on := range []string{"ground", "surface", "sunken"} {
		for _, c := range []string{"ink", "muted", "edge", "a", "b", "c", "d", "e", "f", "fault", "broken"} {
			pairs = append(pairs, [2]string{c, on})
		}
	}
	for _, who := range []string{"a", "b", "c", "d", "e", "f"} {
		// A badge's letter on its colour, and what stands on a key.
		pairs = append(pairs, [2]string{"surface", who}, [2]string{who, who + "-tint"}, [2]string{"ink", who + "-tint"}, [2]string{"muted", who + "-tint"})
	}
	for i, p := range palettes(t) {
		for _, pair := range pairs {
			fg, bg := p[pair[0]], p[pair[1]]
			if fg == "" || bg == "" {
				t.Errorf("palette %d lacks %v", i, pair)
				continue
			}
			// Two decimals, as such ratios are told.
			if r := math.Round(100*contrast(t, fg, bg)) / 100; r < 4.5 {
				t.Errorf("palette %d: %s on %s has a contrast of %.2f, want 4.5", i, pair[0], pair[1], r)
			}
		}
	}
}

func contrast(t *testing.T, a, b string) float64 {
	la, lb := luminance(t, a), luminance(t, b)
	return (max(la, lb) + .05) / (min(la, lb) + .05)
}

// luminance is WCAG's relative luminance.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	channel := func(shift int) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= .04045 {
			return c / 12.92
		}
		return math.Pow((c+.055)/1.055, 2.4)
	}
	return .2126*channel(16) + .7152*channel(8) + .0722*channel(0)
}

// A style sheet that reached out would break both the content policy and the
// promise of no calls home.
func TestStylesReachForNothing(t *testing.T) {
	for name, css := range sheets(t) {
		for _, bad := range []string{"url(", "@import", "@font-face"} {
			if strings.Contains(css, bad) {
				t.Errorf("%s has %s", name, bad)
			}
		}
		if open, closed := strings.Count(css, "{"), strings.Count(css, "}"); open != closed {
			t.Errorf("%s opens %d braces and closes %d", name, open, closed)
		}
	}
}

// sheets reads all style sheets, by name.
func sheets(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("*.css")
	if err != nil || len(names) == 0 {
		t.Fatalf("there are no style sheets: %v", err)
	}
	all := make(map[string]string)
	for _, name := range names {
		css, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(css)
	}
	return all
}

// Each colour that the pages and pictures use is defined.
func TestColoursUsedAreDefined(t *testing.T) {
	css := ""
	for _, sheet := range sheets(t) {
		css += sheet
	}
	for _, m := range regexp.MustCompile(`var\(--([a-z-]+)\)`).FindAllStringSubmatch(css, -1) {
		if !strings.Contains(css, "--"+m[1]+":") {
			t.Errorf("--%s is used and defined nowhere", m[1])
		}
	}
}
