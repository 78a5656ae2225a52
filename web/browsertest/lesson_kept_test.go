package browsertest

import (
	"testing"

	"github.com/chromedp/cdproto/page"
)

// reload loads the page anew.
func (b *tab) reload() {
	b.t.Helper()
	b.goes(func() { b.do(command(page.Reload, page.ReloadParams{})) })
}

// Hints that were asked for stay open over a reload and are open where the challenge is met,
// as they are there in its lesson; and whoever goes back to the lesson finds the attempt as it
// was left.
func TestChallengesAreKept(t *testing.T) {
	t.Parallel()
	f := serve(t)
	b := open(t, f.address+"en/lesson/releasing-safely", desk)
	hints := func() int { t.Helper(); return b.count("#sell-twice .hints[open], #sell-twice .hints details[open]") }
	b.trigger("#sell-twice .hints > summary")
	b.trigger("#sell-twice .hints > details > summary")
	b.wait("localStorage.getItem('lockstep.lesson.releasing-safely.hints.sell-twice') === '2'")
	b.reload()
	if got := hints(); got != 2 {
		t.Errorf("after a reload %d hints are open", got)
	}

	b.follow("#sell-twice [data-part=try]")
	g := stageAt(b)
	asked := func() int { t.Helper(); return g.count(".challenge .hint-asked[open]") }
	if got := asked(); got != 2 {
		t.Errorf("where it is met %d hints are open", got)
	}
	g.trigger(".challenge .hint-asked .hint-asked .hint-asked > summary")
	g.wait("localStorage.getItem('lockstep.lesson.releasing-safely.hints.sell-twice') === '3'")
	eval[string](b, "location.hash = 't=2000000'")
	g.wait(g.part("clock") + ".textContent.startsWith('2.000')")
	g.act(mouse, "client:A", "Pause the whole process for: 10s")
	g.wait(met)
	before := g.look()
	g.reload()
	g.settled()
	if got := asked(); got != 3 {
		t.Errorf("after a reload %d hints are open", got)
	}
	g.wait(met)

	// Away and back, by a link that says nothing of the attempt.
	g.follow(".challenge .do a")
	if got := hints(); got != 3 {
		t.Errorf("back in the lesson %d hints are open", got)
	}
	b.follow("#sell-twice [data-part=try]")
	g = stageAt(b)
	g.wait(met)
	if diff := before.differs(g.look()); diff != "" {
		t.Errorf("found again, the attempt is another: %s", diff)
	}
	if got := g.branches(); len(got) != 2 {
		t.Errorf("its branches are %q", got)
	}

	// What was kept of a run that begins otherwise is no attempt at this one.
	g.follow(".challenge .do a")
	eval[bool](b, `(name => {
		const [of, fragment] = localStorage.getItem(name).split(" ");
		localStorage.setItem(name, of.toLowerCase() + " " + fragment);
		return true;
	})("lockstep.lesson.releasing-safely.attempt.sell-twice")`)
	b.follow("#sell-twice [data-part=try]")
	g = stageAt(b)
	if got, r := g.branches(), g.run(); len(got) != 1 || len(r.Actions) > 0 {
		t.Errorf("of another run's attempt there are the branches %q and the actions %+v", got, r.Actions)
	}
	g.trigger(".challenge .hint-asked > summary") // closed, it hides the others
	g.wait("localStorage.getItem('lockstep.lesson.releasing-safely.hints.sell-twice') === '0'")
}

// Of five questions three are answered and one has a draft; after a reload, and from the front
// page in a tab of its own, the answers and the draft are the same, and so are the heading that
// is read and the instant of the picture.
func TestAnswersOfALessonAreKept(t *testing.T) {
	t.Parallel()
	f := serve(t)
	b := open(t, f.address+"en/lesson/fencing", desk)
	b.ready()
	blocks := eval[[]string](b, `[...document.querySelectorAll("[data-block=quiz], [data-block=predict]")].map(e => e.id)`)
	if len(blocks) < 5 {
		t.Fatalf("the lesson has only the questions %q", blocks)
	}
	said := make(map[string]string)
	for _, id := range blocks[:3] {
		b.trigger("#" + id + " .options input")
		b.trigger("#" + id + " [data-do=check]")
		b.wait("document.querySelector('#" + id + " [data-part=reply]').textContent !== ''")
		said[id] = b.said(id)
	}
	draft := eval[string](b, `[...document.querySelectorAll("[data-block=quiz], [data-block=predict]")].slice(3).find(e => e.querySelector(".options input")).id`)
	b.trigger("#" + draft + " .options label:nth-child(2) input")
	beside := figure{b, "paused"}
	beside.click("step")
	beside.click("step")
	b.frame()
	at := beside.text("clock")
	eval[bool](b, `(document.querySelectorAll("main.lesson h2[id]")[3].scrollIntoView({behavior: "instant"}), true)`)
	b.frame()
	read := eval[string](b, readingAt)
	answered := func(b *tab, when string) {
		t.Helper()
		b.ready()
		for i, id := range blocks {
			if got := b.said(id); got != said[id] || (i < 3 || id == draft) != b.is("#"+id+" .options input:checked") {
				t.Errorf("%s: %s says %q, said %q", when, id, got, said[id])
			}
		}
		if !b.is("#" + draft + " .options label:nth-child(2) input:checked:enabled") {
			t.Errorf("%s: the draft is gone", when)
		}
		b.wait(readingAt + " === '" + read + "'")
		b.wait((figure{b, "paused"}).part("clock") + ".textContent === '" + at + "'")
	}
	b.reload()
	answered(b, "after a reload")
	b.show("about:blank")
	other := b.beside(f.address + "en/")
	other.follow("[data-continue]:not([hidden]) a")
	answered(other, "from the front page")
}
