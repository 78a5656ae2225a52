package glossary

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lockstep/sim/strictyaml"
	"lockstep/sim/unseen"
	"lockstep/web/phrase"
)

// File is where the terms are written down.
const File = "glossary.yaml"

// Glossary is all terms. Nil has none.
type Glossary struct {
	terms []*Term
	forms map[string]map[rune][]form // by language and first letter, the longest first
}

// Term is a word of the field.
type Term struct {
	ID      string
	Lesson  string // the slug of the lesson that explains it
	Heading string // the id of the heading there; empty for the lesson as a whole
	Place   string // file and line

	// Shadows are the terms whose forms may be short for this one, once a text has
	// used it: after an idempotency key, a key may be such a one.
	Shadows []string

	in map[string]*Entry // by language
}

// Entry is a term in one language.
type Entry struct {
	*Term
	Name  string
	Forms []string // as which it is written, too
	Means string
	Sort  string // what it is ordered by
}

// Letter is the entries that begin alike.
type Letter struct {
	Name    string
	Entries []*Entry
}

// Load reads the file of fsys. Whatever is wrong with it is a [strictyaml.Error]; all
// that is wrong is joined, one for each term.
func Load(fsys fs.FS) (*Glossary, error) {
	top, err := strictyaml.ReadFile(fsys, File)
	if err != nil {
		return nil, err
	}
	g := &Glossary{forms: make(map[string]map[rune][]form)}
	var problems []error
	problems = append(problems, top.Fields(map[string]strictyaml.Reader{
		"besides": g.readBesides,
		"terms": func(v strictyaml.Value) error {
			return v.Each("[{id: node, lesson: the-first-lock, en: {name: node, means: …}, …}]", func(v strictyaml.Value) error {
				t, err := readTerm(v)
				if err == nil {
					err = g.add(t, v)
				}
				problems = append(problems, err)
				return nil // the next term is read all the same
			})
		},
	}, "terms"))
	problems = append(problems, g.checkShadows())
	for _, byFirst := range g.forms {
		for _, list := range byFirst {
			slices.SortStableFunc(list, func(a, b form) int { return cmp.Compare(len(b.text), len(a.text)) })
		}
	}
	return g, errors.Join(problems...)
}

// checkShadows tells of shadows that are no terms, once all terms are read.
func (g *Glossary) checkShadows() error {
	var ids []string
	for _, t := range g.terms {
		ids = append(ids, t.ID)
	}
	var problems []error
	for _, t := range g.terms {
		for _, id := range t.Shadows {
			if !slices.Contains(ids, id) {
				problems = append(problems, fmt.Errorf("%s: terms.%s.shadows: there is no term %q; %s", t.Place, t.ID, id, strictyaml.Others(id, ids)))
			}
		}
	}
	return errors.Join(problems...)
}

// readBesides reads words that mean something else: forms of no term.
func (g *Glossary) readBesides(v strictyaml.Value) error {
	known := make(map[string]strictyaml.Reader)
	for _, lang := range phrase.Languages {
		known[lang] = func(v strictyaml.Value) error {
			return v.Each("[关键]", strictyaml.Set(func(text string) error {
				g.enter(lang, form{text: text})
				return nil
			}))
		}
	}
	return v.Fields(known)
}

// enter enters a form where texts that begin like it find it.
func (g *Glossary) enter(lang string, f form) {
	if g.forms[lang] == nil {
		g.forms[lang] = make(map[rune][]form)
	}
	first := firstOf(f.text)
	g.forms[lang][first] = append(g.forms[lang][first], f)
}

func readTerm(v strictyaml.Value) (*Term, error) {
	t := &Term{Place: v.Place(), in: make(map[string]*Entry)}
	known := map[string]strictyaml.Reader{
		"id": strictyaml.Into(&t.ID, strictyaml.Identifier),
		"lesson": strictyaml.Set(func(text string) error {
			var some bool
			t.Lesson, t.Heading, some = strings.Cut(text, "#")
			_, err := strictyaml.Identifier(t.Lesson)
			if err == nil && some {
				_, err = strictyaml.Identifier(t.Heading)
			}
			if err != nil {
				return errors.New("it must be the name of a lesson, and perhaps a heading of it, such as fencing#the-number")
			}
			return nil
		}),
		"shadows": func(v strictyaml.Value) error {
			return v.Each("[token]", strictyaml.Set(func(text string) error {
				t.Shadows = append(t.Shadows, text)
				return nil
			}))
		},
	}
	for _, lang := range phrase.Languages {
		known[lang] = func(v strictyaml.Value) error {
			e, err := readEntry(v, lang)
			e.Term, t.in[lang] = t, e
			return err
		}
	}
	return t, v.Fields(known, append([]string{"id", "lesson"}, phrase.Languages[:]...)...)
}

func readEntry(v strictyaml.Value, lang string) (*Entry, error) {
	e := &Entry{}
	err := v.Fields(map[string]strictyaml.Reader{
		"name":  strictyaml.Into(&e.Name, said),
		"means": strictyaml.Into(&e.Means, said),
		"sort":  strictyaml.Into(&e.Sort, said),
		"forms": func(v strictyaml.Value) error {
			return v.Each("[nodes]", strictyaml.Set(func(text string) error {
				form, err := said(text)
				e.Forms = append(e.Forms, form)
				return err
			}))
		},
	}, "name", "means")
	first, _ := utf8.DecodeRuneInString(e.Name)
	if err == nil && e.Sort == "" && unicode.Is(unicode.Han, first) {
		err = v.Errorf("sort is missing: Chinese is ordered by how it is said, such as suo for 锁")
	}
	e.Sort = strings.ToLower(cmp.Or(e.Sort, e.Name))
	return e, err
}

// said reads a text that a person can see.
func said(text string) (string, error) {
	if strings.TrimSpace(text) != text || text == "" {
		return "", errors.New("it must be a text, without white space around it")
	}
	if hidden := unseen.First(text); hidden != "" {
		return "", errors.New(hidden + " stands in it, which no reader sees; leave it out")
	}
	return text, nil
}

// add enters a term that no other is in the way of.
func (g *Glossary) add(t *Term, v strictyaml.Value) error {
	if other := g.Term(t.ID); other != nil {
		return v.Errorf("there is a term %q already, at %s", t.ID, other.Place)
	}
	for _, lang := range phrase.Languages {
		e := t.in[lang]
		for _, text := range append([]string{e.Name}, e.Forms...) {
			if of := g.formed(lang, text); of != "" {
				return v.Errorf("%s: %q is a form of %s already", lang, text, of)
			}
			g.enter(lang, form{text, t.ID})
		}
	}
	g.terms = append(g.terms, t)
	return nil
}

// Terms returns all terms in the order of the file.
func (g *Glossary) Terms() []*Term {
	if g == nil {
		return nil
	}
	return g.terms
}

// Term returns the term of that id, or nil.
func (g *Glossary) Term(id string) *Term {
	for _, t := range g.Terms() {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// Letters returns the terms in a language, in its order.
func (g *Glossary) Letters(lang string) []Letter {
	var all []*Entry
	for _, t := range g.Terms() {
		all = append(all, t.in[lang])
	}
	slices.SortStableFunc(all, func(a, b *Entry) int { return strings.Compare(a.Sort, b.Sort) })
	var letters []Letter
	for _, e := range all {
		first, _ := utf8.DecodeRuneInString(e.Sort)
		name := string(unicode.ToUpper(first))
		if n := len(letters); n == 0 || letters[n-1].Name != name {
			letters = append(letters, Letter{Name: name})
		}
		last := &letters[len(letters)-1]
		last.Entries = append(last.Entries, e)
	}
	return letters
}
