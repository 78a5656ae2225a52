package lint

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"

	"lockstep/server/runs"
	"lockstep/server/site"
	"lockstep/sim/lock"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// pages are those that a server of this tree would serve. Which links lead somewhere is
// asked of the site itself.
type pages struct {
	site http.Handler
	pool *runs.Pool
	seen map[string]map[string]bool // the ids of a page; nil if there is none
}

// traceMemory is how many bytes of traces are remembered.
const traceMemory = 16 << 20

func (c *checker) newPages() (*pages, error) {
	pool := runs.NewPool(1, traceMemory, runs.Worlds(c.library))
	s, err := site.New(site.Config{
		Course: c.course, Glossary: c.glossary, Phrases: c.phrases, Matrix: cells{c.matrix, c.engine}, Library: c.library,
		Habits: c.habits, Runs: pool, Source: lock.Source,
		Assets: nothing{}, Socket: nothing{}, Log: slog.New(slog.DiscardHandler),
	})
	p := &pages{s, pool, make(map[string]map[string]bool)}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *pages) close() {
	// Nothing is being played, so there is nothing to wait for.
	_ = p.pool.Close(context.Background())
}

// id is an id of an element of ours.
var id = regexp.MustCompile(`<[a-z][^>]*\bid="([^"]*)"`)

// ids returns the ids of the page at a path, and whether there is one.
func (p *pages) ids(path string) (map[string]bool, bool) {
	ids, ok := p.seen[path]
	if !ok {
		ids = p.read(path)
		p.seen[path] = ids
	}
	return ids, ids != nil
}

func (p *pages) read(path string) map[string]bool {
	r := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: path}, Header: make(http.Header)}
	w := &answer{header: make(http.Header), status: http.StatusOK}
	p.site.ServeHTTP(w, r.WithContext(context.Background()))
	if w.status != http.StatusOK {
		return nil
	}
	ids := make(map[string]bool)
	for _, m := range id.FindAllStringSubmatch(w.body.String(), -1) {
		ids[html.UnescapeString(m[1])] = true
	}
	return ids
}

// answer takes what the site answers.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(b []byte) (int, error) { return a.body.Write(b) }

// nothing stands for assets and the socket, which no author links to.
type nothing struct{}

func (nothing) Path(name string) string                          { return "/static/" + name }
func (nothing) ServeHTTP(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

// cells are the matrix's, if it could be read.
type cells struct {
	*matrix.Matrix
	engine *world.Engine
}

// Cells plays every cell.
func (c cells) Cells() ([]*matrix.Cell, error) {
	if c.Matrix == nil {
		return nil, fmt.Errorf("%s is wrong", matrix.VariantsFile)
	}
	return c.All(c.engine)
}

// Of returns the cell whose run that is.
func (c cells) Of(r *run.Run, events []trace.Event) (*matrix.Cell, bool) {
	if c.Matrix == nil {
		return nil, false
	}
	return c.Matrix.Of(r, events)
}
