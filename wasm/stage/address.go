package stage

import (
	"errors"
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/link"
	"lockstep/web/tree"
	"lockstep/web/wall"
)

// settled is how often the address is changed at most while time runs: browsers take
// pages that change it without pause for broken.
const settled = 500 * wall.Millisecond

// address is what the page's address holds.
type address struct {
	own      *run.Run // the run that the page came with
	fragment string
	push     bool // what was not written yet is a step of the browser's history
	waiting  bool // to write it

	// An address that cannot be shown stays until the reader goes elsewhere: a reload
	// explains it again.
	strange bool   // it cannot, and what is shown instead is not there yet
	instead string // the fragment of what is shown instead

	away *link.Feed // a run of another scenario, whose page will be visited; nil for none
}

// holds says which fragment the address holds now.
func (a *address) holds(fragment string, strange bool) {
	a.fragment, a.strange, a.instead = fragment, strange, ""
}

// fragmentOf is what follows the # of an address.
func fragmentOf(address string) string {
	_, fragment, _ := strings.Cut(address, "#")
	return fragment
}

// fragment says where the stage stands, or will as soon as the run that is coming is
// there.
func (s *Stage) fragment() string {
	s.placeSpace()
	v := tree.View{
		At: s.now(), Happened: s.shown.player.Happened(), Tab: s.tab, Compared: s.branchWith(s.compare.branch), Window: s.space.window(),
	}
	if s.coming != nil {
		v.At, v.Happened = s.landing.at, s.landing.happened
		if s.landing.seen != nil {
			v.Window = s.landing.seen.Window
		}
	}
	return s.tree.Fragment(v)
}

// remember writes into the address where the stage stands; as a step of the browser's
// history if push is set.
func (s *Stage) remember(push bool) {
	if !s.shown.player.Ready() {
		return
	}
	if s.coming != nil && s.landing.push {
		push, s.landing.push = true, false
	}
	a := &s.address
	a.push = a.push || push
	f := s.fragment()
	if a.strange && s.coming == nil && !a.push {
		a.strange, a.instead = false, f
	}
	if f == a.fragment || f == a.instead {
		a.push = false
	} else if s.page.SetAddress(f, a.push) {
		a.holds(f, false)
		a.push = false
	} else {
		s.settle()
	}
}

// settle has the address written once the playhead has been somewhere for a while.
func (s *Stage) settle() {
	if s.address.waiting || s.coming != nil {
		return
	}
	s.address.waiting = true
	s.page.Later(settled, func() {
		s.address.waiting = false
		if s.coming == nil {
			s.remember(false)
		}
	})
}

// Restore shows what the address holds, which has changed under us: the reader went back
// or forward, or wrote another.
func (s *Stage) Restore() {
	f := fragmentOf(s.page.Address())
	if f == s.address.fragment {
		return
	}
	if f != "" && !strings.Contains(f, "=") { // a part of the page: no word of ours
		s.address.holds(f, false)
		s.remember(false)
		return
	}
	x := s.read(f)
	s.address.holds(f, x.trouble != "" || x.elsewhere != "")
	if x.elsewhere != "" {
		s.leave(x)
		return
	}
	s.stay()
	s.closeDialog()
	if !s.tree.Recall(x.tree) {
		s.tree = x.tree
	}
	s.see(x.view)
	s.outcome.before, s.pending, s.untried = nil, nil, nil
	s.figure.Trouble(x.trouble)
	if s.presentLink() != s.shown.link || s.coming != nil {
		s.show(landing{at: x.view.At, happened: x.view.Happened, trouble: x.trouble, seen: &x.view})
		return
	}
	s.stands()
	s.shown.player.SeekTo(x.view.At, x.view.Happened)
	s.seeSpace(&x.view)
	s.figure.Refresh("")
}

// Leave says that the reader goes to another page, or may be about to: the address holds
// where the stage stands, without waiting until it has stood there for a while. What can
// be undone would make it too long, so the browser keeps that as long as its tab is open.
func (s *Stage) Leave() {
	s.page.Keep(s.pastName(), s.tree.Past())
	if s.coming == nil {
		s.remember(false)
	}
}

// pastName is what the browser keeps what can be undone by: the pages of a scenario, in
// all languages, show the same branches; those of a challenge or a room have branches of
// their own.
func (s *Stage) pastName() string {
	return "lockstep-past-" + s.address.own.Scenario + s.challenge.Name + s.follower.room
}

// remembered is a tree as the address has it, with what can be undone if it has stood so
// in this tab before.
func (s *Stage) remembered(t *tree.Tree) *tree.Tree {
	past, err := tree.ParsePast(s.page.Kept(s.pastName()))
	if err != nil || !past.Recall(t) {
		return t
	}
	return past
}

// leave goes to the page of another scenario, once the server has said that there is such
// a run: a page that says no more than that there is none would be of no use.
func (s *Stage) leave(x reading) {
	s.stay()
	link := x.tree.Branches()[x.tree.Present()].Link
	s.address.away = s.link.Follow(link, func([]trace.Event, bool) {
		s.stay()
		s.page.Visit(x.elsewhere)
	})
}

// stay goes to no other page.
func (s *Stage) stay() {
	if a := &s.address; a.away != nil {
		s.link.Unfollow(a.away)
		a.away = nil
	}
}

// see takes what an address says besides the runs, instant and diagram.
func (s *Stage) see(v tree.View) {
	s.tab = v.Tab
	s.seeCompared(v)
	s.showTab()
}

// seeCompared takes of a view what is compared.
func (s *Stage) seeCompared(v tree.View) {
	s.compare.branch = ""
	if v.Compared >= 0 {
		s.compare.branch = s.tree.Branches()[v.Compared].Link
	}
}

// reading is what a fragment says.
type reading struct {
	tree      *tree.Tree
	view      tree.View
	trouble   string // why it is the page's own run instead of what it says; or empty
	elsewhere string // the address of the page of another scenario, if it is of one
}

// read reads a fragment. Where it cannot be read the page's own run is what is meant.
func (s *Stage) read(fragment string) reading {
	own := reading{tree: tree.New(s.address.own), view: tree.View{At: s.figure.Scene().Start, Happened: -1, Compared: -1}}
	if !strings.Contains(fragment, "=") { // nothing, or a part of the page
		return own
	}
	t, v, err := tree.Parse(fragment)
	if errors.Is(err, tree.ErrNoRun) && v != (tree.View{Happened: -1, Compared: -1}) { // an instant of the page's own, or a view
		own.view = v
		return own
	}
	if err != nil {
		own.trouble = s.explain(err)
		return own
	}
	x := reading{tree: s.remembered(t), view: v}
	if name := t.Branches()[t.Present()].Run.Scenario; name != s.address.own.Scenario {
		x.elsewhere = "../play/" + name + "#" + fragment
		if s.challenge.Name != "" {
			x.elsewhere = "../" + x.elsewhere // its address is one deeper
		}
	}
	return x
}
