package lint

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"lockstep/server/lesson"
	"lockstep/sim/strictyaml"
	"lockstep/web/phrase"
)

// checkLinks follows every link that an author has written: those that a page makes of
// its own are what its tests are for.
func (c *checker) checkLinks() error {
	pages, err := c.newPages()
	if err != nil {
		return err
	}
	defer pages.close()
	for _, lang := range phrase.Languages {
		for _, l := range c.course.Lessons(lang) {
			if l.Lang == lang { // else it stands in for a translation
				c.checkLinksOf(l, pages)
			}
		}
	}
	return nil
}

func (c *checker) checkLinksOf(l *lesson.Lesson, pages *pages) {
	c.Links += len(l.Links)
	for _, link := range l.Links {
		kind, what := "link", ""
		if link.Picture {
			kind, what = "picture", wrongWithPicture(link.Address)
		} else {
			what = c.wrongWith(l, link.Address, pages)
		}
		if what != "" {
			c.addf(l.File, link.Line, "the %s %q %s", kind, readable(link.Address), what)
		}
	}
}

// readable is an address with its letters as they are read, where that is text.
func readable(address string) string {
	if plain, err := url.PathUnescape(address); err == nil && utf8.ValidString(plain) {
		return plain
	}
	return address
}

// wrongWithPicture says what is wrong with a lesson's picture, or nothing. Those of other
// servers are refused when the lesson is read.
func wrongWithPicture(address string) string {
	if strings.HasPrefix(strings.ToLower(address), "data:") {
		return ""
	}
	return "is nowhere on this site, which serves no files of a lesson; let the text hold it: data:image/png;base64, and so on"
}

// wrongWith says what is wrong with a lesson's link, or nothing.
func (c *checker) wrongWith(l *lesson.Lesson, address string, pages *pages) string {
	to, err := url.Parse(address)
	switch {
	case err != nil:
		return "is no address: " + err.Error()
	case to.Scheme == "https" && to.Host != "" && !strings.ContainsAny(address, " \t"):
		return ""
	case to.Scheme == "https":
		return "leads to no server; want one such as https://redis.io/docs"
	case to.Scheme == "http":
		return "is open to whoever listens on the way; want https://"
	case to.Scheme != "" || to.Host != "":
		return "leads away, and not by https; want https://, or a page of this site"
	case strings.HasPrefix(address, "/"):
		return "begins at the root of the server, and a proxy may have put the site below another path; want one from this page on, such as fencing"
	}
	from := &url.URL{Path: "/" + l.Lang + "/lesson/" + l.Slug}
	target := from.ResolveReference(to)
	if !strings.HasPrefix(target.Path, "/"+l.Lang+"/") {
		return "leads out of this language; want a page of " + l.Lang
	}
	if _, name, _ := strings.Cut(strings.TrimPrefix(target.Path, "/"), "/"); c.spoiled[name] {
		return "" // it is the file of that page that is wrong
	}
	ids, ok := pages.ids(target.Path)
	switch {
	case !ok && c.isAmiss(slugOf(target.Path), phrase.Languages[0]):
		return "" // it is the other file that is wrong
	case !ok:
		return "leads to " + target.Path + ", and there is no such page" + c.perhaps(target.Path)
	case target.Fragment != "" && !ids[target.Fragment]:
		var all []string
		for id := range ids {
			all = append(all, id)
		}
		slices.Sort(all)
		where := "to #" + target.Fragment + ", and nothing on " + target.Path + " has that id"
		if near := strictyaml.Nearest(target.Fragment, all); near != "" {
			where += "; did you mean #" + near + "?"
		}
		return "leads " + where
	}
	return ""
}

// slugOf is the lesson that a page's path is of.
func slugOf(page string) string {
	_, rest, _ := strings.Cut(page, "/lesson/")
	slug, _, _ := strings.Cut(rest, "/")
	return slug
}

// perhaps names the lesson that was perhaps meant.
func (c *checker) perhaps(page string) string {
	var slugs []string
	for _, l := range c.course.Lessons(phrase.Languages[0]) {
		slugs = append(slugs, l.Slug)
	}
	if near := strictyaml.Nearest(slugOf(page), slugs); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}
