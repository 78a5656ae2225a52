package stage

import (
	"strings"

	"lockstep/sim/run"
	"lockstep/wasm/tree"
	"lockstep/wasm/wall"
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
}

// fragmentOf is what follows the # of an address.
func fragmentOf(address string) string {
	_, fragment, _ := strings.Cut(address, "#")
	return fragment
}

// fragment says where the stage stands, or will as soon as the run that is coming is
// there.
func (s *Stage) fragment() string {
	v := tree.View{At: s.now(), Happened: s.shown.player.Happened(), Tab: s.tab, Compared: s.branchWith(s.compare.branch)}
	if s.coming != nil {
		v.At, v.Happened = s.landing.at, s.landing.happened
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
	if f == a.fragment {
		a.push = false
	} else if s.page.SetAddress(f, a.push) {
		a.fragment, a.push = f, false
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
		s.address.fragment = f
		s.remember(false)
		return
	}
	t, v, elsewhere := s.read(f)
	if elsewhere != "" {
		s.page.Visit(elsewhere)
		return
	}
	s.closeDialog()
	s.address.fragment = f
	s.tree = t
	s.see(v)
	s.outcome.before = nil
	if s.presentLink() != s.shown.link || s.coming != nil {
		s.show(landing{at: v.At, happened: v.Happened})
		return
	}
	s.stood = t.Copy()
	s.shown.player.SeekTo(v.At, v.Happened)
	s.figure.Refresh("")
}

// see takes what an address says besides the runs.
func (s *Stage) see(v tree.View) {
	s.tab, s.compare.branch = v.Tab, ""
	if v.Compared >= 0 {
		s.compare.branch = s.tree.Branches()[v.Compared].Link
	}
	s.showTab()
}

// read reads a fragment. What it cannot read it explains, and the page's own run is what
// is meant then. Elsewhere is the address of the page of another scenario, if the
// fragment is of one.
func (s *Stage) read(fragment string) (t *tree.Tree, v tree.View, elsewhere string) {
	own := tree.View{At: s.figure.Scene().Start, Happened: -1, Compared: -1}
	if !strings.Contains(fragment, "=") { // nothing, or a part of the page
		return tree.New(s.address.own), own, ""
	}
	t, v, err := tree.Parse(fragment)
	if err != nil {
		s.figure.Trouble(s.explain(err))
		return tree.New(s.address.own), own, ""
	}
	if name := t.Branches()[t.Present()].Run.Scenario; name != s.address.own.Scenario {
		elsewhere = "../play/" + name + "#" + fragment
	}
	return t, v, elsewhere
}
