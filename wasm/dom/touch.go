//go:build js

package dom

import (
	"syscall/js"

	"lockstep/wasm/stage"
	"lockstep/wasm/viewer"
)

// listen passes on what is done to the stage, beside what is done to its figure.
func (b *board) listen() {
	p, root := b.figure.page, b.figure.root
	p.on(root, "click", b.click)
	p.on(root, "submit", func(e js.Value) {
		form := e.Get("target").Call("closest", "[data-form]")
		if form.IsNull() {
			return // a dialog's own, which closes it
		}
		e.Call("preventDefault")
		b.driven.Submit(form.Get("dataset").Get("form").String(), b.fields(form))
	})
	p.on(p.window, "popstate", func(js.Value) { b.driven.Restore() })
	for part, el := range b.hosts {
		if !el.IsUndefined() && el.Get("tagName").String() == "DIALOG" {
			p.on(el, "close", func(js.Value) { b.driven.Closed(stage.Part(part)) })
		}
	}
	b.observe()
	if space := b.hosts[stage.Space]; !space.IsUndefined() {
		b.listenToSpace(space)
	}
}

// click does what a button names, or opens the menu of what was taken hold of.
func (b *board) click(e js.Value) {
	target := e.Get("target")
	if button := target.Call("closest", "[data-do]"); !button.IsNull() {
		if button.Call("getAttribute", "aria-disabled").Equal(js.ValueOf("true")) {
			return
		}
		data := button.Get("dataset")
		arg := ""
		if a := data.Get("arg"); !a.IsUndefined() {
			arg = a.String()
		}
		b.driven.Do(data.Get("do").String(), arg)
		return
	}
	if hit := target.Call("closest", "[data-thing]"); !hit.IsNull() {
		hit.Call("focus")
		b.driven.Do("thing", hit.Get("dataset").Get("thing").String())
	}
}

// press does with Enter or Space what a click does to things in the picture, which are
// no buttons to the browser; and with arrows goes from tab to tab.
func (b *board) press(target js.Value, k viewer.Key) bool {
	if next := k.Name == "ArrowRight"; (next || k.Name == "ArrowLeft") && target.Call("matches", `[data-do="tab"]`).Bool() {
		b.driven.StepTab(next)
		return true
	}
	if k.Modified || k.Composing || k.Name != "Enter" && k.Name != " " {
		return false
	}
	data := target.Get("dataset")
	if name := data.Get("thing"); !name.IsUndefined() {
		return b.driven.Do("thing", name.String())
	}
	if seq := data.Get("seq"); !seq.IsUndefined() {
		return b.driven.Do("event", seq.String())
	}
	return false
}

func (b *board) fields(form js.Value) []stage.Field {
	list := b.figure.page.host.fields.Invoke(form)
	fields := make([]stage.Field, list.Length()/3)
	for i := range fields {
		fields[i] = stage.Field{
			Name: list.Index(3 * i).String(), Value: list.Index(3*i + 1).String(), Usual: list.Index(3*i + 2).String(),
		}
	}
	return fields
}

// observe draws anew when there is more room, or less.
func (b *board) observe() {
	resized := js.FuncOf(func(js.Value, []js.Value) any {
		b.resized()
		return nil
	})
	observer := js.Global().Get("ResizeObserver").New(resized)
	observer.Call("observe", b.figure.host)
	for _, part := range [...]stage.Part{stage.Space, stage.Other} {
		if el := b.hosts[part]; !el.IsUndefined() {
			observer.Call("observe", el)
		}
	}
}
