package draw

// The signs that every picture has: where belief and truth part, a rule that broke,
// a fencing number.

// The drawings of some signs, around their own origins.
const (
	Cross = "M-6-6 6 6M6-6-6 6"                         // a message broke off
	Bolt  = "M1.4-6.3-4.2 1.4H-.7L-1.4 6.3 4.2-1.4H.7Z" // a fault
)

// Neq draws ≠: what is believed is not true.
func (p *Picture) Neq(x, y Unit) {
	p.S(`<g class="sign-neq"`)
	p.Moved(x, y, "")
	p.S(`><circle class="neq" r="9"/><path class="neq-bars" d="M-4.2-2.2H4.2M-4.2 2.2H4.2M2.8-5.4-2.8 5.4"/></g>`)
}

// Octagon is the sign of a broken rule: open where it was not promised, solid
// where it was. Scale is such as " scale(.8)" or empty.
func (p *Picture) Octagon(promised bool, x, y Unit, scale string) {
	mark, bang := "broken-open", "broken-line"
	if promised {
		mark, bang = "broken-solid", "broken-bang"
	}
	p.S(`<g`)
	p.Moved(x, y, scale)
	p.S(`>`)
	p.S(`<path class="` + mark + `" d="M-4-9.5H4L9.5-4V4L4 9.5H-4L-9.5 4V-4Z"/><path class="` + bang + `" d="M0-5V1M0 4V4.6"/></g>`)
}

// Ticket draws a fencing number: its corners are cut.
func (p *Picture) Ticket(b Box, text string) {
	const cut = 4 * Px
	p.S(`<path class="ticket" d="M`)
	for i, at := range [8][2]Unit{
		{b.X + cut, b.Y}, {b.Right() - cut, b.Y}, {b.Right(), b.Y + cut}, {b.Right(), b.Bottom() - cut},
		{b.Right() - cut, b.Bottom()}, {b.X + cut, b.Bottom()}, {b.X, b.Bottom() - cut}, {b.X, b.Y + cut},
	} {
		if i > 0 {
			p.S("L")
		}
		p.Px(at[0])
		p.S(" ")
		p.Px(at[1])
	}
	p.S(`Z"/>`)
	p.Named("num strong mid", b.MidX(), b.MidY()+4*Px, b.W-4*Px, text)
}
