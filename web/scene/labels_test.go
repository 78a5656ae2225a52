package scene_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/phrase"
	"lockstep/web/scene"
)

// What is said beside ways is read at the instants that tell most: no two of these
// texts cover each other on the stage, with up to three clients and five nodes.
func TestLabelsDoNotCoverEachOther(t *testing.T) {
	found := 0
	for _, name := range []string{"asking", "refused", "releasing", "parted", "broken", "three", "partitioned", "delayed", "fenced", "split"} {
		c := caseNamed(t, name)
		st := trace.Fold(c.story().events, c.at)
		for _, lang := range phrase.Languages {
			all := besideWays(t, scene.Draw(st, c.at, scene.Options{Layout: scene.Stage, Words: catalogs(t)[lang]}).SVG())
			found += len(all)
			for i, a := range all {
				for _, b := range all[:i] {
					if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
						t.Errorf("%s, %s: %q and %q cover each other", name, lang, a.text, b.text)
					}
				}
			}
		}
	}
	if found < 60 {
		t.Errorf("only %d texts were found", found)
	}
}

// label is a text and about where it is.
type label struct {
	text       string
	x, y, w, h float64
}

var translated = regexp.MustCompile(`translate\((-?[0-9.]+) (-?[0-9.]+)\)`)

// besideWays returns the texts of a picture that have a halo: those that stand on no
// card.
func besideWays(t *testing.T, svg []byte) (all []label) {
	t.Helper()
	type place struct{ x, y float64 }
	at := []place{{}}
	var open *label
	anchor := ""
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch el := token.(type) {
		case xml.StartElement:
			p := at[len(at)-1]
			attrs := make(map[string]string)
			for _, a := range el.Attr {
				attrs[a.Name.Local] = a.Value
			}
			if m := translated.FindStringSubmatch(attrs["transform"]); m != nil {
				p.x, p.y = p.x+number(t, m[1]), p.y+number(t, m[2])
			}
			at = append(at, p)
			if class := attrs["class"]; el.Name.Local == "text" && strings.Contains(class, "halo") {
				open, anchor = &label{x: p.x, y: p.y + number(t, attrs["y"]) - 9, h: 11}, class
				if attrs["x"] != "" {
					open.x += number(t, attrs["x"])
				}
			}
		case xml.CharData:
			if open != nil {
				open.text += string(el)
			}
		case xml.EndElement:
			at = at[:len(at)-1]
			if el.Name.Local == "text" && open != nil {
				open.w = float64(draw.TextWidth(open.text, 1150, false)) / 100
				if strings.Contains(anchor, "mid") {
					open.x -= open.w / 2
				}
				all, open = append(all, *open), nil
			}
		}
	}
}
