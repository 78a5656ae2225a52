package stage

import (
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/wasm/viewer"
)

// Of two changes whose runs are yet to come the one that is refused is told, and the other
// is kept, whichever was first.
func TestARefusalTakesNoOtherChangeWithIt(t *testing.T) {
	crash := func(r *rig) { r.s.act(run.Action{Verb: run.Crash, Target: "n1"}) }
	for name, row := range map[string]struct {
		do    []func(r *rig)
		down  bool // n1 is
		seed  uint64
		undos int // how many changes there are to take back
	}{
		"the first is refused":    {[]func(*rig){(*rig).unsettle, crash}, true, 0, 1},
		"the last is refused":     {[]func(*rig){crash, (*rig).unsettle}, true, 0, 1},
		"the second of three is":  {[]func(*rig){crash, (*rig).unsettle, func(r *rig) { r.s.Do("seed", "") }}, true, 8, 2},
		"what needs it goes, too": {[]func(*rig){(*rig).unsettle, func(r *rig) { r.s.Do("undo", "") }, crash}, true, 0, 1},
	} {
		r := newRig(t, jump, "")
		r.page.random = 7
		r.seek(instant)
		for _, do := range row.do {
			do(r)
		}
		r.settle()
		n := 0
		for s := r.s.tree.Copy(); s.Undo(); {
			n++
		}
		if r.s.coming != nil || r.presentShown() || r.fig.state.Node("n1").Down != row.down || r.present().Seed != row.seed || n != row.undos {
			t.Errorf("%s: n1 is down: %t; seed %d; %d changes", name, r.fig.state.Node("n1").Down, r.present().Seed, n)
		}
		if r.s.pending != nil || len(r.s.untried) > 0 || len(r.present().Params) > 0 {
			t.Errorf("%s: %d pending, %d untried, %v", name, len(r.s.pending), len(r.s.untried), r.present().Params)
		}
		refused := !strings.HasPrefix(name, "what")
		if said := r.fig.text[viewer.StatusLine]; strings.Contains(said, "There is no such thing.") != refused {
			t.Errorf("%s: it says %q", name, said)
		}
		if r.f.Do(viewer.Toggle); !r.f.Player().Playing() {
			t.Errorf("%s: time stands still", name)
		}
	}
}
