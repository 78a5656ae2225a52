package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/wire"
)

// The challenge of these tests: to sell the last item twice, by one pause.
const (
	challengePath = "lesson/releasing-safely/sell-twice"
	challengeKept = "lockstep.lesson.releasing-safely.challenge.sell-twice"
)

// challenged opens it at the instant of two seconds, and waits until it is judged.
func challenged(t *testing.T, f *front, lang string, s screen) stage {
	t.Helper()
	return stageAt(open(t, f.address+lang+"/"+challengePath+"#t=2000000", s))
}

// met is a JavaScript expression for whether the page says that the challenge is met.
const met = `document.querySelector("[data-part=attempt]").hasAttribute("data-met")`

// kept is what the browser keeps of it.
func (g stage) kept() string {
	g.t.Helper()
	return eval[string](g.tab, fmt.Sprintf(`localStorage.getItem(%q) ?? ""`, challengeKept))
}

// A challenge is met by mouse, by finger and by keys, and that is kept; its lesson says so.
// What is not allowed is not offered.
func TestChallenge(t *testing.T) {
	t.Parallel()
	// Whatever a browser keeps it keeps for a server: each part has one of its own.
	for _, c := range []struct {
		hand hand
		s    screen
	}{{mouse, desk}, {touch, phone}, {keys, desk}} {
		together(t, c.hand.name, func(t *testing.T) { meetsAChallenge(t, serve(t), c.hand, c.s) })
	}
	together(t, "the solution is watched", func(t *testing.T) { watchesASolution(t, serve(t), mouse) })
	together(t, "over the wire", func(t *testing.T) { foulOverTheWire(t, serve(t)) })
	for _, lang := range []string{"en", "ms", "zh"} {
		for _, s := range []screen{phone, {width: 768, height: 1024, dark: true}, desk} {
			together(t, fmt.Sprintf("%s at %d", lang, s.width), func(t *testing.T) { challengeFits(t, serve(t), lang, s) })
		}
	}
}

func meetsAChallenge(t *testing.T, f *front, h hand, s screen) {
	g := challenged(t, f, "en", s)
	said := g.text("attempt-said")
	if said != "Not yet. Missing: more is sold than there was." || eval[bool](g.tab, met) {
		t.Fatalf("before anything is done it says %q", said)
	}
	g.take(h, "client:A")
	i := slices.IndexFunc(g.offers(), func(line string) bool { return strings.HasPrefix(line, "Crash") })
	if i < 0 || !strings.HasSuffix(g.offers()[i], "This challenge is to be met without that.") {
		t.Errorf("what is not allowed is offered: %q", g.offers())
	}
	g.branching(func() { g.offer(h, "Pause the whole process for", "10 s") })
	g.wait(met)
	if got := g.text("attempt-said"); got != "The goal is met." {
		t.Errorf("it says %q", got)
	}
	if !g.sees(".challenge .after a") || g.kept() == "" {
		t.Errorf("met, there is no way on, or it is not kept: %q", g.kept())
	}
	address := g.address()
	g.reload()
	g.wait(met)
	if n := len(g.run().Actions); n != 1 {
		t.Errorf("after a reload the run has %d actions", n)
	}
	g.branching(func() { g.use(h, "undo") })
	g.wait("!" + met)

	other := stageAt(open(t, address, s)) // in another browser
	other.wait(met)
	g.goes(func() { g.do(chromedp.Navigate(f.address + "en/lesson/releasing-safely")) })
	g.wait(`document.querySelector("#sell-twice [data-part=reply]").textContent !== ""`)
}

// Whoever watches the solution sees it met, and has not met it.
func watchesASolution(t *testing.T, f *front, h hand) {
	g := challenged(t, f, "en", desk)
	g.branching(func() { g.use(h, "solution") })
	g.wait(met)
	if got := g.branches(); len(got) != 2 || got[1] != "Solution" || g.present() != 1 {
		t.Errorf("the branches are %q, of which %d is shown", got, g.present())
	}
	if got := g.text("attempt-said"); !strings.HasPrefix(got, "This is a solution") || g.kept() != "" {
		t.Errorf("it says %q; kept is %q", got, g.kept())
	}
}

// The server judges what is sent, whatever a page may offer: here a node is emptied, which
// the challenge does not allow, besides the pause that meets its goal.
func foulOverTheWire(t *testing.T, f *front) {
	b := open(t, f.address+"en/"+challengePath, desk)
	foul := run.Run{
		Scenario: "foreign-release", Params: []run.Param{{Name: "clients.A.work.takes", Value: "5s"}},
		Actions: []run.Action{{At: 2_000_000, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 10 * trace.Second}},
	}
	for _, c := range []struct {
		more []run.Action
		met  bool
	}{{nil, true}, {[]run.Action{{At: 60_000_000, Verb: run.Flush, Of: run.OfNode, Target: "n1"}}, false}} {
		r := foul
		r.Actions = append(slices.Clone(foul.Actions), c.more...)
		v := b.judged(wire.Ask{ID: 1, Run: r.Link(), Until: 1 << 60, Lang: "en", Challenge: strings.TrimPrefix(challengePath, "lesson/")})
		if v.Met != c.met || !c.met && v.Judge != "This does not count: you may not empty a node here." {
			t.Errorf("with %+v: %+v", c.more, v.Attempt)
		}
	}
}

// judged asks the server on a socket of the page's origin how a run comes out.
func (b *tab) judged(ask wire.Ask) *wire.Verdict {
	b.t.Helper()
	frame := wire.AppendAsk(nil, ask)
	numbers := make([]string, len(frame))
	for i, n := range frame {
		numbers[i] = fmt.Sprint(n)
	}
	answers := eval[[][]int](b, fmt.Sprintf(`new Promise((done) => {
		const socket = new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws"))), all = [];
		socket.binaryType = "arraybuffer";
		socket.onopen = () => socket.send(new Uint8Array([%s]));
		socket.onmessage = ({ data }) => {
			const bytes = [...new Uint8Array(data)];
			all.push(bytes);
			if (bytes[1] === "v".charCodeAt(0) || bytes[1] === "p".charCodeAt(0)) { socket.close(); done(all); }
		};
	})`, strings.Join(numbers, ",")))
	last := answers[len(answers)-1]
	frame = make([]byte, len(last))
	for i, n := range last {
		frame[i] = byte(n)
	}
	answer, err := wire.ReadAnswer(frame)
	v, ok := answer.(*wire.Verdict)
	if err != nil || !ok {
		b.t.Fatalf("the server answers %+v, %v", answer, err)
	}
	return v
}

// The challenge is in sight with all the rest of the stage, and keeps nobody out.
func challengeFits(t *testing.T, f *front, lang string, s screen) {
	g := challenged(t, f, lang, s)
	said, err := lessons.Phrases(lessons.FS, lang)
	if err != nil {
		t.Fatal(err)
	}
	if got := g.texts(".challenge [data-do=solution]"); !slices.Equal(got, []string{said.Say("challenge.watch")}) {
		t.Errorf("the solution is offered as %q", got)
	}
	g.fits(s)
	if s == desk {
		if got := eval[int64](g.tab, "document.documentElement.scrollHeight"); got > s.height {
			t.Errorf("the page is %d high in a window of %d", got, s.height)
		}
	}
	if n := g.count(".challenge .hint-asked[open]"); n != 0 {
		t.Errorf("%d hints are shown to who has not asked", n)
	}
	for i := range 3 { // each is asked for by its own line, which the one before shows
		g.trigger(".challenge " + strings.Repeat(".hint-asked ", i+1) + "> summary")
		if n := g.count(".challenge .hint-asked[open]"); n != i+1 {
			t.Errorf("asked %d times, %d hints are shown", i+1, n)
		}
	}
	g.trigger(".challenge .counts > summary")
	g.fits(s)
	for _, found := range g.barriers(needAxe(t)) {
		t.Error(found)
	}
}
