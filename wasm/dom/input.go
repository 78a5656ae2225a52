//go:build js

package dom

import (
	"syscall/js"

	"lockstep/sim/trace"
	"lockstep/wasm/stage"
	"lockstep/wasm/viewer"
	"lockstep/web/wall"
)

// listen has boot.js tell what is done to the page: one function, which lives as long as
// the page does, told what, the number of the figure, and what that needs.
func (p *page) listen() {
	p.host.listen.Invoke(js.FuncOf(func(_ js.Value, args []js.Value) any {
		what, number, needs := args[0].String(), args[1].Int(), args[2:]
		if number < 0 {
			return p.hear(what, needs)
		}
		f := p.figures[number]
		if what == "key" {
			return p.viewer.Press(f.driven, key(needs), nil)
		}
		if f.hear(what, needs) {
			return true
		}
		return f.board != nil && f.board.hear(what, needs)
	}))
}

// hear takes what is done to no figure.
func (p *page) hear(what string, needs []js.Value) bool {
	switch what {
	case "key":
		list := needs[len(needs)-1]
		inSight := make([]*viewer.Figure, list.Length())
		for i := range inSight {
			inSight[i] = p.figures[list.Index(i).Int()].driven
		}
		return p.viewer.Press(nil, key(needs), inSight)
	case "nudge":
		p.viewer.Link().Nudge()
	case "still":
		p.viewer.SetStill(needs[0].Bool())
	case "block":
		if p.lesson != nil {
			p.lesson.Do(needs[0].String(), needs[1].String(), needs[2].String(), needs[3].String())
		}
	case "kept":
		if p.lesson != nil {
			p.lesson.Changed()
		}
	case "pushed":
		p.viewer.Link().Pushed(bytesOf(needs[0]))
	case "follow":
		to := stage.Standing{
			Runs: needs[0].String(), At: wall.Span(needs[1].Int()), T: trace.Time(needs[2].Int()),
			Happened: needs[3].Int(), Playing: needs[4].Bool(), Speed: needs[5].Int(),
		}
		for _, f := range p.figures {
			if f.board != nil {
				f.board.driven.Follow(to)
			}
		}
	case "address", "leave":
		if what == "leave" && p.lesson != nil {
			p.lesson.Leave(needs[0].String())
		}
		for _, f := range p.figures {
			switch {
			case f.board == nil:
			case what == "leave":
				f.board.driven.Leave()
			default:
				f.board.driven.Restore()
			}
		}
	}
	return true
}

// key reads a key: its name, whether with Shift, with Control, with any such key, whether
// for an input method, and what has the focus.
func key(needs []js.Value) viewer.Key {
	return viewer.Key{
		Name: needs[0].String(), Shift: needs[1].Bool(), Control: needs[2].Bool(), Modified: needs[3].Bool(),
		Composing: needs[4].Bool(), On: viewer.On(needs[5].Int()),
	}
}

// hear takes what is done to a figure of whatever sort, and tells whether it was that.
func (f *figure) hear(what string, needs []js.Value) bool {
	switch what {
	case "do":
		c := viewer.CommandNamed(needs[0].String())
		f.driven.Do(c)
		return c != viewer.None
	case "scrubber":
		f.driven.Scrub(number(needs[0]))
	case "speed":
		if percent, ok := viewer.ParseSpeed(needs[0].String()); ok {
			f.driven.SetSpeed(percent)
		}
	case "drop":
		f.driven.Drop()
	default:
		return false
	}
	return true
}

// hear takes what is done to a stage, beside what is done to its figure.
func (b *board) hear(what string, needs []js.Value) bool {
	switch what {
	case "do":
		return b.driven.Do(needs[0].String(), needs[1].String())
	case "form":
		b.driven.Submit(needs[0].String(), fields(needs[1]))
	case "closed":
		for part, name := range boardSelectors {
			if name == needs[0].String() {
				b.driven.Closed(stage.Part(part))
			}
		}
	case "resized":
		b.resized()
	case "pan":
		b.driven.Pan(needs[0].Int())
	case "zoom":
		b.driven.Zoom(needs[0].Int(), needs[1].Int())
	case "seek":
		b.driven.SeekAt(needs[0].Int())
	}
	return true
}

// fields reads a form: names, values and usual values by turns.
func fields(list js.Value) []stage.Field {
	all := make([]stage.Field, list.Length()/3)
	for i := range all {
		all[i] = stage.Field{
			Name: list.Index(3 * i).String(), Value: list.Index(3*i + 1).String(), Usual: list.Index(3*i + 2).String(),
		}
	}
	return all
}
