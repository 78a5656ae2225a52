package stage

import (
	"testing"

	"lockstep/sim/run"
	"lockstep/wasm/viewer"
	"lockstep/web/wall"
)

// class is a stage that leads, and one that follows it by what its page is told.
type class struct{ lead, pupil *rig }

func newClass(t *testing.T) class {
	return class{newRoomRig(t, "K7M4QX", jump, ""), newRoomRig(t, "K7M4QX", jump, "")}
}

// said is what the lead's page was told last; it tells whether it was told anything.
func (c class) said() (Standing, bool) {
	all := c.lead.page.moved
	if c.lead.page.moved = nil; len(all) == 0 {
		return Standing{}, false
	}
	return all[len(all)-1], true
}

// follow has the pupil show what the lead says.
func (c class) follow(t *testing.T) {
	t.Helper()
	to, ok := c.said()
	if !ok {
		t.Fatal("the lead's page is told nothing")
	}
	c.pupil.s.Follow(to)
	c.pupil.settle()
}

func (c class) together(t *testing.T) {
	t.Helper()
	a, b := c.lead, c.pupil
	if a.s.presentLink() != b.s.shown.link || a.fig.time != b.fig.time || a.f.Player().Happened() != b.f.Player().Happened() {
		t.Errorf("the lead is at %d (%d events), the pupil at %d (%d); same run: %t",
			a.fig.time, a.f.Player().Happened(), b.fig.time, b.f.Player().Happened(), a.s.presentLink() == b.s.shown.link)
	}
	if a.f.Player().Speed() != b.f.Player().Speed() || a.f.Player().Playing() != b.f.Player().Playing() {
		t.Errorf("the lead plays %t at %d, the pupil %t at %d",
			a.f.Player().Playing(), a.f.Player().Speed(), b.f.Player().Playing(), b.f.Player().Speed())
	}
	if a.s.compare.branch != b.s.compare.branch || a.view.has(Compare, "hidden") != b.view.has(Compare, "hidden") {
		t.Errorf("the lead compares with %.20q, the pupil with %.20q", a.s.compare.branch, b.s.compare.branch)
	}
	if len(b.page.moved) > 0 {
		t.Errorf("following was told as the reader's doing: %+v", b.page.moved)
	}
}

func TestAPupilIsWhereTheLeadIs(t *testing.T) {
	c := newClass(t)
	if to, ok := c.said(); ok {
		t.Fatalf("nobody has done anything, and the page is told %+v", to)
	}
	for _, step := range []struct {
		name string
		do   func(r *rig)
	}{
		{"a step", func(r *rig) { r.key("ArrowRight") }},
		{"a few steps", func(r *rig) { r.key("ArrowRight"); r.key("ArrowRight"); r.key("n") }},
		{"an instant between two steps", func(r *rig) { r.seek(instant + 7) }},
		{"a crash", func(r *rig) {
			r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
			r.settle()
		}},
		{"a branch from the past", func(r *rig) {
			r.seek(instant - 50_000)
			r.s.act(run.Action{Verb: run.Crash, Target: "n3"})
			r.settle()
		}},
		{"another branch", func(r *rig) { r.do("branch", "0") }},
		{"a comparison", func(r *rig) { r.do("compare-to", "1") }},
		{"a step while comparing", func(r *rig) { r.key("ArrowRight") }},
		{"the other way round", func(r *rig) { r.do("branch", "1"); r.do("compare-to", "0") }},
		{"no comparison any more", func(r *rig) { r.do("compare-end", "") }},
		{"undo", func(r *rig) { r.do("undo", "") }},
		{"another speed", func(r *rig) { r.f.SetSpeed(200); r.settle() }},
		{"the end", func(r *rig) { r.key("End") }},
		{"the beginning", func(r *rig) { r.key("Home") }},
	} {
		c.lead.page.moved = nil
		step.do(c.lead)
		t.Run(step.name, func(t *testing.T) {
			c.follow(t)
			c.together(t)
			if !c.lead.page.byReader {
				t.Error("not told as the reader's doing")
			}
		})
	}
}

// While time runs nothing is told; the pupil's runs by itself, and is put right where it
// is off.
func TestTimeRunsOnBothSides(t *testing.T) {
	c := newClass(t)
	c.lead.key("Home")
	c.lead.page.moved = nil
	c.lead.s.figure.Do(viewer.Toggle)
	frames := func(r *rig, n int) {
		for range n {
			r.frame()
		}
	}
	frames(c.lead, 1)
	to, _ := c.said()
	if !to.Playing {
		t.Fatalf("told %+v", to)
	}
	frames(c.lead, 40)
	if _, ok := c.said(); ok {
		t.Error("told while time ran")
	}
	to.At += 40 * 16 * wall.Millisecond
	c.pupil.s.Follow(to)
	frames(c.pupil, 1)
	p := c.pupil.f.Player()
	if off := p.Position() - c.lead.f.Player().Position(); off < -near || off > near || !p.Playing() {
		t.Fatalf("the pupil is off by %d us, playing %t", off, p.Playing())
	}
	at := p.Position()
	to.At = at + near
	c.pupil.s.Follow(to)
	if p.Position() != at {
		t.Error("the pupil jumped by what nobody sees")
	}
	to.At = at + 2*near
	c.pupil.s.Follow(to)
	if p.Position() != to.At {
		t.Errorf("the pupil is at %d, and should be at %d", p.Position(), to.At)
	}

	// Who holds it still in the midst is told of; who lets it go on, too.
	for range 2 {
		c.lead.s.figure.Do(viewer.Toggle)
		frames(c.lead, 1)
		if _, ok := c.said(); !ok || !c.lead.page.byReader {
			t.Errorf("held still or let go: told %t, as the reader's doing: %t", ok, c.lead.page.byReader)
		}
	}

	// At the run's end each stops by itself, and only the lead's page is told so.
	for range 100_000 {
		if c.lead.frame(); !c.lead.page.requested {
			break
		}
	}
	if to, ok := c.said(); !ok || to.Playing || c.lead.page.byReader {
		t.Errorf("at the end the page was told %+v (%t), by the reader: %t", to, ok, c.lead.page.byReader)
	}
}

// A room that was held still while it ran knows the place, and not the instant there.
func TestAPlaceIsFollowedToo(t *testing.T) {
	c := newClass(t)
	c.lead.key("ArrowRight")
	to, _ := c.said()
	to.At, to.T, to.Happened = to.At+1_234, -1, -1
	for _, from := range []string{"another place", "another run", "a running playhead"} {
		switch from {
		case "another run":
			c.pupil.s.act(run.Action{Verb: run.Crash, Target: "n1"})
			c.pupil.settle()
		case "a running playhead":
			c.pupil.s.figure.Do(viewer.Toggle)
			c.pupil.frame()
		}
		c.pupil.s.Follow(to)
		c.pupil.settle()
		if p := c.pupil.f.Player(); p.Position() != to.At || p.Playing() {
			t.Errorf("from %s: at %d, playing %t, want %d", from, p.Position(), p.Playing(), to.At)
		}
	}
}

// While nothing happens a room says every few seconds where it stands. That moves nothing,
// and is not read out.
func TestStandingThereAlready(t *testing.T) {
	c := newClass(t)
	c.lead.seek(instant)
	to, _ := c.said()
	place := to
	place.T = -1
	all := to
	all.Happened = -1 // as many as happen then
	for _, to := range []Standing{to, all, place} {
		c.pupil.s.Follow(to)
		c.pupil.settle()
		p := c.pupil.f.Player()
		moves, happened := p.Moves(), p.Happened()
		c.pupil.s.Follow(to)
		c.pupil.settle()
		if p.Moves() != moves || p.Happened() != happened {
			t.Errorf("%+v: the second time the playhead was put there again", to)
		}
		c.pupil.key("End")
		c.pupil.s.Follow(to)
		c.pupil.settle()
		if p.Happened() != happened {
			t.Errorf("%+v: it does not come back from elsewhere", to)
		}
	}
}

// What lies in front of the reader's eyes is no business of the others.
func TestLookingIsNotMoving(t *testing.T) {
	c := newClass(t)
	for _, do := range [][2]string{{"tab", "events"}, {"tab", "topology"}, {"zoom-in", ""}, {"fit", ""}, {"fold", ""}, {"earlier", ""}} {
		c.lead.do(do[0], do[1])
		if to, ok := c.said(); ok {
			t.Errorf("%s: told %+v", do[0], to)
		}
	}
}

// An open menu holds the playhead, in a room too.
func TestAnOpenMenuHoldsTheRoom(t *testing.T) {
	c := newClass(t)
	c.lead.s.figure.Do(viewer.Toggle)
	c.lead.frame()
	if to, ok := c.said(); !ok || !to.Playing {
		t.Fatalf("told %+v (%t)", to, ok)
	}
	c.lead.s.Do("hands", "")
	c.lead.frame()
	if to, ok := c.said(); !ok || to.Playing {
		t.Errorf("under a menu: told %+v (%t)", to, ok)
	}
	c.lead.escape()
	c.lead.frame()
	if to, ok := c.said(); !ok || !to.Playing {
		t.Errorf("after the menu: told %+v (%t)", to, ok)
	}
}

// A pupil that has gone its own way comes back, also from a run that is still coming.
func TestComingBack(t *testing.T) {
	c := newClass(t)
	c.lead.seek(instant)
	c.lead.s.act(run.Action{Verb: run.Crash, Target: "n2"})
	c.lead.settle()
	to, _ := c.said()
	c.pupil.seek(instant)
	c.pupil.s.act(run.Action{Verb: run.Crash, Target: "n5"})
	c.pupil.settle()
	if !c.pupil.page.byReader || len(c.pupil.page.moved) == 0 {
		t.Fatal("the pupil's page does not know that it went its own way")
	}
	c.pupil.page.moved = nil
	c.pupil.s.Follow(to)
	asked := len(c.pupil.page.asked)
	if c.pupil.s.Follow(to); len(c.pupil.page.asked) != asked {
		t.Error("a run that is coming is asked for again")
	}
	c.pupil.settle()
	c.together(t)
	if len(c.pupil.s.tree.Branches()) != len(c.lead.s.tree.Branches()) {
		t.Error("the pupil has other branches than the lead")
	}
}

// Whatever a pupil has begun by itself is over where it is to follow.
func TestComingBackFromWhatHasBegun(t *testing.T) {
	c := newClass(t)
	c.lead.seek(instant)
	to, _ := c.said()
	c.pupil.s.Follow(to)
	c.pupil.settle()
	for name, begin := range map[string]func(r *rig){
		"time runs":       func(r *rig) { r.s.figure.Do(viewer.Toggle); r.frame(); r.frame() },
		"a run is coming": func(r *rig) { r.s.act(run.Action{Verb: run.Crash, Target: "n1"}) },
	} {
		t.Run(name, func(t *testing.T) {
			begin(c.pupil)
			c.pupil.page.moved = nil
			c.pupil.s.Follow(to)
			c.pupil.settle()
			c.together(t)
		})
	}
}

// A dialog is the reader's own view, unless it is of a run that is shown no more.
func TestFollowingUnderADialog(t *testing.T) {
	c := newClass(t)
	c.lead.seek(instant)
	to, _ := c.said()
	c.pupil.s.Follow(to)
	c.pupil.settle()
	c.pupil.do("hands", "")
	c.pupil.s.Follow(to)
	if c.pupil.settle(); c.pupil.view.open == Whole {
		t.Error("it is closed though all is as it was")
	}
	c.lead.s.act(run.Action{Verb: run.Crash, Target: "n2"})
	c.lead.settle()
	c.follow(t)
	if c.together(t); c.pupil.view.open != Whole {
		t.Error("it lies over another run")
	}
}

// A pupil hears what is shown to it, once, and nothing while time runs.
func TestWhatIsFollowedIsReadOut(t *testing.T) {
	c := newClass(t)
	c.lead.key("ArrowRight")
	to, _ := c.said()
	hears := func(to Standing) bool {
		c.pupil.fig.text[viewer.Said] = ""
		c.pupil.s.Follow(to)
		c.pupil.frame()
		c.pupil.page.wait()
		return c.pupil.fig.text[viewer.Said] != ""
	}
	if !hears(to) {
		t.Error("a step is not read out")
	}
	if hears(to) {
		t.Error("it is read out again")
	}
	to.Playing, to.At = true, to.At+2*near
	if hears(to) {
		t.Error("what runs is read out")
	}
}

// While a run is coming nobody knows where it will be shown.
func TestWhatIsComingIsNotTold(t *testing.T) {
	c := newClass(t)
	c.lead.seek(instant)
	c.said()
	c.lead.s.act(run.Action{Verb: run.Crash, Target: "n2"})
	c.lead.frame()
	if to, ok := c.said(); ok {
		t.Errorf("told %+v", to)
	}
	c.lead.settle()
	c.follow(t)
	c.together(t)
}

// Another speed shows at once.
func TestFollowingASpeed(t *testing.T) {
	c := newClass(t)
	c.lead.f.SetSpeed(200)
	c.lead.settle()
	to, _ := c.said()
	if c.pupil.s.Follow(to); !c.pupil.page.requested {
		t.Error("nothing is drawn")
	}
}

// What cannot be read changes nothing, and says so.
func TestFollowingNonsense(t *testing.T) {
	c := newClass(t)
	was := c.pupil.s.presentLink()
	c.pupil.s.Follow(Standing{Runs: "r=nonsense", Speed: 100})
	c.pupil.settle()
	if c.pupil.s.presentLink() != was || c.pupil.fig.text[viewer.StatusLine] == "" {
		t.Error("nonsense was followed")
	}
	c.pupil.s.Follow(Standing{Runs: "r=" + (&run.Run{Scenario: "redlock"}).Link(), Speed: 100})
	c.pupil.settle()
	if c.pupil.s.presentLink() != was || c.pupil.page.visited != "" {
		t.Error("a page of a room went elsewhere by itself")
	}
}

// No page but a room's is told.
func TestOnlyRoomsAreTold(t *testing.T) {
	r := newRig(t, jump, "")
	r.key("ArrowRight")
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	if len(r.page.moved) > 0 {
		t.Errorf("told %+v", r.page.moved)
	}
}

// What a room's page shares is what it shows, on the page that shows it alone: the room's own
// address leads others elsewhere.
func TestSharingFromARoom(t *testing.T) {
	r := newRoomRig(t, "K7M4QX", jump, "")
	r.key("ArrowRight")
	r.do("share", "")
	if got, want := r.view.value[ShareAddress], r.page.Alone()+"#"+r.s.fragment(); got != want {
		t.Errorf("it shares %q, want %q", got, want)
	}
}
