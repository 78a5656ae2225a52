package stage

import (
	"testing"

	"lockstep/wasm/viewer"
)

func TestTheDiagramFollowsAndIsOneCursorWithTheRest(t *testing.T) {
	r := newRig(t, jump, "")
	end := r.f.Player()
	end.End()
	r.settle()
	sp := &r.view.space
	for _, happened := range []int{60, 20, 90, 1} {
		r.f.Player().SeekEvent(happened - 1)
		r.f.Update()
		r.settle()
		if x := sp.story.X(sp.t, sp.view); sp.happened != r.fig.state.Seq || sp.t != r.fig.time || x < 0 || x > sp.view.Width {
			t.Errorf("after %d events the diagram shows %d events at %d, %d px", r.fig.state.Seq, sp.happened, sp.t, x)
		}
	}
	x := sp.view.Width * 2 / 3
	want := sp.story.At(x, sp.view)
	r.s.SeekAt(x)
	r.settle()
	if r.fig.time != want {
		t.Errorf("a click at %d goes to %d", want, r.fig.time)
	}
}

// Where the reader moved it, it lies still until the playhead moves out of sight.
func TestTheDiagramLiesStillWhereItWasMoved(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(1_000_000)
	v := r.view.space.view
	r.s.Pan(400)
	r.settle()
	moved := r.view.space.view
	if moved == v {
		t.Fatal("it does not move")
	}
	draws := r.view.space.draws
	for range 5 {
		r.f.Update()
		r.settle()
	}
	if r.view.space.view != moved || r.view.space.draws != draws {
		t.Error("it moves back by itself, or is drawn for nothing")
	}
	for _, k := range []string{"+", "-", "ArrowLeft", "ArrowRight", "Enter"} {
		before := r.view.space.view
		if !r.v.Press(r.f, viewer.Key{Name: k, On: viewer.OnSpace}, nil) {
			t.Errorf("%s is not taken", k)
		}
		if r.settle(); k != "Enter" && r.view.space.view == before {
			t.Errorf("%s changes nothing", k)
		}
	}
	folded := r.view.space.view.Unfolded
	if r.do("fold", ""); r.view.space.view.Unfolded == folded || r.view.attr[FoldButton]["aria-pressed"] != "false" {
		t.Error("quiet time stays folded")
	}
	if r.do("fit", ""); r.view.space.view.From != 0 {
		t.Error("not all of the run is in sight")
	}
}

func TestAHiddenDiagramIsNotDrawn(t *testing.T) {
	r := newRig(t, jump, "")
	r.view.width = 0
	draws := r.view.space.draws
	if r.key("ArrowRight"); r.view.space.draws != draws {
		t.Error("it is drawn")
	}
	r.view.width = 360
	r.s.Redraw()
	if r.settle(); r.view.space.draws != draws+1 || r.view.space.view.Width != 360 {
		t.Error("it is not drawn when it is shown")
	}
}

func TestTheVerdictLeadsToWhatDecidesIt(t *testing.T) {
	r := newRig(t, jump, "")
	if r.view.attr[Verdict]["data-outcome"] != "broken" || r.view.text[VerdictHeadline] == "" || r.view.has(VerdictButton, "hidden") {
		t.Errorf("%v, %q", r.view.attr[Verdict], r.view.text[VerdictHeadline])
	}
	r.key("v")
	if len(r.fig.state.Broken) == 0 || r.fig.time != r.s.shown.verdict.At {
		t.Errorf("goes to %d, not to %d", r.fig.time, r.s.shown.verdict.At)
	}
}

func TestTabsAreGoneThroughInARound(t *testing.T) {
	r := newRig(t, jump, "")
	for _, want := range []string{"time", "events", "code", "topology"} {
		if r.do("tab-step", "on"); r.view.attr[Whole]["data-tab"] != want || r.view.attr[r.view.focus]["tabindex"] != "0" {
			t.Errorf("the tab is %s, not %s", r.view.attr[Whole]["data-tab"], want)
		}
	}
	if r.do("tab-step", "back"); r.view.attr[Whole]["data-tab"] != "code" {
		t.Errorf("back from the first is %s", r.view.attr[Whole]["data-tab"])
	}
}

// A reload and a copied address bring the same part of the diagram: where it was moved,
// zoomed and unfolded, also when the present instant is out of its sight.
func TestTheAddressHoldsTheDiagram(t *testing.T) {
	for name, moved := range map[string]func(r *rig){
		"followed":  func(r *rig) { r.key("End") },
		"zoomed":    func(r *rig) { r.key("+"); r.key("+") },
		"unfolded":  func(r *rig) { r.do("fold", "") },
		"elsewhere": func(r *rig) { r.s.Pan(2500); r.f.Update() },
	} {
		r := newRig(t, jump, "")
		r.seek(1_000_000)
		moved(r)
		r.settle()
		r.page.wait()
		want := r.view.space.view
		same := newRig(t, jump, fragmentOf(r.page.address))
		if got := same.view.space.view; got != want || same.fig.time != r.fig.time {
			t.Errorf("%s: it shows %+v at %d, not %+v at %d", name, got, same.fig.time, want, r.fig.time)
		}
		if folded, want := same.view.attr[FoldButton]["aria-pressed"], r.view.attr[FoldButton]["aria-pressed"]; folded != want {
			t.Errorf("%s: quiet time is folded: %s, not %s", name, folded, want)
		}
		r.page.address = "http://example.org/en/play/" + jump + "#t=1000000"
		r.s.Restore()
		r.settle()
		opened := newRig(t, jump, "t=1000000").view.space.view
		if got := r.view.space.view; got != opened {
			t.Errorf("%s: at an address that says nothing of it, it shows %+v, not %+v", name, got, opened)
		}
		r.page.address = "http://example.org/en/play/" + jump + "#" + fragmentOf(same.page.address)
		r.s.Restore()
		if r.settle(); r.view.space.view != want {
			t.Errorf("%s: back there it shows %+v, not %+v", name, r.view.space.view, want)
		}
	}
}
