package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// tabbed tells whether what is said of a link stands on the card to which it leads: the
// way itself has no room for it.
func (d *drawing) tabbed(w *way) bool {
	return d.c <= 3 && !w.bead && (d.plan.rails || w.n > 2 && !d.plan.vertical)
}

// linkTabs draws these, over the cards.
func (d *drawing) linkTabs() {
	if len(d.st.Links) > 0 {
		d.eachLink((*drawing).linkTab)
	}
}

// linkTab says on the upper edge of a card how slow the link from that client is, or
// how much it loses.
func (d *drawing) linkTab(w *way, there, back *trace.LinkState) {
	slow, ppm := max(there.Slow, back.Slow), max(there.PPM, back.PPM)
	if slow == 0 && ppm == 0 || !d.tabbed(w) {
		return
	}
	var b box
	if j := d.nodeIndex(there.To); j >= 0 {
		b = d.plan.nodeBox(j)
	} else if k := d.resourceIndex(there.To); k >= 0 {
		b = d.plan.resourceBox(k)
	}
	text := there.From
	if slow > 0 {
		text += " " + draw.Briefly(slow)
	}
	if ppm > 0 {
		text += " " + d.o.Words.Say("scene.loses", "part", draw.PerCent(ppm))
	}
	tab := draw.At(b.X+8*px, b.Y-tabHeight, tabWidth(d, text, 0), tabTall)
	for i := range d.st.Clients { // one beside the other
		c := string(d.st.Clients[i].ID)
		if c == there.From {
			break
		}
		if o := d.st.Link(c, there.To); o.Slow > 0 || o.PPM > 0 {
			tab.X += tab.W + 3*px
		}
	}
	d.beginPair("tab", there.From, there.To, "tab", 0, 0)
	d.Rect("fault", tab, 5*px)
	d.Named("fault-text mid", tab.MidX(), tab.MidY()+4*px, tab.W, text)
	d.end()
}
