package room

import (
	"strings"
	"testing"
	"time"

	"lockstep/sim/run"
)

// Time runs for everybody alike, and a room that was restored stands still: at a place of
// which it does not know the instant.
func TestThePlayhead(t *testing.T) {
	r := opened(t)
	do(t, r, owner, Command{Do: "head", Head: &Head{At: 1_000_000, T: 7, Happened: 3, Playing: true, Speed: 50}})
	later := noon.Add(3 * time.Second)
	if h := r.Head(later); h.At != 2_500_000 || !h.Playing {
		t.Errorf("after 3 s at half the speed: %+v", h)
	}
	restored := Restore(r.State(later), later.Add(time.Hour))
	if h := *restored.Head(later.Add(2 * time.Hour)); h != (Head{At: 2_500_000, T: -1, Happened: -1, Speed: 50}) {
		t.Errorf("restored: %+v", h)
	}
	still := Head{At: 9, T: 7, Happened: 3, Speed: 200}
	do(t, r, owner, Command{Do: "head", Head: &still})
	if h := *Restore(r.State(later), later).Head(later); h != still {
		t.Errorf("restored, having stood still: %+v, want %+v", h, still)
	}
}

// A scene is found as it was left, with the runs that were driven.
func TestScenesAreFoundAsTheyWereLeft(t *testing.T) {
	r := opened(t)
	do(t, r, owner, Command{Do: "run", Fragment: fragment(9), Head: &Head{Speed: 100, At: 40, Playing: true}})
	do(t, r, viewer, Command{Do: "lost", On: true})
	later := noon.Add(time.Second)
	if _, err := r.Do(later, owner, &Command{Do: "scene", Index: 1}); err != nil {
		t.Fatal(err)
	}
	if v := r.View(Everything, later); v.Run.Link != linkOf(2) || v.Scene.Index != 1 || v.Head.Playing || r.Own().Lost > 0 {
		t.Errorf("the second scene: %+v, %+v, %d lost", v.Run, v.Head, r.Own().Lost)
	}
	do(t, r, owner, Command{Do: "scene", Index: 0})
	if v := r.View(Everything, later); v.Run.Link != linkOf(9) || *v.Head != (Head{At: 1_000_040, T: -1, Happened: -1, Speed: 100}) {
		t.Errorf("the first again: %+v, %+v", v.Run, v.Head)
	}
	if got, want := r.Scenes(later)[0].Place(), fragment(9); got != want {
		t.Errorf("its link ends in %s, want %s", got, want)
	}
}

// A room that is opened from a stage begins where that stands.
func TestAFragmentSaysWhereToBegin(t *testing.T) {
	for _, row := range []struct {
		given Scene
		want  Head
		runs  string
	}{
		{Scene{}, Head{T: 5, Happened: -1, Speed: 100}, fragment(1)},
		{Scene{Fragment: "r=" + linkOf(7) + "&t=120000&h=12&v=events"}, Head{T: 120_000, Happened: 12, Speed: 100}, fragment(7)},
		{Scene{Fragment: "play-title"}, Head{T: 5, Happened: -1, Speed: 100}, fragment(1)},
		{Scene{Fragment: "r=" + (&run.Run{Scenario: "redlock"}).Link() + "&t=7"}, Head{T: 5, Happened: -1, Speed: 100}, fragment(1)},
		{Scene{Fragment: "r=" + linkOf(7) + strings.Repeat("&", maxFragment)}, Head{T: 5, Happened: -1, Speed: 100}, fragment(1)},
		{Scene{Fragment: fragment(7), Head: Head{T: 9, Happened: 2, Speed: 50}}, Head{T: 9, Happened: 2, Speed: 50}, fragment(7)},
	} {
		x := row.given
		x.Slug, x.Run, x.Start = slug, linkOf(1), 5
		given := []Scene{x}
		r, err := New(State{Scenes: given}, noon)
		if err != nil {
			t.Fatal(err)
		}
		if v := r.View(Everything, noon); v.Run.Fragment != row.runs || *v.Head != row.want {
			t.Errorf("%+v: shows %+v at %+v", row.given, v.Run, v.Head)
		}
		if given[0] != x {
			t.Error("what was given to it has changed")
		}
	}
}

// What a command would show is what is shown once it was carried out, and a run is played
// for nobody who may not have it shown.
func TestShowsBefore(t *testing.T) {
	for name, x := range valid {
		r := opened(t)
		for _, c := range x.before {
			do(t, r, owner, c)
		}
		c := x.c
		c.Do = name
		before, shows := r.Link(), r.Shows(owner, &c)
		for _, who := range []Who{driver, viewer, nobody} {
			if link := r.Shows(who, &c); link != "" {
				t.Errorf("%s would show %q for %+v", name, link, who)
			}
		}
		r.Do(noon, owner, &c)
		if after := r.Link(); shows == "" && after != before || shows != "" && after != shows {
			t.Errorf("%s would show %q, and shows %q after %q", name, shows, after, before)
		}
	}
	r := opened(t)
	do(t, r, owner, Command{Do: "run", Fragment: fragment(9), Head: &Head{Speed: 100}})
	predict := Command{Do: "poll-open", Predict: prediction(0).ID}
	if shows := r.Shows(owner, &predict); shows != linkOf(1) {
		t.Errorf("a prediction would show %q", shows)
	}
	if do(t, r, owner, predict); r.Link() != linkOf(1) {
		t.Errorf("it shows %q", r.Link())
	}
	if !r.Knows(r.NameOf("a")) || r.Knows(r.NameOf("stranger")) {
		t.Error("whom it knows")
	}
}
