//go:build js

package dom

import (
	"syscall/js"

	"lockstep/wasm/stage"
	"lockstep/web/wall"
)

// history is the page's address, and what else only a stage needs of the browser: a
// stage.Page.
type history struct {
	page  *page
	board *board
	later timer
}

func newHistory(p *page) *history {
	h := &history{page: p}
	h.later.start(p.window)
	return h
}

func (h *history) Address() string { return h.page.window.Get("location").Get("href").String() }

func (h *history) Alone() string {
	own := h.page.document.Get("body").Get("dataset").Get("alone")
	return js.Global().Get("URL").New(own, h.Address()).Get("href").String()
}

func (h *history) SetAddress(fragment string, push bool) bool {
	if h.page.room() != "" {
		return true // which holds what is shown: the page's address names it
	}
	return h.page.host.address.Invoke("#"+fragment, push).Bool()
}

func (h *history) Keep(name, text string) { h.page.host.store.Invoke(name, text) }

func (h *history) Kept(name string) string { return h.page.host.stored.Invoke(name).String() }

func (h *history) Save(name, text string) { h.page.host.save.Invoke(name, text) }

func (h *history) Visit(address string) { h.page.window.Get("location").Call("assign", address) }

func (h *history) Later(d wall.Span, f func()) {
	h.later.after(d, func() {
		f()
		h.page.host.carryOut(&h.page.changes)
	})
}

func (h *history) Copy(p stage.Part) bool {
	h.page.host.carryOut(&h.page.changes) // what is to be copied is there then
	return h.page.host.copy.Invoke(h.board.hosts[p]).Bool()
}

func (h *history) Moved(to stage.Standing, byReader bool) {
	h.page.host.moved.Invoke(to.Runs, int(to.At), int(to.T), to.Happened, to.Playing, to.Speed, byReader)
}

func (h *history) Random(below int64) int64 { return h.page.Random(below) }
