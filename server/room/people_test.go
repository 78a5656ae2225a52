package room

import (
	"slices"
	"testing"
	"time"
)

func TestTheWheel(t *testing.T) {
	r := opened(t)
	do(t, r, driver, Command{Do: "wheel-ask", On: true})
	if own := r.Own(); !slices.Equal(own.Asking, []int{1}) {
		t.Fatalf("asking: %v", own.Asking)
	}
	do(t, r, owner, Command{Do: "wheel-give", To: 1})
	if own := r.Own(); len(own.Asking) > 0 || !r.You(driver, 0).Driver || r.You(owner, 0).Driver {
		t.Errorf("handed over: %+v, %+v", own, r.You(driver, 0))
	}
	// Away for a moment, and away for good.
	r.Go(noon, driver)
	if r.Turn(noon.Add(missed-1)) != 0 || r.Wait(noon.Add(missed-1)) != 1 || r.Come(driver) != HereChanged {
		t.Error("of a driver who loads the page anew the class is told that it is away")
	}
	r.Go(noon, driver)
	if r.Turn(noon.Add(missed)) != WheelGiven || !r.View(WheelGiven, noon).Wheel.Away || r.Turn(noon.Add(gone-1)) != 0 || r.Wait(noon.Add(gone-1)) != 1 {
		t.Error("the class is not told once that the driver is away, or the wheel was taken too soon")
	}
	if r.Come(driver) != WheelGiven|HereChanged || r.View(WheelGiven, noon).Wheel.Away || r.Wait(noon) != 0 || r.Turn(noon.Add(time.Hour)) != 0 {
		t.Error("a driver who is back counts as away")
	}
	r.Go(noon, driver)
	if r.Turn(noon.Add(gone)) != WheelGiven || !r.You(owner, 0).Driver {
		t.Error("nobody drives")
	}
}

// The class is told that its presenter is away, once all of the presenter's pages are closed
// and the wheel is nobody else's.
func TestThePresenterIsAway(t *testing.T) {
	r := opened(t)
	away := func() bool { return r.View(WheelGiven, noon).Wheel.Away }
	r.Come(owner)
	r.Come(owner)
	if r.Go(noon, owner); r.Turn(noon.Add(missed)) != 0 || away() {
		t.Error("with a page open the presenter is away")
	}
	if r.Go(noon, owner); r.Turn(noon.Add(missed)) != WheelGiven || !away() || r.Wait(noon.Add(gone)) != 0 {
		t.Error("a presenter without a page is there")
	}
	if r.Come(owner) != WheelGiven || away() {
		t.Error("a presenter who is back is away")
	}
	do(t, r, owner, Command{Do: "wheel-give", To: 1})
	if r.Go(noon, owner); r.Turn(noon.Add(gone)) != 0 || away() {
		t.Error("where somebody else drives the class waits for the presenter")
	}
	do(t, r, driver, Command{Do: "wheel-back"})
	if r.Turn(noon.Add(missed)) != WheelGiven || !away() {
		t.Error("the wheel is given back to nobody, and nobody is told")
	}
}

// Who drives need not ask to, and the owner is no audience.
func TestAsking(t *testing.T) {
	r := opened(t)
	do(t, r, owner, Command{Do: "wheel-give", To: 1})
	presenter := Who{Owner: true, Person: 3}
	r.Come(presenter)
	for _, who := range []Who{driver, presenter} {
		if done := do(t, r, who, Command{Do: "wheel-ask", On: true}); done != (Done{}) || len(r.Own().Asking) > 0 {
			t.Errorf("%+v asks for the wheel: %+v", who, r.Own())
		}
	}
	if done := do(t, r, presenter, Command{Do: "lost", On: true}); done != (Done{}) || r.Own().Lost > 0 {
		t.Errorf("the owner counts as lost: %+v", r.Own())
	}
	for range 2 { // the second time nothing is new
		do(t, r, viewer, Command{Do: "wheel-ask", On: true})
	}
	if got := r.Own().Asking; !slices.Equal(got, []int{2}) {
		t.Errorf("asking: %v", got)
	}
	if r.Go(noon, viewer); len(r.Own().Asking) > 0 {
		t.Error("somebody asks who is gone")
	}
}

// One person may have several pages; the owner's are no audience.
func TestWhoIsHere(t *testing.T) {
	r := opened(t)
	here := func() int { return *r.View(HereChanged, noon).Here }
	if here() != 2 || r.Come(viewer) != 0 || r.Come(owner) != 0 || r.Come(nobody) != 0 || here() != 2 {
		t.Errorf("%d are here", here())
	}
	do(t, r, viewer, Command{Do: "lost", On: true})
	if r.Go(noon, viewer) != 0 || r.Own().Lost != 1 || r.Go(noon, viewer) != HereChanged|OwnChanged || here() != 1 || r.Own().Lost != 0 {
		t.Errorf("after two pages were closed %d are here, %d lost", here(), r.Own().Lost)
	}
	if n, fresh, err := r.Number(r.NameOf("b")); n != 2 || fresh || err != nil {
		t.Errorf("who comes back has number %d (%t, %v)", n, fresh, err)
	}
}

// Nobody gets a number that somebody else has answered under, even if not every number came
// back: two people would count as one.
func TestNumbersAreGivenOnce(t *testing.T) {
	r := opened(t)
	do(t, r, owner, ask)
	again := Restore(r.State(noon), noon)
	again.Recall(r.NameOf("a"), 1)
	again.Recall(r.NameOf("c"), 3)
	if n, fresh, err := again.Number(r.NameOf("d")); n != 4 || !fresh || err != nil {
		t.Errorf("number %d (%t, %v), want 4", n, fresh, err)
	}
	again.RecallVote(Vote{"q1", 1, 9, 0})
	if n, _, _ := again.Number(r.NameOf("b")); n != 10 {
		t.Errorf("number %d, and 9 have answered", n)
	}
}

// A room has bounds, whoever comes to it.
func TestBounds(t *testing.T) {
	r := opened(t)
	for n := 3; n <= MaxPeople; n++ {
		who, _, err := r.Number(Name{byte(n), byte(n >> 8), 1})
		if who != n || err != nil {
			t.Fatalf("number %d (%v), want %d", who, err, n)
		}
		r.Come(Who{Person: n})
		do(t, r, Who{Person: n}, Command{Do: "wheel-ask", On: true})
	}
	if _, _, err := r.Number(Name{2: 2}); err != Full {
		t.Errorf("one too many: %v", err)
	}
	if n, _, err := r.Number(r.NameOf("b")); n != 2 || err != nil {
		t.Errorf("who was there before is number %d (%v)", n, err)
	}
	if got := len(r.Own().Asking); got != maxAsking {
		t.Errorf("%d ask for the wheel", got)
	}
	for range MaxPolls {
		do(t, r, owner, ask)
		do(t, r, owner, Command{Do: "poll-end"})
	}
	if _, err := r.Do(noon, owner, &ask); err != Full {
		t.Errorf("a poll too many: %v", err)
	}
	if r.End(); !r.Over() {
		t.Error("it has not ended")
	}
}
