package lessons

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"lockstep/web/phrase"
)

// Disagreements says which phrases the languages have not alike: a key that one lacks,
// or other placeholders. It joins them all, each with file and line; nil if there are
// none.
func Disagreements(tree fs.FS) error {
	english, there, err := own(tree, phrase.Languages[0])
	if err != nil {
		return err
	}
	var list []error
	for _, lang := range phrase.Languages[1:] {
		c, at, err := own(tree, lang)
		if err != nil {
			return err
		}
		for _, key := range slices.Sorted(maps.Keys(c)) {
			got, want := phrase.Placeholders(c[key]), phrase.Placeholders(english[key])
			switch {
			case !english.Has(key):
				list = append(list, fmt.Errorf("%s: %s: it is not in English", at[key], key))
			case !slices.Equal(got, want):
				list = append(list, fmt.Errorf("%s: %s: it has the placeholders %q, and in English there are %q", at[key], key, got, want))
			}
		}
		for _, key := range slices.Sorted(maps.Keys(english)) {
			if !c.Has(key) {
				list = append(list, fmt.Errorf("%s: %s: it is missing in %s; in English it is %q", there[key], key, lang, english[key]))
			}
		}
	}
	return errors.Join(list...)
}
