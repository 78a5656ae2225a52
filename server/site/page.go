package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
)

// page is a rendered page.
type page struct {
	lang string
	html []byte
	gzip []byte // the same, compressed
	etag string // without quotes
}

func newPage(html []byte, lang string) (*page, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(html); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(html)
	return &page{lang: lang, html: html, gzip: b.Bytes(), etag: hex.EncodeToString(sum[:12])}, nil
}

func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	p, ok := s.pages[strings.TrimPrefix(r.URL.Path, "/")]
	if !ok {
		s.serveError(w, r, http.StatusNotFound)
		return
	}
	p.serve(w, r)
}

// serve answers with the page.
func (p *page) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	mayBeFramed(h)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", p.lang)
	h.Set("Cache-Control", "no-cache") // keep it, but ask whether it is the latest
	h.Set("Vary", "Accept-Encoding")
	body, etag := p.html, p.etag
	if acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		body, etag = p.gzip, etag+"-gzip"
	}
	h.Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

func acceptsGzip(r *http.Request) bool {
	for item := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, params, _ := strings.Cut(item, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			return quality(params) > 0
		}
	}
	return false
}

// addressMost is how long an address may be, in bytes, to be taken for one that a
// person has mistyped.
const addressMost = 200

// serveError answers with a page in words, in the language of the address or else
// of the reader. Its links climb as far as the address is deep: to a long one the
// answer is a line without any.
func (s *Site) serveError(w http.ResponseWriter, r *http.Request, status int) {
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/") // %2F is no slash to a browser
	lang, _, _ := strings.Cut(path, "/")
	if !known(lang) {
		lang = preferred(r)
	}
	title := fmt.Sprintf("site.error.%d.title", status)
	if len(path) > addressMost {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, fmt.Sprintf("%d: %s", status, s.config.Phrases[lang].Say(title)), status)
		return
	}
	v := s.view(lang, "")
	v.Root = strings.Repeat("../", strings.Count(path, "/"))
	v.Status, v.Main = status, "error"
	v.Title = v.Say(title) + " · Lockstep"
	for i := range v.Languages { // there is no such page in any language
		v.Languages[i].Address = v.Root + v.Languages[i].Lang + "/"
	}
	var b bytes.Buffer
	err := s.errors.ExecuteTemplate(&b, "layout", v)
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	if err != nil {
		s.config.Log.Error("site: no page for an error", "status", status, "err", err)
		http.Error(w, http.StatusText(status), status)
		return
	}
	mayBeFramed(h)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", lang)
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

// broke answers after a panic, unless there is half an answer already. What
// panicked is for the log.
func (s *Site) broke(w http.ResponseWriter, r *http.Request, v any) {
	s.config.Log.Error("site: a handler panicked", "path", fmt.Sprintf("%.*s", addressMost, r.URL.Path), "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	for _, name := range []string{"Content-Encoding", "Content-Length", "ETag"} {
		w.Header().Del(name)
	}
	s.serveError(w, r, http.StatusInternalServerError)
}
