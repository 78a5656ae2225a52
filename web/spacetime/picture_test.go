package spacetime_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/spacetime"
	"lockstep/web/style"
)

var (
	update = flag.Bool("update", false, "rewrite the pictures in testdata")
	look   = flag.String("look", "", "a folder to write every case into, in every width and language, to look at")
)

// telling is an instant of a run that has something to tell.
type telling struct {
	scenario string
	at       trace.Time
	about    string
}

var instants = []telling{
	{"clock-jump", 2_055 * ms, `
A holds the lock on n1, n2 and n3; n3's clock jumps ten seconds forward, so its key is
gone there. B, which does not reach n1 and n2, wins n3, n4 and n5. A is inside still:
the frame on the resource's row is red and dashed, since nobody promised anything once
a clock jumps.`},
	{"failover", 3_100 * ms, `
The primary n1 crashes before its replica has A's key. The sentinels doubt, agree and
promote n2; A's belief is dashed from the crash on, and B gets the same lock from n2.`},
	{"paused-writer", 14_010 * ms, `
A's process stands still for twelve seconds: its row is hatched while its key runs out
on every node and its own time is up. B gets in; then A wakes and writes.`},
	{"lost-reply", 60 * ms, `
n1 has A's key, but its reply was taken off the wire: the line breaks off in amber.`},
	{"redlock", 12 * ms, `
A asks five nodes at once. What is on its way is dotted up to where it will arrive.`},
	{"habit-renewal-overtaken", 5_410 * ms, `
Renewals that were delayed by 400 ms arrive after A has let go: they set the keys
again, and nobody believes in those.`},
}

// at draws an instant.
func (c *telling) draw(t testing.TB, v spacetime.View, o spacetime.Options) []byte {
	events := played(t, c.scenario)
	s := told(events)
	v = s.Follow(v, c.at)
	p := spacetime.Draw(s, happened(events, c.at), c.at, v, o)
	if *look != "" {
		name := c.scenario + "-" + strconv.Itoa(v.Width) + "-" + o.Lang + ".svg"
		if err := os.WriteFile(filepath.Join(*look, name), p.Standalone(style.Space()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return p.SVG()
}

// The pictures of telling instants, as text. With -update they are written anew: look
// at what changed, and at the pictures themselves (they open in a browser).
func TestPictures(t *testing.T) {
	for _, c := range instants {
		t.Run(c.scenario, func(t *testing.T) {
			got := golden(c.about, c.draw(t, spacetime.View{Width: 960}, spacetime.Options{Words: words(t, "en"), Lang: "en", ID: c.scenario}))
			file := filepath.Join("testdata", c.scenario+".svg")
			if *update {
				if err := os.WriteFile(file, got, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s differs from the picture drawn:\n%s", file, firstDifference(got, want))
			}
		})
	}
}

// golden is the form in which pictures are kept: what it shows first, one part a
// line.
func golden(about string, svg []byte) []byte {
	var b bytes.Buffer
	b.WriteString("<!--" + about + "\n-->\n")
	b.Write(bytes.ReplaceAll(bytes.ReplaceAll(svg, []byte("<g data-part"), []byte("\n<g data-part")), []byte("</svg>"), []byte("\n</svg>\n")))
	return b.Bytes()
}

func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			was := ""
			if i < len(w) {
				was = w[i]
			}
			return "got  " + g[i] + "\nwant " + was
		}
	}
	return "the file has more lines"
}

// With -look every instant is written in every width and language.
func TestLook(t *testing.T) {
	if *look == "" {
		t.Skip("there is no folder to write into")
	}
	for _, lang := range phrase.Languages {
		w := words(t, lang)
		for _, c := range instants {
			for _, width := range []int{344, 900, 1000} {
				c.draw(t, spacetime.View{Width: width}, spacetime.Options{Words: w, Lang: lang, ID: c.scenario})
			}
		}
	}
}
