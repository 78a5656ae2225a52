package scene

import (
	"strings"

	"lockstep/sim/trace"
)

// DrawMeasured draws and reports each text with its estimated width and the room
// that it has, in pixels.
func DrawMeasured(s *trace.State, t trace.Time, o Options, report func(text string, width, room int)) *Picture {
	p := new(Picture)
	p.checkFit = func(room unit) {
		text := p.plainText()
		report(text, int(textWidth(text, p.textSize, p.textMono)/px), int(room/px))
	}
	p.Redraw(s, t, o)
	return p
}

// plainText is what a reader sees of the text being written.
func (p *Picture) plainText() string {
	var b []byte
	tag := false
	slot := p.textSlot
	for i := p.textFrom; i <= len(p.buf); i++ {
		for ; slot < len(p.slots) && p.slots[slot].at == i; slot++ {
			b = p.slots[slot].appendValue(b)
		}
		if i == len(p.buf) {
			break
		}
		switch c := p.buf[i]; {
		case c == '<':
			tag = true
		case c == '>':
			tag = false
		case !tag:
			b = append(b, c)
		}
	}
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&quot;", `"`).Replace(string(b))
}

// Parts returns what stands within the svg element.
func (p *Picture) Parts() []byte { return p.appendParts(nil) }
