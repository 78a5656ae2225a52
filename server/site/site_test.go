package site

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"lockstep/web/phrase"
)

// inline says what in a page the content policy would refuse.
func inline(list []element) []string {
	var bad []string
	for _, e := range list {
		if e.name == "style" || e.name == "script" && (e.attr["src"] == "" || e.text != "") {
			bad = append(bad, e.String())
		}
		for name, value := range e.attr {
			value = strings.TrimSpace(strings.ToLower(value))
			if name == "style" || strings.HasPrefix(name, "on") || strings.HasPrefix(value, "javascript:") ||
				slices.Contains([]string{"src", "href", "action", "data"}, name) && (strings.HasPrefix(value, "http") || strings.HasPrefix(value, "//")) {
				bad = append(bad, "<"+e.name+" "+name+"="+value+">")
			}
		}
	}
	return bad
}

func TestPagesHoldNothingInline(t *testing.T) {
	s, _ := newSite(t)
	for _, path := range append(pages, "/nothing") {
		for _, bad := range inline(parseHTML(t, get(s, path).Body.String())) {
			t.Errorf("%s: %s", path, bad)
		}
	}
}

func TestInlineCanary(t *testing.T) {
	for _, html := range []string{
		`<p style="color:red"></p>`, `<p><style>p{}</style></p>`, `<script>alert(1)</script>`, `<button onclick="x()"></button>`,
		`<a href="javascript:x()"></a>`, `<img src="https://elsewhere.test/x.png">`, `<script src="//elsewhere.test/x.js"></script>`,
	} {
		if len(inline(parseHTML(t, "<body>"+html+"</body>"))) == 0 {
			t.Errorf("%s passes", html)
		}
	}
}

func TestEveryAnswerIsProtected(t *testing.T) {
	s, _ := newSite(t)
	answers := map[string]*httptest.ResponseRecorder{
		"post": ask(s, http.MethodPost, "/en/"), "panic": get(s, "/static/panic"),
	}
	for _, path := range append(pages, "/", "/nothing", "/healthz", "/icon.svg", "/static/style.css.0123", "/static/old.css", "/ws") {
		answers[path] = get(s, path)
	}
	for name, w := range answers {
		framedBy := "'self'"
		if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			framedBy = "*" // a course's page may show it
		}
		for header, want := range map[string]string{
			"Content-Security-Policy":      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors " + framedBy,
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "same-origin",
			"Cross-Origin-Opener-Policy":   "", // browsers warn about one without TLS
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := w.Header().Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", name, header, got, want)
			}
		}
		if w.Header().Get("Permissions-Policy") == "" {
			t.Errorf("%s: no Permissions-Policy", name)
		}
	}
}

// Where the browser's connection is encrypted, be it to a proxy before us, no page that
// opened ours has a hand on it.
func TestOpenersAreKeptOffWithTLS(t *testing.T) {
	s, _ := newSite(t)
	direct := httptest.NewRequest(http.MethodGet, "https://lockstep.test/en/", nil)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, direct)
	for name, w := range map[string]*httptest.ResponseRecorder{"direct": w, "a proxy": get(s, "/en/", "X-Forwarded-Proto", "https")} {
		if got := w.Header().Get("Cross-Origin-Opener-Policy"); got != "same-origin" {
			t.Errorf("%s: the opener policy is %q", name, got)
		}
	}
	if got := get(s, "/en/", "X-Forwarded-Proto", "http").Header().Get("Cross-Origin-Opener-Policy"); got != "" {
		t.Errorf("a proxy without TLS: the opener policy is %q", got)
	}
}

func TestAPageSaysWhatItIs(t *testing.T) {
	for _, tt := range []struct {
		path        string
		lang        string // of the page
		mainLang    string // of its main part, where it differs
		title       string
		canonical   string
		translated  []string // hreflang of alternates
		viewer      bool
		description string
	}{
		{"/en/", "en", "", "Lockstep · Distributed locks", "../en/", []string{"en", "ms", "zh"}, false, "Watch real Redis commands"},
		{"/zh/", "zh", "", "Lockstep · 分布式锁", "../zh/", []string{"en", "ms", "zh"}, false, "看真实的"},
		{"/en/lesson/first", "en", "", "First & foremost · Lockstep", "../../en/lesson/first", []string{"en", "zh"}, true, `The first "lesson".`},
		{"/zh/lesson/first", "zh", "", "第一课 · Lockstep", "../../zh/lesson/first", []string{"en", "zh"}, true, "The first"},
		{"/ms/lesson/first", "ms", "en", "First & foremost · Lockstep", "../../en/lesson/first", []string{"en", "zh"}, true, "The first"},
		{"/ms/matrix", "ms", "", "Matriks · Lockstep", "../ms/matrix", []string{"en", "ms", "zh"}, false, "Setiap kunci"},
		{brokenRun("zh"), "zh", "", "工作很久：令牌 · Lockstep", "", nil, true, "A 的工作要 15 秒。"},
		{"/zh/play", "zh", "", "自由演练场 · Lockstep", "../zh/play", []string{"en", "ms", "zh"}, false, "挑一个世界"},
		{"/ms/play/redlock", "ms", "", "Redlock pada lima nod · Lockstep", "../../ms/play/redlock", []string{"en", "ms", "zh"}, true, "A mengambil kunci"},
		{"/ms/glossary", "ms", "", "Istilah bidang ini · Lockstep", "../ms/glossary", []string{"en", "ms", "zh"}, false, "Maksud setiap istilah"},
		{"/en/lesson/second", "en", "", "Second · Lockstep", "../../en/lesson/second", []string{"en"}, false, "The second."},
	} {
		t.Run(tt.path, func(t *testing.T) {
			s, _ := newSite(t)
			w := get(s, tt.path)
			if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/html; charset=utf-8" || w.Header().Get("Content-Language") != tt.lang {
				t.Fatalf("%d %v", w.Code, w.Header())
			}
			list := parseHTML(t, w.Body.String())
			if e, _ := find(list, "html", "", ""); e.attr["lang"] != tt.lang {
				t.Errorf("html lang is %q", e.attr["lang"])
			}
			if e, _ := find(list, "title", "", ""); e.text != tt.title {
				t.Errorf("title is %q, want %q", e.text, tt.title)
			}
			if e, _ := find(list, "meta", "name", "description"); !strings.HasPrefix(e.attr["content"], tt.description) {
				t.Errorf("description is %q", e.attr["content"])
			}
			if _, ok := find(list, "meta", "name", "viewport"); !ok {
				t.Error("no viewport")
			}
			if e, _ := find(list, "link", "rel", "canonical"); e.attr["href"] != tt.canonical {
				t.Errorf("canonical is %q, want %q", e.attr["href"], tt.canonical)
			}
			var alternates []string
			for _, e := range list {
				if e.name == "link" && e.attr["rel"] == "alternate" {
					alternates = append(alternates, e.attr["hreflang"])
				}
			}
			if !slices.Equal(alternates, tt.translated) {
				t.Errorf("alternates are %q, want %q", alternates, tt.translated)
			}
			main, _ := find(list, "main", "", "")
			if main.attr["lang"] != tt.mainLang {
				t.Errorf("main lang is %q, want %q", main.attr["lang"], tt.mainLang)
			}
			if e, ok := find(list, "a", "class", "skip"); !ok || e.attr["href"] != "#"+main.attr["id"] || e.text == "" {
				t.Errorf("the skip link is %v %v, and main is %q", e, e.attr, main.attr["id"])
			}
			if e, ok := find(list, "a", "aria-current", "true"); !ok || e.attr["hreflang"] != tt.lang {
				t.Errorf("the current language is shown as %q", e.attr["hreflang"])
			}
			preload, ok := find(list, "link", "rel", "preload")
			if ok != tt.viewer {
				t.Errorf("the viewer is preloaded: %v, want %v", ok, tt.viewer)
			}
			if ok && (preload.attr["as"] != "fetch" || preload.attr["href"] != "../../static/lockstep.wasm.0123" || preload.attr["crossorigin"] == "") {
				t.Errorf("preload is %v", preload.attr)
			}
			for _, name := range []string{"header", "nav", "main", "h1"} {
				if _, ok := find(list, name, "", ""); !ok {
					t.Errorf("no %s", name)
				}
			}
		})
	}
}

func TestTheViewerFindsItsPhrases(t *testing.T) {
	s, _ := newSite(t)
	_, rest, ok := strings.Cut(get(s, "/zh/lesson/first").Body.String(), `<template id="phrases">`)
	text, _, closed := strings.Cut(rest, "</template>")
	if !ok || !closed {
		t.Fatal("no template of phrases")
	}
	c, err := phrase.ParseLines(unescape(t, text))
	if err != nil {
		t.Fatal(err)
	}
	if want := s.config.Phrases["zh"]["figure.play"]; want == "" || c["figure.play"] != want {
		t.Errorf("figure.play is %q, want %q", c["figure.play"], want)
	}
	if c.Has("site.skip") {
		t.Error("it carries phrases of the pages")
	}
}

func unescape(t *testing.T, html string) string {
	t.Helper()
	return parseHTML(t, "<p>"+html+"</p>")[0].text
}

func TestLanguageOfTheReader(t *testing.T) {
	s, _ := newSite(t)
	for _, tt := range []struct{ accept, want string }{
		{"", "en/"},
		{"zh-CN,zh;q=0.9,en;q=0.8", "zh/"},
		{"ms-MY", "ms/"},
		{"de,fr;q=0.9", "en/"},
		{"de,ms;q=0.2,zh;q=0.3", "zh/"},
		{"ZH-hant", "zh/"},
		{"zh;q=0,ms;q=0.1", "ms/"},
		{"zh;q=high,*", "en/"},
		{"zh;q=NaN", "en/"},
		{",,;;=,", "en/"},
	} {
		w := get(s, "/?from=mail", "Accept-Language", tt.accept)
		if w.Code != http.StatusFound || w.Header().Get("Location") != tt.want+"?from=mail" || w.Header().Get("Vary") != "Accept-Language" {
			t.Errorf("%q: %d to %q, vary %q; want to %q", tt.accept, w.Code, w.Header().Get("Location"), w.Header().Get("Vary"), tt.want)
		}
	}
}

func TestAddressesThatPeopleWrite(t *testing.T) {
	s, _ := newSite(t)
	for _, tt := range []struct {
		path string
		want string // where it leads
	}{
		{"/en", "/en/"},
		{"/zh?x=1", "/zh/?x=1"},
		{"/en/lesson/first/", "/en/lesson/first"},
		{"/en/lesson/first/?x=1", "/en/lesson/first?x=1"},
		{"/en/play/", "/en/play"},
	} {
		w := get(s, tt.path)
		base, _ := url.Parse(tt.path)
		to, err := base.Parse(w.Header().Get("Location"))
		if err != nil || w.Code != http.StatusMovedPermanently || to.String() != tt.want {
			t.Errorf("%s: %d to %q, want %q", tt.path, w.Code, to, tt.want)
		}
	}
}

func TestErrorsArePages(t *testing.T) {
	s, log := newSite(t)
	for _, tt := range []struct {
		name          string
		method, path  string
		accept        string
		status        int
		lang, title   string
		allow, logged string
	}{
		{"no page", "GET", "/nothing", "", 404, "en", "There is no such page", "", ""},
		{"the reader's language", "GET", "/nothing", "zh", 404, "zh", "没有这个页面", "", ""},
		{"the address's language", "GET", "/ms/lesson/nothing", "zh", 404, "ms", "Halaman ini tidak wujud", "", ""},
		{"no scenario", "GET", "/zh/play/nothing", "", 404, "zh", "没有这个页面", "", ""},
		{"no language", "GET", "/fr/", "", 404, "en", "There is no such page", "", ""},
		{"deep", "GET", "/a/b/c/d", "", 404, "en", "There is no such page", "", ""},
		{"dots", "GET", "/en/../../etc/passwd", "", 404, "en", "There is no such page", "", ""},
		{"escaped", "GET", "/en/lesson/..%2F..%2Fsecret", "", 404, "en", "There is no such page", "", ""},
		{"a tag", "GET", "/<script>alert(1)</script>", "", 404, "en", "There is no such page", "", ""},
		{"posted", "POST", "/zh/", "", 405, "zh", "页面只能读取", "GET, HEAD", ""},
		{"deleted", "DELETE", "/static/style.css.0123", "", 405, "en", "A page can only be read", "GET, HEAD", ""},
		{"broken", "GET", "/static/panic", "", 500, "en", "This went wrong on the server", "", "a fault of the assets"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log.Reset()
			w := ask(s, tt.method, tt.path, "Accept-Language", tt.accept)
			body := w.Body.String()
			list := parseHTML(t, body)
			h1, _ := find(list, "h1", "", "")
			html, _ := find(list, "html", "", "")
			if w.Code != tt.status || h1.text != tt.title || html.attr["lang"] != tt.lang || w.Header().Get("Allow") != tt.allow {
				t.Errorf("%d %q in %q, allow %q", w.Code, h1.text, html.attr["lang"], w.Header().Get("Allow"))
			}
			if w.Header().Get("Cache-Control") != "no-store" {
				t.Error("it may be kept")
			}
			if strings.Contains(body, "goroutine") || strings.Contains(body, "fault of the assets") || strings.Contains(body, "<script>alert") {
				t.Errorf("it tells what it should not: %s", body)
			}
			if !strings.Contains(log.String(), tt.logged) || tt.logged == "" && log.Len() > 0 {
				t.Errorf("logged %q, want %q", log, tt.logged)
			}
			// The links lead somewhere.
			follow(t, s, tt.path, list)
		})
	}
}

// Every address in every page answers, at the root of a host and below a path.
func TestAddressesAnswer(t *testing.T) {
	s, _ := newSite(t)
	for _, prefix := range []string{"", "/teaching/locks"} {
		h := http.StripPrefix(prefix, s)
		for _, path := range pages {
			w := get(h, prefix+path)
			if n := follow(t, h, prefix+path, parseHTML(t, w.Body.String())); n < 6 {
				t.Errorf("%s: only %d addresses", path, n)
			}
		}
	}
}

// follow asks for every address in a page, and returns how many there were.
func follow(t *testing.T, h http.Handler, path string, list []element) int {
	t.Helper()
	base, err := url.Parse("http://lockstep.test" + path)
	if err != nil {
		base = &url.URL{Scheme: "http", Host: "lockstep.test", Path: path}
	}
	n := 0
	for _, e := range list {
		for _, name := range []string{"href", "src"} {
			address := e.attr[name]
			if address == "" || strings.HasPrefix(address, "#") {
				continue
			}
			to, err := base.Parse(address)
			if err != nil {
				t.Errorf("%s: %s: %v", path, address, err)
				continue
			}
			n++
			if w := get(h, to.RequestURI()); w.Code != http.StatusOK {
				t.Errorf("%s: %s leads to %s, which answers %d", path, address, to.RequestURI(), w.Code)
			}
		}
	}
	return n
}

func TestPagesAreKeptByTheBrowser(t *testing.T) {
	s, _ := newSite(t)
	plain := get(s, "/en/lesson/first")
	for _, tt := range []struct {
		name, encoding string
		compressed     bool
	}{
		{"gzip", "gzip, deflate, br", true},
		{"none", "", false},
		{"refused", "gzip;q=0", false},
		{"another", "br", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := get(s, "/en/lesson/first", "Accept-Encoding", tt.encoding)
			body := io.Reader(w.Body)
			if tt.compressed != (w.Header().Get("Content-Encoding") == "gzip") {
				t.Fatalf("encoded as %q", w.Header().Get("Content-Encoding"))
			}
			if tt.compressed {
				z, err := gzip.NewReader(w.Body)
				if err != nil {
					t.Fatal(err)
				}
				body = z
			}
			b, err := io.ReadAll(body)
			if err != nil || !bytes.Equal(b, plain.Body.Bytes()) {
				t.Errorf("%d bytes and %v, want the page's %d", len(b), err, plain.Body.Len())
			}
			if w.Header().Get("Cache-Control") != "no-cache" || w.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("%v", w.Header())
			}
			again := get(s, "/en/lesson/first", "Accept-Encoding", tt.encoding, "If-None-Match", w.Header().Get("ETag"))
			if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
				t.Errorf("asked again: %d with %d bytes", again.Code, again.Body.Len())
			}
			if other := get(s, "/en/lesson/second", "If-None-Match", w.Header().Get("ETag")); other.Code != http.StatusOK {
				t.Errorf("another page has the same tag: %d", other.Code)
			}
		})
	}
	if w := ask(s, http.MethodHead, "/en/"); w.Code != http.StatusOK || w.Body.Len() != 0 {
		t.Errorf("HEAD: %d with %d bytes", w.Code, w.Body.Len())
	}
}

func TestOnlyRealLessonsAreListed(t *testing.T) {
	s, _ := newSite(t)
	var titles []string
	list, _, _ := strings.Cut(get(s, "/ms/").Body.String(), `<section class="lessons" aria-labelledby="words"`)
	for _, e := range parseHTML(t, list+"</main></body></html>") {
		if e.name == "b" {
			titles = append(titles, e.text+" "+e.attr["lang"])
		}
	}
	if want := []string{"First & foremost en", "Second en"}; !slices.Equal(titles, want) {
		t.Errorf("got %q, want %q", titles, want)
	}
}

func TestHealth(t *testing.T) {
	s, _ := newSite(t)
	if w := get(s, "/healthz"); w.Code != http.StatusOK || w.Body.String() != "ok\n" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %q %v", w.Code, w.Body, w.Header())
	}
	if w := get(s, "/ws"); w.Body.String() != "socket" {
		t.Errorf("/ws: %q", w.Body)
	}
}

func TestAbortedAnswersStayAborted(t *testing.T) {
	s, log := newSite(t)
	h := *s
	h.mux = http.NewServeMux()
	h.mux.HandleFunc("GET /abort", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	defer func() {
		if v := recover(); v != http.ErrAbortHandler || log.Len() > 0 {
			t.Errorf("recovered %v, logged %q", v, log)
		}
	}()
	get(&h, "/abort")
	t.Error("it answered")
}
