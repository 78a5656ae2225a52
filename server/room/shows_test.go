package room

import "testing"

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
