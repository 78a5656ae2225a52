package viewer

import (
	"testing"
)

func TestKeys(t *testing.T) {
	happened := func(r *rig) int { return r.view.state.Seq }
	r := loaded(t)
	for _, c := range []struct {
		key  Key
		want int // events that happened afterwards
	}{
		{Key{Name: "ArrowRight"}, 2},
		{Key{Name: "ArrowRight"}, 3},
		{Key{Name: "ArrowLeft"}, 2},
		{Key{Name: "ArrowRight", Shift: true}, 22}, // the end is the only notable event
		{Key{Name: "Home"}, 1},
		{Key{Name: "n"}, 22},
		{Key{Name: "0"}, 1},
		{Key{Name: "End"}, 22},
		{Key{Name: "ArrowDown", On: OnScrubber}, 21},
		{Key{Name: "ArrowUp", On: OnScrubber}, 22},
		{Key{Name: "ArrowLeft", On: OnScrubber}, 21},
		{Key{Name: "ArrowLeft", On: OnButton}, 20},
	} {
		if !r.v.Press(r.f, c.key, nil) {
			t.Errorf("%+v is not taken", c.key)
		}
		r.frame()
		if got := happened(r); got != c.want {
			t.Errorf("after %+v %d events happened, want %d", c.key, got, c.want)
		}
	}
	if r.press("?"); !r.view.unfolded[Legend] || happened(r) != 20 {
		t.Error("? does not show the keys")
	}
	for key, want := range map[string]int{"]": 200, "+": 200, "[": 50, "-": 50} {
		r.f.SetSpeed(100)
		r.press(key)
		if r.view.speed != want {
			t.Errorf("%s at normal speed gives %d", key, r.view.speed)
		}
	}
	r.f.SetSpeed(1000)
	if r.press("]"); r.view.speed != 1000 {
		t.Errorf("faster than the fastest: %d", r.view.speed)
	}
}

func TestKeysThatAreNotOurs(t *testing.T) {
	r := loaded(t)
	for _, k := range []Key{
		{Name: "Tab"}, {Name: "Enter"}, {Name: "Escape"}, {Name: "F5"},
		{Name: "ArrowUp"}, {Name: "PageDown"}, // the page scrolls
		{Name: "ArrowLeft", Modified: true},
		{Name: "k", Composing: true},
		{Name: "k", On: OnOther}, {Name: " ", On: OnOther}, {Name: "ArrowLeft", On: OnOther},
		{Name: " ", On: OnButton}, {Name: "Enter", On: OnButton}, // the button's own
	} {
		if r.v.Press(r.f, k, nil) {
			t.Errorf("%+v is taken", k)
		}
	}
	if r.view.state.Seq != 1 || r.f.player.Playing() {
		t.Error("a key that is not ours did something")
	}
}

func TestKeysOnTheBodyMeanTheFigureInUse(t *testing.T) {
	r := loaded(t)
	other := &fakeView{}
	second := r.v.Add(other, Scene{Run: "second"})
	r.answer(story(), false)
	r.frame()
	both := []*Figure{r.f, second}
	step := Key{Name: "ArrowRight"}
	if r.v.Press(nil, step, nil) {
		t.Error("a key is taken though no figure is in sight")
	}
	r.v.Press(nil, step, both)
	r.frame()
	if r.view.state.Seq != 2 || other.state.Seq != 1 {
		t.Errorf("the first in sight is meant: %d and %d", r.view.state.Seq, other.state.Seq)
	}
	second.Do(Step)
	r.v.Press(nil, step, both)
	r.frame()
	if r.view.state.Seq != 2 || other.state.Seq != 3 {
		t.Errorf("the one used last is meant: %d and %d", r.view.state.Seq, other.state.Seq)
	}
}
