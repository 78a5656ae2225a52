package stage

import (
	"strconv"
	"strings"
	"testing"
)

// seenPart is how much of the line the page shows as seen, in percent.
func (r *rig) seenPart(t *testing.T) float64 {
	t.Helper()
	text, ok := strings.CutSuffix(r.view.attr[Seen]["x2"], "%")
	part, err := strconv.ParseFloat(text, 64)
	if !ok || err != nil || part < 0 || part > 100 {
		t.Fatalf("the line is seen up to %q", r.view.attr[Seen]["x2"])
	}
	return part
}

// The line is seen as far as somebody has been on it, and what was seen stays so.
func TestTheLineIsSeenAsFarAsSomebodyWas(t *testing.T) {
	r := newRig(t, jump, "")
	p := r.s.shown.player
	p.Home()
	r.s.figure.Refresh("")
	r.frame()
	before := r.seenPart(t)
	p.End()
	r.s.figure.Refresh("")
	r.frame()
	if got := r.seenPart(t); got != 100 || before >= got {
		t.Errorf("it was seen up to %v%%, and from the end %v%%", before, got)
	}
	p.Home()
	r.s.figure.Refresh("")
	r.frame()
	if got := r.seenPart(t); got != 100 {
		t.Errorf("back at the beginning it is seen up to %v%%", got)
	}
}

// What the page says of its own run is marked while another is shown.
func TestTheSummaryIsOfThePagesOwnRun(t *testing.T) {
	r := newRig(t, jump, "")
	if r.view.has(Whole, "data-branched") {
		t.Error("the page's own run is taken for another")
	}
	r.crash()
	r.settle()
	if !r.view.has(Whole, "data-branched") {
		t.Error("a branch is taken for the page's own run")
	}
	r.do("branch", "0")
	r.settle()
	if r.view.has(Whole, "data-branched") {
		t.Error("back at its own run the page still shows another's")
	}
}
