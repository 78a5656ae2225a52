//go:build js

package dom

import (
	"lockstep/wasm/stage"
	"lockstep/wasm/viewer"
	"lockstep/web/phrase"
)

// Run makes the page's figures play and its questions answer, until the page goes.
func Run() {
	p := newPage()
	still := p.window.Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool()
	say := p.phrases()
	p.viewer = viewer.New(p, say, still)
	for i := range p.host.figures.Length() {
		f := newFigure(p, p.host.figures.Index(i), say)
		f.drive(say)
		p.figures = append(p.figures, f)
	}
	p.beginLesson(say)
	p.listen()
	p.viewer.Start(p.room() != "")
	select {}
}

// drive puts the viewer in charge of the figure, and of what is around it if it is a
// stage.
func (f *figure) drive(say phrase.Catalog) {
	p := f.page
	if f.root.Get("dataset").Get("scenario").IsUndefined() {
		f.driven = p.viewer.Add(f, f.scene())
		return
	}
	f.board = newBoard(f, say)
	history := newHistory(p)
	history.board = f.board
	f.board.driven, f.driven = stage.New(p.viewer, f, f.board, history, f.scene(), f.challenge(), p.room())
}

// challenge reads what the page sets its reader on the stage.
func (f *figure) challenge() stage.Challenge {
	data := f.root.Get("dataset")
	if data.Get("challenge").IsUndefined() {
		return stage.Challenge{}
	}
	return stage.Challenge{
		Name: data.Get("challenge").String(), Allow: data.Get("allow").String(), Most: number(data.Get("most")), Solution: data.Get("solution").String(),
	}
}

// room is the code of the room that the page is of; empty for none.
func (p *page) room() string {
	code := p.document.Get("body").Get("dataset").Get("room")
	if code.IsUndefined() {
		return ""
	}
	return code.String()
}

// phrases reads what the page says. A catalog that cannot be read is an empty one:
// the picture plays all the same, with keys where texts would be.
func (p *page) phrases() phrase.Catalog {
	template := p.document.Call("getElementById", "phrases")
	if template.IsNull() {
		return nil
	}
	say, err := phrase.ParseLines(template.Get("content").Get("textContent").String())
	if err != nil {
		return nil
	}
	return say
}
