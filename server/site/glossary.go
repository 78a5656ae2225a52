package site

import (
	"html/template"
	"strings"

	"lockstep/server/glossary"
	"lockstep/web/phrase"
)

// glossaryView is the glossary for its template.
type glossaryView struct{ Letters []letterView }

// letterView is the terms that begin alike.
type letterView struct {
	Name  string
	Terms []termView
}

// termView is a term in the page's language.
type termView struct {
	ID, Name, Means string
	English         string // its name there, where it differs
	Lesson          *anchorOf
}

// anchorOf is a place in a lesson.
type anchorOf struct {
	Title   string
	Address template.URL
	Lang    string // where it differs from the page's
}

// renderGlossary renders the words of the field in every language.
func (s *Site) renderGlossary() error {
	t, err := parse("glossary.html")
	if err != nil {
		return err
	}
	for _, lang := range phrase.Languages {
		v := s.view(lang, "glossary")
		v.Glossary = s.glossary(lang)
		v.Title, v.Description = v.Say("glossary.title")+" · Lockstep", v.Say("glossary.lede")
		v.Main, v.Canonical, v.Translations = "glossary", lang+"/glossary", v.Languages
		if err := s.add(t, lang+"/glossary", v); err != nil {
			return err
		}
	}
	return nil
}

func (s *Site) glossary(lang string) *glossaryView {
	english := make(map[string]string)
	for _, l := range s.config.Glossary.Letters(phrase.Languages[0]) {
		for _, e := range l.Entries {
			english[e.ID] = e.Name
		}
	}
	x := &glossaryView{}
	for _, l := range s.config.Glossary.Letters(lang) {
		letter := letterView{Name: l.Name}
		for _, e := range l.Entries {
			t := termView{ID: e.ID, Name: e.Name, Means: e.Means, Lesson: s.lessonOf(lang, e)}
			if !strings.EqualFold(english[e.ID], e.Name) {
				t.English = english[e.ID]
			}
			letter.Terms = append(letter.Terms, t)
		}
		x.Letters = append(x.Letters, letter)
	}
	return x
}

// lessonOf is where a term is explained; nil if there is no such lesson.
func (s *Site) lessonOf(lang string, e *glossary.Entry) *anchorOf {
	l, ok := s.config.Course.Lesson(lang, e.Lesson)
	if !ok {
		return nil
	}
	a := &anchorOf{Title: l.Title, Address: template.URL("lesson/" + l.Slug)}
	if e.Heading != "" {
		a.Address += template.URL("#" + e.Heading)
	}
	if l.Lang != lang {
		a.Lang = l.Lang
	}
	return a
}
