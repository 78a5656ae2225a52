package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"

	"lockstep/server/glossary"
	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// Options are what rendering needs besides the Markdown.
type Options struct {
	// Phrases are the interface's texts by language.
	Phrases map[string]phrase.Catalog
	// Source returns the text of one of the algorithms' files: see lock.Source.
	Source func(name string) (string, bool)
	// Play plays a run to its end: see [Playing]. The events are the caller's.
	Play func(r *run.Run) ([]trace.Event, error)
	// Link writes a run into a page. The page may outlive its server, so the link names the
	// engine and the scenario's edition: see scenario.Library.Link. Nil for [run.Run.Link]: the
	// run alone.
	Link func(r *run.Run) string
	// Glossary is the words that texts link where they first use them; nil for none.
	Glossary *glossary.Glossary
	// Still draws what a scene shows first of its run; nil for the picture that the
	// player shows too.
	Still func(s *Scene, events []trace.Event, c phrase.Catalog) Frame
}

// Lesson is one lesson in one language.
type Lesson struct {
	Slug    string
	Lang    string // of the text: English where there is no translation
	Title   string
	Lede    string
	Summary string
	Order   int
	Source  string // of a translation: the Digest of the English file that it is of
	Digest  string // of the file

	File    string // its name
	Edition string // what is the same as long as an instant of a scene means the same

	// Body is what stands within <main class="lesson">: title and lede, the text
	// and the figures.
	Body         template.HTML
	Headings     []Heading
	Scenes       []*Scene
	Blocks       []Block       // in order
	Terms        []string      // of the glossary, in the order in which the text first uses them
	Links        []Link        // in order, without those to the glossary's terms
	Translations []Translation // all languages of this lesson, this one too

	sourceAt string // file and line
}

// Heading is an entry of a lesson's table of contents.
type Heading struct {
	ID    string
	Text  string
	Level int // 2 or 3
	Line  int // of the file
}

// Translation names a lesson in another language.
type Translation struct{ Lang, Title string }

// Course is all lessons in all languages.
type Course struct {
	slugs   []string // in order
	lessons map[string]map[string]*Lesson
	amiss   map[string]bool // files that could not be read
}

// Load reads, renders and draws every lesson of fsys. The error joins all that
// is wrong, each with file and line; the course is then what could be read.
func Load(fsys fs.FS, o Options) (*Course, error) {
	files, err := fs.Glob(fsys, "*.md")
	if err != nil {
		return nil, err
	}
	c := &Course{lessons: make(map[string]map[string]*Lesson), amiss: make(map[string]bool)}
	var problems []error
	if o.Link == nil {
		o.Link = (*run.Run).Link
	}
	p := &plays{play: o.Play}
	for _, file := range files {
		p.begin(file)
		l, err := load(fsys, file, o, p)
		if err != nil {
			problems = append(problems, err)
			c.amiss[file] = true
			continue
		}
		if c.lessons[l.Slug] == nil {
			c.lessons[l.Slug] = make(map[string]*Lesson)
		}
		c.lessons[l.Slug][l.Lang] = l
	}
	return c, errors.Join(append(problems, c.index())...)
}

// load reads one file, named slug.language.md.
func load(fsys fs.FS, file string, o Options, p *plays) (*Lesson, error) {
	if strings.ContainsFunc(file, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		return nil, fmt.Errorf("%q: the name of a lesson's file holds what nobody can see, such as a line end", file)
	}
	slug, lang, ok := strings.Cut(strings.TrimSuffix(file, ".md"), ".")
	if !ok || !slices.Contains(phrase.Languages[:], lang) {
		return nil, fmt.Errorf("%s: a lesson's file is called name.language.md, the language one of %s", file, strings.Join(phrase.Languages[:], ", "))
	}
	if _, err := strictyaml.Identifier(slug); err != nil {
		return nil, fmt.Errorf("%s: the name of a lesson stands in its address: %w", file, err)
	}
	text, err := readFile(fsys, file)
	if err != nil {
		return nil, err
	}
	l := &Lesson{Slug: slug, Lang: lang, File: file, Digest: digestOf(text)}
	return l, l.render(fsys, text, o, p)
}

// index puts the lessons in order and tells each of its translations. Those without
// English are left out.
func (c *Course) index() error {
	english := phrase.Languages[0]
	var problems []error
	for _, slug := range slices.Sorted(maps.Keys(c.lessons)) {
		byLang := c.lessons[slug]
		if byLang[english] == nil {
			if file := slug + "." + english + ".md"; !c.amiss[file] {
				problems = append(problems, fmt.Errorf("%s: there is no %s, which stands in for languages that are not there", slug, file))
			}
			delete(c.lessons, slug)
			continue
		}
		c.slugs = append(c.slugs, slug)
		var all []Translation
		for _, lang := range phrase.Languages {
			if l := byLang[lang]; l != nil {
				all = append(all, Translation{lang, l.Title})
			}
		}
		for _, l := range byLang {
			l.Translations = all
		}
	}
	slices.SortFunc(c.slugs, func(a, b string) int {
		return cmp.Or(cmp.Compare(c.lessons[a][english].Order, c.lessons[b][english].Order), cmp.Compare(a, b))
	})
	return errors.Join(problems...)
}

// Lesson returns a lesson in that language, or in English where it is not
// translated: Lang says which.
func (c *Course) Lesson(lang, slug string) (*Lesson, bool) {
	byLang, ok := c.lessons[slug]
	if !ok {
		return nil, false
	}
	if l := byLang[lang]; l != nil {
		return l, true
	}
	return byLang[phrase.Languages[0]], true
}

// Challenge returns the challenge of that id.
func (l *Lesson) Challenge(id string) (*Challenge, bool) {
	for _, b := range l.Blocks {
		if x, ok := b.Part.(*Challenge); ok && x.ID == id {
			return x, true
		}
	}
	return nil, false
}

// Lessons returns the course in that language, in order.
func (c *Course) Lessons(lang string) []*Lesson {
	list := make([]*Lesson, len(c.slugs))
	for i, slug := range c.slugs {
		list[i], _ = c.Lesson(lang, slug)
	}
	return list
}
