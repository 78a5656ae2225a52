package draw

// SVG returns the whole picture as one svg element.
func (p *Picture) SVG() []byte { return p.AppendSVG(nil) }

// AppendSVG appends what SVG returns.
func (p *Picture) AppendSVG(b []byte) []byte {
	b = p.appendOpening(b, false)
	return append(p.AppendParts(b), "</svg>"...)
}

// AppendParts appends what stands within the svg element.
func (p *Picture) AppendParts(b []byte) []byte {
	for i := range p.parts {
		b = p.appendPart(b, i)
	}
	return b
}

// Standalone returns the picture as a file of its own: with the css, which must
// hold all that it needs, and on paper.
func (p *Picture) Standalone(css string) []byte {
	b := p.appendOpening(nil, true)
	b = append(b, "<title>"...)
	b = appendEscaped(b, p.Label)
	b = append(b, "</title><style>"...)
	b = appendEscaped(b, css)
	b = append(b, `</style><rect class="paper" width="100%" height="100%"/>`...)
	return append(p.AppendParts(b), "</svg>\n"...)
}

func (p *Picture) appendOpening(b []byte, alone bool) []byte {
	b = append(b, `<svg xmlns="http://www.w3.org/2000/svg" class="scene `...)
	b = append(b, p.Class...)
	if alone {
		b = append(b, `" width="`...)
		b = appendWhole(b, int32(p.Width))
		b = append(b, `" height="`...)
		b = appendWhole(b, int32(p.Height))
	}
	b = append(b, `" viewBox="0 0 `...)
	b = appendWhole(b, int32(p.Width))
	b = append(b, ' ')
	b = appendWhole(b, int32(p.Height))
	if p.Hands { // each thing says of itself what it is
		b = append(b, `" role="group" aria-label="`...)
		b = appendEscaped(b, p.Label)
	} else {
		b = append(b, `" role="img" aria-label="`...)
		b = appendEscaped(b, p.Label)
		b = append(b, `" aria-describedby="`...)
		b = appendEscaped(b, p.o.ID)
		b = append(b, `-desc`...)
	}
	if p.o.Lang != "" {
		b = append(b, `" lang="`...)
		b = appendEscaped(b, p.o.Lang)
	}
	return append(b, `">`...)
}

// appendPart appends the markup of part i, its slots filled.
func (p *Picture) appendPart(b []byte, i int) []byte {
	part := &p.parts[i]
	from := part.from
	for k := part.slot; k < part.last; k++ {
		s := &p.slots[k]
		b = append(b, p.buf[from:s.at]...)
		b = s.appendValue(b)
		from = s.at
	}
	return append(b, p.buf[from:part.to]...)
}
