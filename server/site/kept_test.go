package site

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// A class that opens a page has it rendered once, and gets the very same.
func TestAPageIsRenderedOnceForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, made, release := newKeptPages(), &page{}, make(chan struct{})
		var rendered, got atomic.Int32
		for range 30 {
			go func() {
				p, err := k.get(t.Context(), "en/play/redlock", func() (*page, error) {
					rendered.Add(1)
					<-release
					return made, nil
				})
				if p == made && err == nil {
					got.Add(1)
				}
			}()
		}
		synctest.Wait()
		if got.Load() != 0 {
			t.Errorf("%d have the page before it is rendered", got.Load())
		}
		close(release)
		synctest.Wait()
		if rendered.Load() != 1 || got.Load() != 30 {
			t.Errorf("rendered %d times, and %d of 30 have the page", rendered.Load(), got.Load())
		}
	})
}

// Who waits may leave. What broke is tried again, and keeps nobody waiting.
func TestAPageThatCannotBeRenderedIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, amiss := newKeptPages(), errors.New("amiss")
		ctx, leave := context.WithCancel(t.Context())
		release := make(chan struct{})
		go k.get(t.Context(), "p", func() (*page, error) { <-release; return nil, amiss })
		synctest.Wait()
		left := make(chan error, 1)
		go func() {
			_, err := k.get(ctx, "p", func() (*page, error) { return &page{}, nil })
			left <- err
		}()
		synctest.Wait()
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("who left got %v", err)
		}
		close(release)
		synctest.Wait()
		if _, err := k.get(t.Context(), "p", func() (*page, error) { return nil, amiss }); err != amiss {
			t.Errorf("got %v, want what is amiss", err)
		}
		if p, err := k.get(t.Context(), "p", func() (*page, error) { return &page{}, nil }); p == nil || err != nil {
			t.Errorf("once it is well it got %v, %v", p, err)
		}
	})
}

// Pages longest not wanted are given up.
func TestKeptPagesAreBounded(t *testing.T) {
	k, rendered := newKeptPages(), 0
	want := func(path string) {
		if _, err := k.get(t.Context(), path, func() (*page, error) { rendered++; return &page{}, nil }); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2 * pagesKept {
		want(strconv.Itoa(i))
		want("0")
	}
	want("1")
	if rendered != 2*pagesKept+1 || k.pages.Len() != pagesKept {
		t.Errorf("rendered %d pages and kept %d; want %d and %d", rendered, k.pages.Len(), 2*pagesKept+1, pagesKept)
	}
}

// The stage's page is kept, in each language its own.
func TestStagePagesAreKept(t *testing.T) {
	s, _ := newSite(t)
	for _, path := range stages {
		first := get(s, path).Body.String()
		p, ok := s.stages.pages.Get(path[1:])
		if !ok || string(p.page.html) != first || get(s, path).Body.String() != first {
			t.Errorf("%s: the page is not kept", path)
		}
	}
	if before := s.stages.pages.Len(); get(s, "/en/play/nothing").Code != 404 || s.stages.pages.Len() != before {
		t.Error("a page of no scenario takes the place of another")
	}
}
