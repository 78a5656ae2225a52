package site

import (
	"fmt"
	"net/http"
	"strings"
	"sync"

	"lockstep/web/phrase"
)

// playedPage is a page that takes many runs: it is rendered in every language when
// somebody first wants it.
type playedPage struct {
	site   *Site
	name   string                      // of the address, its template and its phrases
	render func() (playedPages, error) // whoever comes meanwhile waits

	mu    sync.Mutex
	pages map[string]*page // by language; nil until they are whole
}

// playedPages is such a page by language.
type playedPages struct {
	pages map[string]*page
	whole bool // no run is missing: another try could not do better
}

// get renders the page, unless it was. What went wrong is tried again the next time: a
// world that broke is replaced.
func (p *playedPage) get() (map[string]*page, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pages != nil {
		return p.pages, nil
	}
	made, err := p.render()
	if err == nil && made.whole {
		p.pages = made.pages
	}
	return made.pages, err
}

// ServeHTTP answers with the page in the language of the address.
func (p *playedPage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	pages, err := p.get()
	if err != nil {
		p.site.config.Log.Error("site: the page "+p.name+" cannot be shown", "err", err)
		p.site.serveError(w, r, http.StatusInternalServerError)
		return
	}
	lang, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	pages[lang].serve(w, r)
}

// renderEach renders a page in every language, of what fill gives to its template.
func (s *Site) renderEach(name string, fill func(*view)) (map[string]*page, error) {
	t, err := parse(name + ".html")
	if err != nil {
		return nil, err
	}
	pages := make(map[string]*page)
	for _, lang := range phrase.Languages {
		v := s.view(lang, name)
		v.phrases = unbroken(v.phrases)
		fill(v)
		v.Title = v.Say("site."+name) + " · Lockstep"
		v.Description = v.Say("site." + name + ".link")
		v.Main, v.Canonical, v.Translations = name, lang+"/"+name, v.Languages
		if pages[lang], err = rendered(t, v); err != nil {
			return nil, fmt.Errorf("page %s/%s: %w", lang, name, err)
		}
	}
	return pages, nil
}
