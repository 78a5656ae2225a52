package draw

// What a hand can take hold of has its ink in a group that is hidden from those who
// listen, and above that one transparent target, which carries its name, the focus
// and a finger's size.

// OpenInk begins the ink of a thing that can be taken hold of.
func (p *Picture) OpenInk() { p.S(`<g class="ink" aria-hidden="true">`) }

// CloseInk ends what OpenInk began.
func (p *Picture) CloseInk() { p.S("</g>") }

// OpenHit begins the target of the thing of that name, up to its label, which the
// caller writes with Say and Escape. CloseHit ends it. A label should not change with
// bare time: it would be read out again and again.
func (p *Picture) OpenHit(thing string, b Box, radius Unit) {
	p.S(`<rect class="hit" data-thing="`)
	p.Escape(thing)
	p.S(`" role="button" tabindex="0" aria-haspopup="dialog"`)
	p.place(b)
	p.Attr("width", b.W)
	p.Attr("rx", radius)
	p.S(` aria-label="`)
}

// CloseHit ends what OpenHit began.
func (p *Picture) CloseHit() { p.S(`"/>`) }
