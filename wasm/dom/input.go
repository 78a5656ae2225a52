//go:build js

package dom

import (
	"syscall/js"

	"lockstep/wasm/viewer"
)

// listen passes on what hands do, and what else happens to the page.
func (p *page) listen() {
	p.on(p.document, "keydown", p.keydown)
	p.on(p.document, "visibilitychange", func(js.Value) {
		if p.document.Get("visibilityState").String() == "visible" {
			p.viewer.Link().Nudge()
		}
	})
	p.on(p.window, "online", func(js.Value) { p.viewer.Link().Nudge() })

	still := p.window.Call("matchMedia", "(prefers-reduced-motion: reduce)")
	p.on(still, "change", func(js.Value) { p.viewer.SetStill(still.Get("matches").Bool()) })

	for _, f := range p.figures {
		if f.board != nil {
			f.board.listen()
		}
		p.on(f.root, "click", func(e js.Value) {
			if button := e.Get("target").Call("closest", "[data-do]"); !button.IsNull() {
				f.driven.Do(viewer.CommandNamed(button.Get("dataset").Get("do").String()))
			}
		})
		p.on(f.root, "change", func(e js.Value) {
			if e.Get("target").Get("dataset").Get("part").String() == "scrubber" {
				f.driven.Drop()
			}
		})
		p.on(f.root, "input", func(e js.Value) {
			target := e.Get("target")
			switch target.Get("dataset").Get("part").String() {
			case "scrubber":
				f.driven.Scrub(number(target.Get("value")))
			case "speed":
				if percent, ok := viewer.ParseSpeed(target.Get("value").String()); ok {
					f.driven.SetSpeed(percent)
				}
			}
		})
	}
}

// on listens for as long as the page lives, so the function is never released.
func (p *page) on(target js.Value, event string, f func(js.Value)) {
	target.Call("addEventListener", event, js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	}))
}

func (p *page) keydown(e js.Value) {
	if e.Get("defaultPrevented").Bool() {
		return
	}
	f, on := p.focus(e.Get("target"))
	k := viewer.Key{
		Name:      e.Get("key").String(),
		Shift:     e.Get("shiftKey").Bool(),
		Control:   e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool(),
		Modified:  e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() || e.Get("metaKey").Bool(),
		Composing: e.Get("isComposing").Bool() || e.Get("keyCode").Int() == 229,
		On:        on,
	}
	if f != nil && f.board != nil && f.board.press(e.Get("target"), k) {
		e.Call("preventDefault")
		return
	}
	var driven *viewer.Figure
	var inSight []*viewer.Figure
	if f != nil {
		driven = f.driven
	} else {
		inSight = p.inSight()
	}
	if p.viewer.Press(driven, k, inSight) {
		e.Call("preventDefault")
	}
}

// focus says which figure an element is in, nil for none, and what it is to keys.
func (p *page) focus(target js.Value) (*figure, viewer.On) {
	if target.Equal(p.document.Get("body")) {
		return nil, viewer.OnFigure
	}
	for _, f := range p.figures {
		if !f.root.Call("contains", target).Bool() {
			continue
		}
		switch {
		case target.Call("matches", selected("scrubber")).Bool():
			return f, viewer.OnScrubber
		case target.Call("matches", selected("space")).Bool():
			return f, viewer.OnSpace
		case target.Call("matches", "input, select, textarea, [contenteditable]").Bool():
			return f, viewer.OnOther
		case target.Call("matches", "button, a, summary, [role=button]").Bool():
			return f, viewer.OnButton
		}
		return f, viewer.OnFigure
	}
	return nil, viewer.OnOther
}

// inSight returns the figures of which the window shows something.
func (p *page) inSight() []*viewer.Figure {
	var seen []*viewer.Figure
	height := p.window.Get("innerHeight").Float()
	for _, f := range p.figures {
		box := f.root.Call("getBoundingClientRect")
		if box.Get("bottom").Float() > 0 && box.Get("top").Float() < height {
			seen = append(seen, f.driven)
		}
	}
	return seen
}
