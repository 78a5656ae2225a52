package site

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"
)

// keptPages are pages that are rendered when somebody wants them, and kept: a class
// opens one page together. Those that were longest not wanted are given up.
type keptPages struct{ pages *lru.Cache[string, *keptPage] }

// keptPage is a page, or one that is being rendered.
type keptPage struct {
	turn chan struct{} // one in it while somebody looks at page, or renders it
	page *page         // nil until it is rendered
}

// pagesKept is how many are kept. One has a few hundred KiB.
const pagesKept = 64

func newKeptPages() *keptPages {
	pages, err := lru.New[string, *keptPage](pagesKept)
	if err != nil {
		panic(err) // only for a number below 1
	}
	return &keptPages{pages}
}

// get returns the page of that path. Whoever comes while it is rendered waits for it,
// or until ctx ends. What went wrong is tried again the next time.
func (k *keptPages) get(ctx context.Context, path string, render func() (*page, error)) (*page, error) {
	p, ok := k.pages.Get(path)
	if !ok {
		p = &keptPage{turn: make(chan struct{}, 1)}
		if first, was, _ := k.pages.PeekOrAdd(path, p); was {
			p = first
		}
	}
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-p.turn }()
	if p.page != nil {
		return p.page, nil
	}
	made, err := render()
	p.page = made
	return made, err
}
