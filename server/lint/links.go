package lint

import (
	"html"
	"io/fs"
	"net/url"
	"regexp"
	"slices"
	"strings"

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
			if l.Lang != lang {
				continue // it stands in for a translation
			}
			text, err := fs.ReadFile(c.tree, l.File)
			if err != nil {
				return err
			}
			c.checkLinksOf(l, string(text), pages)
		}
	}
	return nil
}

func (c *checker) checkLinksOf(l *lesson.Lesson, text string, pages *pages) {
	for _, address := range addresses(string(l.Body)) {
		lines := linesOf(text, address)
		what := ""
		if len(lines) > 0 {
			what = c.wrongWith(l, address, pages)
		}
		for _, line := range lines {
			c.Links++
			if what != "" {
				c.addf(l.File, line, "the link %q %s", address, what)
			}
		}
	}
}

// href is a link of ours: attributes stand in double quotes, and such quotes are escaped
// elsewhere.
var href = regexp.MustCompile(`<a [^>]*\bhref="([^"]*)"`)

// addresses are where a page's links lead, each once.
func addresses(page string) []string {
	var list []string
	for _, m := range href.FindAllStringSubmatch(page, -1) {
		if address := html.UnescapeString(m[1]); !slices.Contains(list, address) {
			list = append(list, address)
		}
	}
	return list
}

// linesOf are the lines in which an author has written a link to an address: as
// [text](address), <address> or [name]: address.
func linesOf(text, address string) []int {
	forms := []string{address}
	if plain, err := url.PathUnescape(address); err == nil && plain != address {
		forms = append(forms, plain)
	}
	var lines []int
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if slices.ContainsFunc(forms, func(a string) bool {
			return strings.Contains(line, "]("+a+")") || strings.Contains(line, "]("+a+" ") || strings.Contains(line, "<"+a+">") || strings.HasSuffix(line, "]: "+a)
		}) {
			lines = append(lines, n)
		}
	}
	return lines
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
