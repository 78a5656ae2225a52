package lessons

import (
	"io/fs"
	"maps"
	"testing"
	"testing/fstest"

	"lockstep/web/phrase"
)

func TestPhrasesAgreeAcrossLanguages(t *testing.T) {
	if err := Disagreements(FS); err != nil {
		t.Error(err)
	}
}

func TestDisagreementsOfPhrases(t *testing.T) {
	got := Disagreements(tree(map[string]string{
		"phrases/a.en.yaml": "one: One\ntwo: \"{n} of {m}\"\nthree: Three\n",
		"phrases/a.ms.yaml": "one: Satu\nfour: Empat\ntwo: \"{n} daripada {k}\"\nthree: Tiga\n",
		"phrases/a.zh.yaml": "one: 一\ntwo: \"{m} 之 {n}\"\n",
	}))
	want := `phrases/a.ms.yaml:2: four: it is not in English
phrases/a.ms.yaml:3: two: it has the placeholders ["k" "n"], and in English there are ["m" "n"]
phrases/a.en.yaml:3: three: it is missing in zh; in English it is "Three"`
	if got == nil || got.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", got, want)
	}
}

func TestPhrasesFillGapsFromEnglish(t *testing.T) {
	c, err := Phrases(tree(map[string]string{
		"phrases/a.en.yaml": "one: One\ntwo: Two\n",
		"phrases/b.en.yaml": "three: Three\n",
		"phrases/a.ms.yaml": "two: Dua\n",
	}), "ms")
	if err != nil {
		t.Fatal(err)
	}
	if want := (phrase.Catalog{"one": "One", "two": "Dua", "three": "Three"}); !maps.Equal(c, want) {
		t.Errorf("got %q, want %q", c, want)
	}
}

func TestPhrasesErrorsNameFileAndLine(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"no file", map[string]string{},
			`phrases: no file phrases/*.en.yaml, so nothing can be said in "en"`},
		{"no list", map[string]string{"phrases/a.en.yaml": "# only\n- a\n"},
			`phrases/a.en.yaml:2: this must be a mapping, such as some.key: "Some text."`},
		{"no string", map[string]string{"phrases/a.en.yaml": "one: One\ntwo: 2\n"},
			`phrases/a.en.yaml:2: two: this must be a string; put it in double quotes: "2"`},
		{"no text", map[string]string{"phrases/a.en.yaml": "one: One\ntwo: {n}\n"},
			`phrases/a.en.yaml:2: two: this must be a string; put it in double quotes`},
		{"an anchor", map[string]string{"phrases/a.en.yaml": "one: &one One\n"},
			`phrases/a.en.yaml:1: "&": YAML is plain here, without anchors, aliases, tags, merge keys, directives and ? keys; write it out`},
		{"empty", map[string]string{"phrases/a.en.yaml": "one: \" \"\n"},
			`phrases/a.en.yaml:1: one: it has no text`},
		{"given twice", map[string]string{"phrases/a.en.yaml": "one: One\n", "phrases/b.en.yaml": "\none: Uno\n"},
			`phrases/b.en.yaml:2: one: it was given before, at phrases/a.en.yaml:1`},
		{"not closed", map[string]string{"phrases/a.en.yaml": "one: One\ntwo: \"Two\n"},
			`phrases/a.en.yaml:2: could not find end character of double-quoted text`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Phrases(tree(tt.files), "en")
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func tree(files map[string]string) fs.FS {
	m := make(fstest.MapFS)
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}
