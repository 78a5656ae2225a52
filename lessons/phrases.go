package lessons

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"lockstep/web/phrase"
)

// Phrases reads the catalog of one language: all phrases/*.<lang>.yaml of the
// tree together, each a flat list of keys and texts. Keys that the language
// lacks are filled from English, so that nobody ever reads a bare key. An error
// names file and line.
func Phrases(tree fs.FS, lang string) (phrase.Catalog, error) {
	all := make(phrase.Catalog)
	if lang != phrase.Languages[0] {
		english, err := own(tree, phrase.Languages[0])
		if err != nil {
			return nil, err
		}
		all = english
	}
	c, err := own(tree, lang)
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

// own reads what is said in that language itself.
func own(tree fs.FS, lang string) (phrase.Catalog, error) {
	names, err := fs.Glob(tree, "phrases/*."+lang+".yaml")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("phrases: no file phrases/*.%s.yaml, so nothing can be said in %q", lang, lang)
	}
	c := make(phrase.Catalog)
	at := make(map[string]string) // where a key was first given
	for _, name := range names {
		b, err := fs.ReadFile(tree, name)
		if err != nil {
			return nil, err
		}
		if err := read(c, at, name, b); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func read(c phrase.Catalog, at map[string]string, name string, b []byte) error {
	file, err := parser.ParseBytes(b, 0)
	if err != nil {
		return syntaxError(name, err)
	}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		m, ok := doc.Body.(*ast.MappingNode)
		if !ok {
			return fmt.Errorf("%s:%d: want a list of lines such as `some.key: \"Some text.\"`", name, doc.Body.GetToken().Position.Line)
		}
		for _, v := range m.Values {
			here := fmt.Sprintf("%s:%d", name, v.Key.GetToken().Position.Line)
			key := v.Key.GetToken().Value
			text, ok := v.Value.(*ast.StringNode)
			switch {
			case !ok:
				return fmt.Errorf("%s: the text of %q must be a string; put it in double quotes", here, key)
			case strings.TrimSpace(text.Value) == "":
				return fmt.Errorf("%s: %q has no text", here, key)
			case at[key] != "":
				return fmt.Errorf("%s: %q was given before, at %s", here, key, at[key])
			}
			at[key], c[key] = here, text.Value
		}
	}
	return nil
}

// syntaxError turns the YAML parser's error, several lines with a picture, into
// one that begins with the place.
func syntaxError(name string, err error) error {
	var y yaml.Error
	if errors.As(err, &y) {
		return fmt.Errorf("%s:%d: %s", name, y.GetToken().Position.Line, y.GetMessage())
	}
	return fmt.Errorf("%s: %w", name, err)
}
