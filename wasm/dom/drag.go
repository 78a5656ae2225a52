//go:build js

package dom

import "syscall/js"

// slack is how far a pointer may move, in pixels, and still be a click.
const slack = 4

// drag is a pointer that is down on the space-time diagram.
type drag struct {
	down  bool
	moved bool
	x     int // where it was last, in pixels
}

// listenToSpace passes on what is done to the space-time diagram: a drag moves it, the
// wheel with Ctrl zooms, a click goes there.
func (b *board) listenToSpace(space js.Value) {
	p := b.figure.page
	var d drag
	at := func(e js.Value) int {
		return e.Get("clientX").Int() - int(space.Call("getBoundingClientRect").Get("left").Float())
	}
	p.on(space, "pointerdown", func(e js.Value) {
		if e.Get("button").Int() == 0 {
			d = drag{down: true, x: e.Get("clientX").Int()}
		}
	})
	p.on(space, "pointermove", func(e js.Value) {
		if !d.down {
			return
		}
		by := e.Get("clientX").Int() - d.x
		if !d.moved && -slack < by && by < slack {
			return
		}
		if !d.moved {
			d.moved = true
			space.Call("setPointerCapture", e.Get("pointerId"))
		}
		d.x += by
		b.driven.Pan(-by)
	})
	p.on(space, "pointerup", func(e js.Value) {
		clicked := d.down && !d.moved
		d = drag{}
		if !clicked {
			return
		}
		if hit := e.Get("target").Call("closest", "[data-seq]"); !hit.IsNull() {
			b.driven.Do("event", hit.Get("dataset").Get("seq").String())
			return
		}
		b.driven.SeekAt(at(e))
	})
	p.on(space, "pointercancel", func(js.Value) { d = drag{} })
	wheel := js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := args[0]
		if !e.Get("ctrlKey").Bool() {
			return nil // the page scrolls
		}
		e.Call("preventDefault")
		percent := 90
		if e.Get("deltaY").Float() > 0 {
			percent = 111
		}
		b.driven.Zoom(percent, at(e))
		return nil
	})
	space.Call("addEventListener", "wheel", wheel, map[string]any{"passive": false})
}
