package stage

import (
	"strconv"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/hands"
	"lockstep/web/thing"
)

// grip is what is in the learner's hands: the thing whose menu is open. While a dialog is
// open the playhead stands still.
type grip struct {
	dialog Part // that is open; Whole for none
	of     thing.Thing
	offers []hands.Offer
	path   []int        // the offers chosen in turn, each a menu of its own
	amount *hands.Offer // whose amount is asked for
	branch int          // whose name is asked for
	played bool         // time ran when it was taken
}

// openDialog shows a dialog, instead of one that is open.
func (s *Stage) openDialog(p Part) {
	if !s.view.Has(p) {
		return
	}
	g := &s.grip
	before := g.dialog
	if g.dialog = p; before == Whole {
		g.played = s.shown.player.Playing()
		s.shown.player.Pause()
	} else if before != p {
		s.view.Close(before)
	}
	s.view.Open(p)
}

// closeDialog puts away what is open, and time goes on if it ran before.
func (s *Stage) closeDialog() {
	if p := s.grip.dialog; p != Whole {
		s.view.Close(p) // which says that it has been Closed
	}
}

// Closed says that a dialog is closed, by whatever hand.
func (s *Stage) Closed(p Part) {
	if s.grip.dialog != p {
		return // another has taken its place
	}
	if s.grip.played && s.coming == nil {
		s.shown.player.Play()
	}
	s.grip = grip{}
	s.view.Hold(thing.Thing{})
	s.figure.Update()
}

// openHands lists everything that can be taken hold of.
func (s *Stage) openHands(string) {
	if !s.shown.player.Ready() {
		return
	}
	s.openDialog(Menu)
	s.grip.of, s.grip.offers, s.grip.path = thing.Thing{}, nil, nil
	var h html
	for _, group := range hands.All(s.say, s.shown.player.State()) {
		h.element("h3", group.Label)
		h.tag("ul", "class", "things")
		for _, t := range group.Things {
			h.tag("li")
			h.button(t.Label, "thing", t.Thing.String(), "class", "btn")
			h.end("li")
		}
		h.end("ul")
	}
	s.setMenu(s.say.Say("viewer.hands"), h)
}

// setMenu shows a list in the menu.
func (s *Stage) setMenu(title string, list html) {
	s.view.SetText(MenuTitle, title)
	s.view.SetHTML(MenuList, list)
	s.view.Focus(MenuList)
}

// openThing shows what can be done to a thing now.
func (s *Stage) openThing(name string) {
	t, ok := thing.Parse(name)
	if !ok || !s.shown.player.Ready() {
		return
	}
	s.openDialog(Menu)
	s.grip.of, s.grip.path = t, nil
	s.grip.offers = hands.Offers(s.say, s.shown.player.State(), s.now(), t)
	s.view.Hold(t)
	s.drawMenu()
}

// menu is the open menu's offers, and what it is called.
func (s *Stage) menu() (title string, offers []hands.Offer) {
	title, offers = s.called(s.grip.of), s.grip.offers
	for _, i := range s.grip.path {
		title, offers = offers[i].Label, offers[i].More
	}
	return title, offers
}

// called is what a thing is called in the reader's language.
func (s *Stage) called(of thing.Thing) string {
	for _, group := range hands.All(s.say, s.shown.player.State()) {
		for _, t := range group.Things {
			if t.Thing == of {
				return t.Label
			}
		}
	}
	return of.Name
}

func (s *Stage) drawMenu() {
	title, offers := s.menu()
	var h html
	h.tag("ul", "class", "offers")
	for i := range offers {
		s.offerItem(&h, &offers[i], strconv.Itoa(i))
	}
	if len(offers) == 0 {
		h.element("li", s.say.Say("viewer.hands.none"), "class", "why")
	}
	if len(s.grip.path) > 0 {
		h.tag("li")
		h.button(s.say.Say("viewer.back"), "menu-back", "", "class", "offer back")
		h.end("li")
	}
	h.end("ul")
	s.setMenu(title, h)
}

// offerItem writes one line of a menu. One that cannot be done now says why.
func (s *Stage) offerItem(h *html, o *hands.Offer, place string) {
	h.tag("li")
	defer h.end("li")
	if o.Blocked != "" {
		h.tag("button", "type", "button", "class", "offer", "aria-disabled", "true")
		h.element("span", o.Label)
		h.element("span", o.Blocked, "class", "why")
		h.end("button")
		return
	}
	if len(o.More) > 0 {
		h.button(o.Label, "offer", place, "class", "offer deeper", "aria-haspopup", "menu")
		return
	}
	if o.Amount == nil {
		h.button(o.Label, "offer", place, "class", "offer")
		return
	}
	h.element("span", o.Label, "class", "offer")
	h.tag("span", "class", "amounts")
	for i, d := range o.Amount.Presets {
		h.button(d.String(), "amount", place+" "+strconv.Itoa(i), "class", "btn btn-line", "aria-label", o.Label+" "+d.String())
	}
	h.button(s.say.Say("viewer.amount.other"), "other", place, "class", "btn btn-line", "aria-label", o.Label+" "+s.say.Say("viewer.amount.other"))
	h.end("span")
}

// offer is that at a place in the open menu, or nil.
func (s *Stage) offer(place int) *hands.Offer {
	_, offers := s.menu()
	if s.grip.dialog != Menu || place < 0 || place >= len(offers) || offers[place].Blocked != "" {
		return nil
	}
	return &offers[place]
}

// takeOffer does what a line of the menu says.
func (s *Stage) takeOffer(arg string) {
	o := s.offer(number(arg))
	switch {
	case o == nil:
	case len(o.More) > 0:
		s.grip.path = append(s.grip.path, number(arg))
		s.drawMenu()
	case o.Console:
		s.openConsole(s.grip.of.Name)
	case o.Amount == nil: // else the amount is chosen, too
		s.act(o.Action)
	}
}

func (s *Stage) menuBack(string) {
	if n := len(s.grip.path); n > 0 {
		s.grip.path = s.grip.path[:n-1]
		s.drawMenu()
	}
}

// act does something to the world at the instant that is shown, and goes there.
func (s *Stage) act(a run.Action) {
	played := s.grip.played
	if err := s.tree.Act(s.now(), a); err != nil {
		s.refuse(err)
		return
	}
	s.grew(landing{at: s.acted(), happened: -1, play: played})
	s.closeDialog()
}

// acted is when the present run's last action happens.
func (s *Stage) acted() trace.Time {
	actions := s.tree.Branches()[s.tree.Present()].Run.Actions
	return actions[len(actions)-1].At
}
