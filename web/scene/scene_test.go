package scene_test

import (
	"os"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/scene"
	"lockstep/web/style"
)

// words returns the catalog of one language.
func words(t testing.TB, lang string) phrase.Catalog {
	t.Helper()
	c, err := lessons.Phrases(lessons.FS, lang)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLook(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip()
	}
	for _, c := range cases {
		st := trace.Fold(c.story().events, c.at)
		for _, lang := range []string{"en", "ms", "zh"} {
			for l, name := range []string{"figure", "stage"} {
				p := scene.Draw(st, c.at, scene.Options{Layout: scene.Layout(l), Words: words(t, lang), Lang: lang, ID: c.name})
				os.WriteFile(dir+"/"+c.name+"-"+name+"-"+lang+".svg", p.Standalone(style.Scene()), 0o666)
			}
		}
	}
}
