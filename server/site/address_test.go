package site

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// Below which path a proxy has put the server, only the browser knows: an address
// that begins with a slash, or another host, would lead out of there.
func TestNoAddressLeadsOut(t *testing.T) {
	s, _ := newSite(t)
	for _, tt := range []struct {
		path   string
		status int
	}{
		{"/static", 404},
		{"/static/", 404},
		{"/static/../x", 404},
		{"/static/../en/", 404},
		{"/static/%2e%2e/en/", 404},
		{"/static//style.css.0123", 404},
		{"//", 404},
		{"//en/", 404},
		{"//evil.test/", 404},
		{"//evil.test/..", 404},
		{"/./en/", 404},
		{"/en//", 404},
		{"/en/.", 404},
		{"/en/lesson", 404},
		{"/en/lesson/", 404},
		{"/en/lesson/./first", 404},
		{"/en/lesson/nothing/", 404},
		{"/en/lesson/%2f%2fevil.test/", 404},
		{"/en/lesson/evil.test%3a/", 404},
		{"/ws/", 404},
		{"/healthz/", 404},
		{"/en?to=//evil.test", 301},
		{"/en/lesson/first/", 301},
		{"/?x=1", 302},
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			w := askExactly(t, s, method, tt.path)
			if w.Code != tt.status {
				t.Errorf("%s %s: %d, want %d", method, tt.path, w.Code, tt.status)
			}
			to := w.Header().Get("Location")
			if u, err := url.Parse(to); err != nil || u.IsAbs() || u.Host != "" || strings.HasPrefix(u.Path, "/") {
				t.Errorf("%s %s leads to %q", method, tt.path, to)
			}
		}
	}
}

// askExactly asks for a path as it stands in a request's first line: a host does
// not begin after two slashes there.
func askExactly(t *testing.T, h http.Handler, method, path string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, "/", nil)
	var err error
	if r.URL, err = url.ParseRequestURI(path); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// The links of an error page lead to the course, from any address, below any path
// of a proxy's.
func TestLinksOfErrorPages(t *testing.T) {
	s, _ := newSite(t)
	for _, path := range []string{"/nothing", "/a/b/c", "/a%2Fb/c", "//a//b"} {
		w := askExactly(t, s, http.MethodGet, path)
		link, _ := find(parseHTML(t, w.Body.String()), "a", "class", "wordmark")
		if got := browse("/sub"+path, link.attr["href"]); got != "/sub/en/" {
			t.Errorf("%s: the link %q leads to %s", path, link.attr["href"], got)
		}
	}
}

// browse follows a link as a browser does, for whom every slash counts.
func browse(path, link string) string {
	dirs := strings.Split(path[:strings.LastIndex(path, "/")], "/")
	for rest, up := strings.CutPrefix(link, "../"); up; rest, up = strings.CutPrefix(link, "../") {
		dirs, link = dirs[:len(dirs)-1], rest
	}
	return strings.Join(dirs, "/") + "/" + link
}

// Whoever asks for much that is not there is told little.
func TestErrorsDoNotEcho(t *testing.T) {
	for _, path := range []string{
		"/" + strings.Repeat("a", 10_000),
		strings.Repeat("/a", 5_000),
		strings.Repeat("/", 10_000),
		"/static/" + strings.Repeat("a", 10_000),
		"/en/lesson/" + strings.Repeat("a", 10_000) + "/",
		"/" + strings.Repeat("%2f", 3_000),
	} {
		s, log := newSite(t)
		w := get(s, path, "Accept-Language", "zh")
		if w.Code != 404 {
			t.Errorf("%.20s…: %d", path, w.Code)
		}
		size := w.Body.Len()
		for name, values := range w.Header() {
			size += len(name) + len(strings.Join(values, ""))
		}
		if size > 5000 || strings.Contains(w.Body.String(), strings.Repeat("a", 201)) || strings.Contains(w.Body.String(), strings.Repeat("../", 201)) {
			t.Errorf("%.20s…: the answer has %d bytes, %.300q", path, size, w.Body)
		}
		if log.Len() > 0 {
			t.Errorf("%.20s…: it logs %.300q", path, log)
		}
	}
	s, log := newSite(t)
	s.mux.HandleFunc("GET /panic/{rest...}", func(http.ResponseWriter, *http.Request) { panic("a fault") })
	if w := get(s, "/panic/"+strings.Repeat("a", 10_000)); w.Code != 500 || strings.Contains(log.String(), strings.Repeat("a", 201)) {
		t.Errorf("%d, and it logs %.300q", w.Code, log)
	}
}
