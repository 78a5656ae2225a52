package lessons

import (
	"fmt"
	"io/fs"
	"strings"

	"lockstep/sim/strictyaml"
	"lockstep/web/phrase"
)

// Phrases reads the catalog of one language: all phrases/*.<lang>.yaml of the
// tree together, each a flat list of keys and texts. Keys that the language
// lacks are filled from English, so that nobody ever reads a bare key. An error
// names file and line.
func Phrases(tree fs.FS, lang string) (phrase.Catalog, error) {
	all := make(phrase.Catalog)
	if lang != phrase.Languages[0] {
		english, _, err := own(tree, phrase.Languages[0])
		if err != nil {
			return nil, err
		}
		all = english
	}
	c, _, err := own(tree, lang)
	if err != nil {
		return nil, err
	}
	for key, text := range c {
		all[key] = text
	}
	return all, nil
}

// Catalogs reads the phrases of every language.
func Catalogs(tree fs.FS) (map[string]phrase.Catalog, error) {
	all := make(map[string]phrase.Catalog)
	for _, lang := range phrase.Languages {
		c, err := Phrases(tree, lang)
		if err != nil {
			return nil, err
		}
		all[lang] = c
	}
	return all, nil
}

// own reads what is said in that language itself, and where each key stands.
func own(tree fs.FS, lang string) (c phrase.Catalog, at map[string]string, err error) {
	names, err := fs.Glob(tree, "phrases/*."+lang+".yaml")
	if err != nil {
		return nil, nil, err
	}
	if len(names) == 0 {
		return nil, nil, fmt.Errorf("phrases: no file phrases/*.%s.yaml, so nothing can be said in %q", lang, lang)
	}
	c, at = make(phrase.Catalog), make(map[string]string)
	for _, name := range names {
		file, err := strictyaml.ReadFile(tree, name)
		if err != nil {
			return nil, nil, err
		}
		if err := read(c, at, file); err != nil {
			return nil, nil, err
		}
	}
	return c, at, nil
}

func read(c phrase.Catalog, at map[string]string, file strictyaml.Value) error {
	return file.Entries(`some.key: "Some text."`, func(key string, v strictyaml.Value) error {
		text, err := v.Text()
		switch {
		case err != nil:
			return v.Errorf("this must be a string; put it in double quotes")
		case !v.IsString():
			return v.Errorf("this must be a string; put it in double quotes: %q", text)
		case strings.TrimSpace(text) == "":
			return v.Errorf("it has no text")
		case at[key] != "":
			return v.Errorf("it was given before, at %s", at[key])
		}
		at[key], c[key] = v.Place(), text
		return nil
	})
}
