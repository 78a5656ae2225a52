package stage

import (
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/wasm/viewer"
)

func TestComparing(t *testing.T) {
	r := newRig(t, jump, "")
	if r.key("c"); !strings.Contains(r.fig.text[viewer.StatusLine], "only one branch") || !r.view.has(CompareButton, "disabled") {
		t.Errorf("with one branch it says %q", r.fig.text[viewer.StatusLine])
	}
	r.seek(instant)
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	r.seek(instant + 50_000)
	r.key("c")
	if r.view.other == nil || r.view.other.Node("n1").Down || !r.fig.state.Node("n1").Down || r.view.has(Other, "hidden") {
		t.Fatal("the two are not side by side")
	}
	if r.view.text[NameThat] != "main" || r.view.text[NameThis] == "" || r.view.text[VerdictThat] == "" || r.view.text[Changed] != "" || !r.view.has(Verdict, "hidden") {
		t.Errorf("%q, %q: %q", r.view.text[NameThis], r.view.text[NameThat], r.view.text[VerdictThat])
	}
	if !strings.Contains(r.view.text[Difference], "0.150 s") || !strings.Contains(r.view.html[Lanes], "tick-parting") {
		t.Errorf("where they part: %q", r.view.text[Difference])
	}
	r.key("Home")
	for n := 0; r.f.Player().Happened() < r.s.compare.found.Same; n++ {
		if here, there := r.f.Player().State(), r.view.other; here.Seq != there.Seq || here.T != there.T {
			t.Fatalf("before they part, %d steps from the beginning, one is at event %d, the other at %d", n, here.Seq, there.Seq)
		}
		r.key("ArrowRight")
	}
	r.seek(instant + 50_000)
	before := r.view.other.Seq
	for range 20 {
		r.key("ArrowRight")
	}
	if r.view.other.T > r.fig.time || r.view.other.Seq == before {
		t.Errorf("the other is at %d, this at %d", r.view.other.T, r.fig.time)
	}
	r.do("difference", "")
	if r.f.Player().State().Last.Seq < r.s.compare.found.Same || r.fig.time != instant+1 {
		t.Errorf("the difference is at %d", r.fig.time)
	}
	r.page.wait()
	if !strings.Contains(r.page.address, "c=0") {
		t.Error("the address forgets it")
	}
	r.do("compare-end", "")
	if r.view.other != nil || r.view.has(Verdict, "hidden") || !r.view.has(Compare, "hidden") || strings.Contains(r.view.html[Lanes], "tick-parting") {
		t.Error("the comparison goes on")
	}
}

// With three branches one says which.
func TestChoosingWhatToCompareWith(t *testing.T) {
	r := newRig(t, jump, "")
	for range 2 {
		r.do("seed", "")
		r.page.random++
	}
	r.do("compare", "")
	if r.view.open != Menu || strings.Count(r.view.html[MenuList], "compare-to") != 2 {
		t.Fatalf("it offers %s", r.view.html[MenuList])
	}
	r.do("compare-to", "1")
	if r.view.open != Whole || r.s.compare.branch != r.s.tree.Branches()[1].Link || r.view.other == nil || r.view.focus != Compare {
		t.Error("the branch is not compared, or not gone to")
	}
	if r.do("compare-end", ""); r.s.compare.branch != "" || r.view.other != nil || !r.view.has(Compare, "hidden") || r.view.focus != CompareButton {
		t.Error("the comparison does not end where it began")
	}
	r.do("compare-to", "1")
	if r.do("branch", "1"); r.s.compare.branch != "" || r.view.other != nil {
		t.Error("a branch is compared with itself")
	}
}
