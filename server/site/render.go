package site

import (
	"bytes"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"lockstep/server/lesson"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/templates"
)

// view is what a template sees.
type view struct {
	Lang         string
	Title        string
	Description  string
	Root         string        // the relative address of the server's root
	Canonical    string        // the page's address from there; empty for an error
	Languages    []translation // the same page in each language
	Translations []translation // those of them that are translated
	Main         string        // id of the main element
	Course       []entry
	Viewer       *viewer // nil where nothing moves

	Lesson       *lesson.Lesson
	Untranslated bool // it is shown in English instead
	Status       int  // of an error
	Matrix       *matrixView
	Run          *runView
	Libraries    *librariesView
	Playground   *playgroundView
	Glossary     *glossaryView
	Stage        *stageView
	Room         *roomView // of pages of rooms
	Join         *joinView
	Opens        bool // rooms can be opened on this server

	phrases phrase.Catalog
	assets  Assets
	known   *scenario.Library
	worlds  int // that the playground lists
}

// translation is a page in one language.
type translation struct {
	Lang, Name, Short string
	Address           string // relative to the page
	Current           bool
}

// entry is a lesson in the list of lessons.
type entry struct {
	Slug, Title, Summary string
	Number               string
	Lang                 string // where it differs from the page's
	Here                 bool
}

// viewer is what the browser's viewer finds in the page.
type viewer struct {
	Phrases string // see phrase.Catalog.Lines
}

// Say returns a phrase.
func (v *view) Say(key string, args ...string) string { return v.phrases.Say(key, args...) }

// Asset returns the relative address of an asset.
func (v *view) Asset(name string) string {
	return v.Root + strings.TrimPrefix(v.assets.Path(name), "/")
}

func parse(names ...string) (*template.Template, error) {
	return template.New("page").ParseFS(templates.FS, append([]string{"layout.html"}, names...)...)
}

// render renders the course and its lessons in every language.
func (s *Site) render() error {
	course, err := parse("course.html")
	if err != nil {
		return err
	}
	lessons, err := parse("lesson.html")
	if err != nil {
		return err
	}
	for _, lang := range phrase.Languages {
		v := s.view(lang, "")
		v.Title = "Lockstep · " + v.Say("site.course")
		v.Description = v.Say("site.course.lede")
		v.Main, v.Course = "course", s.entries(lang, "")
		v.Canonical, v.Translations = lang+"/", v.Languages
		if err := s.add(course, lang+"/", v); err != nil {
			return err
		}
		for _, l := range s.config.Course.Lessons(lang) {
			if err := s.add(lessons, lang+"/lesson/"+l.Slug, s.lessonView(lang, l)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Site) lessonView(lang string, l *lesson.Lesson) *view {
	v := s.view(lang, "lesson/"+l.Slug)
	v.Title = l.Title + " · Lockstep"
	v.Description = l.Summary
	v.Canonical = l.Lang + "/lesson/" + l.Slug
	v.Translations = v.translationsOf(l)
	v.Main, v.Course = "lesson", s.entries(lang, l.Slug)
	v.Lesson, v.Untranslated = l, l.Lang != lang
	if len(l.Blocks) > 0 {
		// The viewer speaks the lesson's language, which need not be the page's.
		v.Viewer = s.viewerIn(l.Lang)
	}
	return v
}

// translationsOf are the page's languages in which there is the lesson.
func (v *view) translationsOf(l *lesson.Lesson) (list []translation) {
	for _, t := range v.Languages {
		for _, have := range l.Translations {
			if have.Lang == t.Lang {
				list = append(list, t)
			}
		}
	}
	return list
}

// view begins the view of a page whose address within its language is rest.
func (s *Site) view(lang, rest string) *view {
	root := strings.Repeat("../", 1+strings.Count(rest, "/"))
	v := &view{Lang: lang, Root: root, phrases: s.config.Phrases[lang], assets: s.config.Assets, known: s.config.Library, worlds: worldsListed(s.config.Groups), Opens: s.config.Rooms != nil}
	for _, l := range phrase.Languages {
		v.Languages = append(v.Languages, translation{
			Lang: l, Name: endonyms[l].name, Short: endonyms[l].short,
			Address: root + l + "/" + rest, Current: l == lang,
		})
	}
	return v
}

func (s *Site) entries(lang, here string) []entry {
	var list []entry
	for i, l := range s.config.Course.Lessons(lang) {
		e := entry{Slug: l.Slug, Title: l.Title, Summary: l.Summary, Number: strconv.Itoa(i + 1), Here: l.Slug == here}
		if l.Lang != lang {
			e.Lang = l.Lang
		}
		list = append(list, e)
	}
	return list
}

// viewerIn is the viewer of a page, in a language.
func (s *Site) viewerIn(lang string) *viewer {
	said := maps.Clone(s.config.Phrases[lang])
	maps.DeleteFunc(said, func(key, _ string) bool { return unsaid(key) })
	return &viewer{Phrases: said.Lines()}
}

// unsaid tells of a phrase that no viewer says it: it is of other pages, or about runs
// as wholes, of which the server tells the viewer.
func unsaid(key string) bool {
	part, rest, _ := strings.Cut(key, ".")
	switch part {
	case "site", "demo", "live", "challenge", "compare", "input", "glossary", "goal", "room":
		return true
	case "verdict":
		return rest != trace.VerdictOK && rest != trace.VerdictStuck && rest != trace.VerdictGuarded && rest != trace.VerdictBroken
	}
	return false
}

func (s *Site) add(t *template.Template, path string, v *view) error {
	p, err := rendered(t, v)
	if err != nil {
		return fmt.Errorf("page %s: %w", path, err)
	}
	s.pages[path] = p
	return nil
}

// rendered renders one page.
func rendered(t *template.Template, v *view) (*page, error) {
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "layout", v); err != nil {
		return nil, err
	}
	return newPage(b.Bytes(), v.Lang)
}

// answer answers with a page that is made for this request alone.
func (s *Site) answer(w http.ResponseWriter, t *template.Template, v *view, status int) {
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, "layout", v); err != nil {
		panic(err) // which becomes a page in words
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", v.Lang)
	w.WriteHeader(status)
	w.Write([]byte(b.String()))
}
