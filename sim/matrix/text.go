package matrix

import "lockstep/sim/strictyaml"

// Languages are those that every text of the matrix is written in.
var Languages = [...]string{"en", "ms", "zh"}

// Text is a text in each of the languages.
type Text [len(Languages)]string

// In returns the text in a language, or in English if that is none of ours.
func (t Text) In(lang string) string {
	for i := range Languages {
		if Languages[i] == lang {
			return t[i]
		}
	}
	return t[0]
}

// IsZero tells whether there is no text.
func (t Text) IsZero() bool { return t == Text{} }

// into returns readers of the text's languages, all of which must be there.
func (t *Text) into() map[string]strictyaml.Reader {
	known := make(map[string]strictyaml.Reader, len(Languages))
	for i, lang := range Languages {
		known[lang] = strictyaml.IntoText(&t[i])
	}
	return known
}

// Read reads a text that is there in every language.
func (t *Text) Read(v strictyaml.Value) error { return v.Fields(t.into(), Languages[:]...) }
