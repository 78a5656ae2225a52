//go:build js

package dom

import (
	"strings"
	"syscall/js"

	"lockstep/wasm/course"
	"lockstep/wasm/viewer"
	"lockstep/web/wall"
)

// page is the document and the browser around it.
type page struct {
	viewer   *viewer.Viewer
	host     *host
	changes  list
	figures  []*figure
	lesson   *course.Lesson // nil where the page is none
	window   js.Value
	document js.Value

	frame     js.Func
	requested bool

	wake  timer
	after timer

	socket  js.Value
	sockets [4]js.Func // open, message, close, error
}

// timer is one of the browser's timeouts, set over and over.
type timer struct {
	window js.Value
	fire   js.Func
	id     js.Value
	set    bool
	f      func()
}

func (t *timer) start(window js.Value) {
	t.window = window
	t.fire = js.FuncOf(func(js.Value, []js.Value) any {
		t.set = false
		t.f()
		return nil
	})
}

func (t *timer) after(d wall.Span, f func()) {
	t.stop()
	t.f, t.set = f, true
	t.id = t.window.Call("setTimeout", t.fire, d.Milliseconds())
}

func (t *timer) stop() {
	if t.set {
		t.window.Call("clearTimeout", t.id)
		t.set = false
	}
}

func newPage() *page {
	window := js.Global()
	p := &page{host: newHost(), window: window, document: window.Get("document")}
	p.wake.start(window)
	p.after.start(window)
	p.frame = js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.requested = false
		p.viewer.Frame(wall.Span(args[0].Float() * float64(wall.Millisecond)))
		p.host.carryOut(&p.changes)
		return nil
	})
	// Each socket calls the same four functions; those of a socket that was given
	// up are not listened to.
	current := func(f func(event js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			if args[0].Get("target").Equal(p.socket) {
				f(args[0])
			}
			return nil
		})
	}
	p.sockets = [...]js.Func{
		current(func(js.Value) { p.viewer.Link().Opened() }),
		current(func(e js.Value) {
			p.viewer.Link().Received(bytesOf(js.Global().Get("Uint8Array").New(e.Get("data"))))
		}),
		current(func(e js.Value) { p.viewer.Link().Closed(e.Get("code").Int()) }),
		current(func(js.Value) {}), // a close follows
	}
	return p
}

func bytesOf(array js.Value) []byte {
	b := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(b, array)
	return b
}

// The rest is viewer.Page.

func (p *page) RequestFrame() {
	if !p.requested {
		p.requested = true
		p.window.Call("requestAnimationFrame", p.frame)
	}
}

func (p *page) Changed() { p.RequestFrame() }

func (p *page) CallAfter(d wall.Span, f func()) {
	p.after.after(d, func() {
		f()
		p.host.carryOut(&p.changes)
	})
}

func (p *page) Wake(after wall.Span) {
	if after <= 0 {
		p.wake.stop()
		return
	}
	p.wake.after(after, func() { p.viewer.Link().Woken() })
}

func (p *page) Random(below int64) int64 {
	return int64(js.Global().Get("Math").Call("random").Float() * float64(below))
}

func (p *page) Dial() {
	// http becomes ws, https becomes wss.
	address := "ws" + strings.TrimPrefix(p.host.root, "http") + "ws"
	p.socket = js.Global().Get("WebSocket").New(address)
	p.socket.Set("binaryType", "arraybuffer")
	for i, name := range [...]string{"onopen", "onmessage", "onclose", "onerror"} {
		p.socket.Set(name, p.sockets[i])
	}
}

func (p *page) Send(frame []byte) {
	array := js.Global().Get("Uint8Array").New(len(frame))
	js.CopyBytesToJS(array, frame)
	p.socket.Call("send", array)
}

func (p *page) Hangup() {
	old := p.socket
	p.socket = js.Null()
	old.Call("close")
}
