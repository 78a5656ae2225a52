package web

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// The compressed forms are not compressed here: only which one is served
// matters.
func testAssets(t *testing.T) *Assets {
	t.Helper()
	fsys := fstest.MapFS{
		Manifest: {Data: []byte(`{"style.css":"style.01.css","lockstep.wasm":"lockstep.02.wasm","boot.js":"boot.02.js"}`)},
	}
	for _, name := range []string{"style.01.css", "lockstep.02.wasm", "boot.02.js"} {
		for _, enc := range encodings {
			fsys[name+enc.suffix()] = &fstest.MapFile{Data: []byte(name + " in " + string(enc))}
		}
	}
	a, err := load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func get(t *testing.T, a *Assets, method, path string, header ...string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Result(), string(body)
}

func TestNegotiate(t *testing.T) {
	for _, c := range []struct {
		name, accept string
		want         encoding
	}{
		{"nothing said", "", identity},
		{"a browser", "gzip, deflate, br, zstd", brotli},
		{"no brotli over plain HTTP", "gzip, deflate", gzip},
		{"old name", "x-gzip", gzip},
		{"weights decide", "br;q=0.2, gzip;q=0.9", gzip},
		{"equal weights, smallest", "gzip;q=0.5, br;q=0.5", brotli},
		{"refused", "br;q=0, gzip;q=0", identity},
		{"any", "*", brotli},
		{"any but brotli", "br;q=0, *", gzip},
		{"identity preferred", "identity, br;q=0.5", identity},
		{"nothing acceptable", "zstd, identity;q=0", identity},
		{"case and space", " BR ; Q=1 ", brotli},
		{"malformed weight", "br;q=fast, gzip", gzip},
		{"not a number", "br;q=NaN, gzip", gzip},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := negotiate(c.accept); got != c.want {
				t.Errorf("negotiate(%q) = %s, want %s", c.accept, got, c.want)
			}
		})
	}
}

func TestServesEachEncoding(t *testing.T) {
	a := testAssets(t)
	for accept, want := range map[string]string{"br": "br", "gzip": "gzip", "": ""} {
		res, body := get(t, a, "GET", a.Path("lockstep.wasm"), "Accept-Encoding", accept)
		if res.StatusCode != 200 {
			t.Fatalf("%q: status %d", accept, res.StatusCode)
		}
		if got := res.Header.Get("Content-Encoding"); got != want {
			t.Errorf("%q: Content-Encoding %q, want %q", accept, got, want)
		}
		if want == "" {
			want = "identity"
		}
		if body != "lockstep.02.wasm in "+want {
			t.Errorf("%q: body %q", accept, body)
		}
		if got := res.Header.Get("Vary"); got != "Accept-Encoding" {
			t.Errorf("Vary %q", got)
		}
		if res.ContentLength != int64(len(body)) {
			t.Errorf("%q: Content-Length %d of %d", accept, res.ContentLength, len(body))
		}
	}
	// Two header lines mean the same as one with a comma.
	res, _ := get(t, a, "GET", a.Path("style.css"), "Accept-Encoding", "deflate", "Accept-Encoding", "br")
	if got := res.Header.Get("Content-Encoding"); got != "br" {
		t.Errorf("two lines: Content-Encoding %q", got)
	}
}

func TestTypesAndCaching(t *testing.T) {
	a := testAssets(t)
	for name, want := range map[string]string{
		"style.css":     "text/css; charset=utf-8",
		"boot.js":       "text/javascript; charset=utf-8",
		"lockstep.wasm": "application/wasm",
	} {
		res, _ := get(t, a, "GET", a.Path(name))
		h := res.Header
		if got := h.Get("Content-Type"); got != want {
			t.Errorf("%s: Content-Type %q, want %q", name, got, want)
		}
		if got := h.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options %q", name, got)
		}
		if got := h.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
			t.Errorf("%s: Cache-Control %q", name, got)
		}
	}
}

func TestConditional(t *testing.T) {
	a := testAssets(t)
	path := a.Path("style.css")
	res, _ := get(t, a, "GET", path, "Accept-Encoding", "br")
	tag := res.Header.Get("ETag")

	res, body := get(t, a, "GET", path, "Accept-Encoding", "br", "If-None-Match", `"other", W/`+tag)
	if res.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("known tag: status %d, body %q", res.StatusCode, body)
	}
	if res.Header.Get("ETag") != tag || res.Header.Get("Cache-Control") == "" {
		t.Errorf("304 without ETag or Cache-Control: %v", res.Header)
	}
	// Whoever has the brotli form has not the gzip form.
	res, body = get(t, a, "GET", path, "Accept-Encoding", "gzip", "If-None-Match", tag)
	if res.StatusCode != 200 || body != "style.01.css in gzip" {
		t.Errorf("tag of another encoding: status %d, body %q", res.StatusCode, body)
	}
}

func TestHead(t *testing.T) {
	a := testAssets(t)
	full, body := get(t, a, "GET", a.Path("boot.js"), "Accept-Encoding", "gzip")
	res, none := get(t, a, "HEAD", a.Path("boot.js"), "Accept-Encoding", "gzip")
	if none != "" {
		t.Errorf("HEAD has a body: %q", none)
	}
	for _, name := range []string{"Content-Length", "Content-Type", "Content-Encoding", "ETag"} {
		if got, want := res.Header.Get(name), full.Header.Get(name); got != want || got == "" {
			t.Errorf("HEAD: %s %q, GET says %q", name, got, want)
		}
	}
	if full.ContentLength != int64(len(body)) {
		t.Errorf("Content-Length %d of %d", full.ContentLength, len(body))
	}
}

func TestWhatIsNotThere(t *testing.T) {
	a := testAssets(t)
	for _, path := range []string{
		"/static/", "/static/style.css", "/static/style.00.css", "/static/style.01.css.br",
		"/static/manifest.json", "/static/../web.go", "/other/style.01.css", "/",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path = path
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		res := w.Result()
		if res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, res.StatusCode)
		}
		if got := res.Header.Get("Content-Type"); got != "text/plain; charset=utf-8" {
			t.Errorf("%s: Content-Type %q", path, got)
		}
		if got := res.Header.Get("Cache-Control"); strings.Contains(got, "immutable") || got == "" {
			t.Errorf("%s: a 404 is cached: %q", path, got)
		}
	}
	res, _ := get(t, a, "POST", a.Path("style.css"))
	if res.StatusCode != http.StatusMethodNotAllowed || res.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: status %d, Allow %q", res.StatusCode, res.Header.Get("Allow"))
	}
}

func TestLoadSaysWhatIsMissing(t *testing.T) {
	if _, err := load(fstest.MapFS{}); !errors.Is(err, ErrNotBuilt) {
		t.Errorf("empty dist: %v", err)
	}
	_, err := load(fstest.MapFS{
		Manifest:       {Data: []byte(`{"style.css":"style.01.css"}`)},
		"style.01.css": {Data: []byte("body{}")},
	})
	if err == nil || !strings.Contains(err.Error(), "style.01.css.br") {
		t.Errorf("incomplete dist: %v", err)
	}
}

func TestPathPanicsOnUnknownNames(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	testAssets(t).Path("styles.css")
}
