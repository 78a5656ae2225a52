package stage

import (
	"strconv"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/hands"
	"lockstep/web/thing"
	"lockstep/web/words"
)

// grip is what is in the learner's hands: the thing whose menu is open. While a dialog is
// open the playhead stands still.
type grip struct {
	dialog Part // that is open; Whole for none
	of     thing.Thing
	offers []hands.Offer
	path   []int        // the offers chosen in turn, each a menu of its own
	amount *hands.Offer // whose amount is asked for
	branch string       // the link of the branch whose menu or name it is
	tried  []Field      // the parameters whose run is coming; nil for none
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
		s.view.Close(p)
		s.Closed(p)
	}
}

// Closed says that a dialog is closed, by whatever hand. Of one that the stage closed
// the page says so again, and later.
func (s *Stage) Closed(p Part) {
	if s.grip.dialog != p {
		return
	}
	if s.grip.played && s.coming == nil {
		s.goOn()
	}
	s.grip = grip{}
	s.view.Hold(thing.Thing{})
	s.figure.Update()
}

// openHands lists everything that can be taken hold of.
func (s *Stage) openHands(arg string) {
	if !s.shown.player.Ready() || s.wait(s.openHands, arg) {
		return
	}
	s.openDialog(Menu)
	s.grip.of, s.grip.offers, s.grip.path = thing.Thing{}, nil, nil
	var h html
	for _, group := range hands.All(s.say, s.shown.player.State()) {
		h.put(`<h3>%</h3><ul class="things">`, group.Label)
		for _, t := range group.Things {
			h.put(`<li><button type="button" class="btn" data-do="thing" data-arg="%">%</button></li>`, t.Thing.String(), t.Label)
		}
		h.put(`</ul>`)
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
	if !ok || !s.shown.player.Ready() || s.wait(s.openThing, name) {
		return
	}
	s.openDialog(Menu)
	s.grip.of, s.grip.path = t, nil
	s.grip.offers = hands.Offers(s.say, s.shown.player.State(), s.now(), t)
	s.barOffers(s.grip.offers)
	s.view.Hold(t)
	s.drawMenu()
}

// menu is the open menu's offers, and what it is called.
func (s *Stage) menu() (title string, offers []hands.Offer) {
	title, offers = hands.Called(s.say, s.shown.player.State(), s.grip.of), s.grip.offers
	for _, i := range s.grip.path {
		title, offers = offers[i].Label, offers[i].More
	}
	return title, offers
}

func (s *Stage) drawMenu() {
	title, offers := s.menu()
	var h html
	h.put(`<ul class="offers">`)
	for i := range offers {
		s.offerItem(&h, &offers[i], strconv.Itoa(i))
	}
	if len(offers) == 0 {
		h.put(`<li class="why">%</li>`, s.say.Say("viewer.hands.none"))
	}
	if len(s.grip.path) > 0 {
		h.put(`<li><button type="button" class="offer back" data-do="menu-back">%</button></li>`, s.say.Say("viewer.back"))
	}
	h.put(`</ul>`)
	s.setMenu(title, h)
}

// offerItem writes one line of a menu. One that cannot be done now says why.
func (s *Stage) offerItem(h *html, o *hands.Offer, place string) {
	switch {
	case o.Blocked != "":
		h.put(`<li><button type="button" class="offer" aria-disabled="true"><span>%</span><span class="why">%</span></button></li>`, o.Label, o.Blocked)
	case len(o.More) > 0:
		h.put(`<li><button type="button" class="offer deeper" data-do="offer" data-arg="%">%</button></li>`, place, o.Label)
	case o.Amount == nil:
		h.offer(o.Label, "offer", place)
	default:
		h.put(`<li><span class="offer">%</span><span class="amounts">`, o.Label)
		for i, d := range o.Amount.Presets {
			amountButton(h, o, "amount", place+" "+strconv.Itoa(i), words.Span(s.say, d))
		}
		amountButton(h, o, "other", place, s.say.Say("viewer.amount.other"))
		h.put(`</span></li>`)
	}
}

// amountButton writes a button for how much an offer is to be.
func amountButton(h *html, o *hands.Offer, do, arg, amount string) {
	h.put(`<button type="button" class="btn btn-line" data-do="%" data-arg="%" aria-label="% %">%</button>`, do, arg, o.Label, amount, amount)
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
	if err := s.alterBy(a); err != nil {
		s.closeDialog() // which would lie over the reason
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
