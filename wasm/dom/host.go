//go:build js

package dom

import "syscall/js"

// host is what the scripts offer, as the global lockstep. It is taken away once it
// is here: nothing on the page needs it.
type host struct {
	figures js.Value // the elements that hold a figure
	root    string   // the address of the server's root

	next, find, keepOne, buffer, apply, copy, address, store, stored, load, save, lesson, listen, moved js.Value

	bytes js.Value // the buffer that lists are copied to
	size  int
}

func newHost() *host {
	const name = "lockstep"
	o := js.Global().Get(name)
	js.Global().Delete(name)
	h := &host{
		figures: o.Get("figures"), root: o.Get("root").String(),
		next: o.Get("next"), find: o.Get("find"), keepOne: o.Get("keep"),
		buffer: o.Get("buffer"), apply: o.Get("apply"),
		copy: o.Get("copy"), address: o.Get("address"), store: o.Get("store"), stored: o.Get("stored"),
		load: o.Get("load"), save: o.Get("save"), lesson: o.Get("lesson"), listen: o.Get("listen"), moved: o.Get("moved"),
	}
	h.grow(0)
	return h
}

// keep gives an element its number.
func (h *host) keep(el js.Value) element {
	h.keepOne.Invoke(el)
	return element(h.next.Invoke().Int() - 1)
}

// all keeps the elements below root that a selector finds: they have count
// numbers from first on.
func (h *host) all(root js.Value, selector string) (first element, count int) {
	first = element(h.next.Invoke().Int())
	return first, h.find.Invoke(root, selector).Int()
}

// first keeps the elements that a selector finds and returns the first.
func (h *host) first(root js.Value, selector string) element {
	first, count := h.all(root, selector)
	if count == 0 {
		return noElement
	}
	return first
}

// carryOut makes the changes of a list.
func (h *host) carryOut(l *list) {
	if len(l.b) == 0 {
		return
	}
	if len(l.b) > h.size {
		h.grow(len(l.b))
	}
	js.CopyBytesToJS(h.bytes, l.b)
	h.apply.Invoke(len(l.b))
	l.b = l.b[:0]
}

func (h *host) grow(size int) {
	h.bytes = h.buffer.Invoke(size)
	h.size = h.bytes.Get("length").Int()
}
