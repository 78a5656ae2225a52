package scene_test

import (
	"bytes"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/phrase"
	"lockstep/web/scene"
)

// casts calls f with worlds of every shape: independent nodes, or a primary with
// replicas, with sentinels and members of a lock service, up to the most there can
// be.
func casts(f func(w world)) {
	for _, data := range [][]trace.NodeInfo{
		nil, named("n", 1, ""), named("n", 5, ""), named("n", 9, ""), replicated(1), replicated(4), replicated(8),
	} {
		for _, sentinels := range []int{0, 1, 3, 5} {
			for _, members := range []int{0, 1, 3, 5} {
				for _, clients := range []int{0, 1, 2, 3, 4, 8, 9, 24} {
					for _, resources := range []int{0, 1, 2, 3, 8} {
						w := everything()
						w.nodes = concat(data, named("s", sentinels, trace.RoleSentinel), named("c", members, trace.RoleConsensus))
						w.clients, w.resources = w.clients[:clients], w.resources[:resources]
						f(w)
					}
				}
			}
		}
	}
}

func TestNothingOverlapsInAnyCast(t *testing.T) {
	w := words(t, "en")
	p := new(draw.Picture)
	casts(func(cast world) {
		st := trace.Fold(cast.tell().events, 0)
		for _, layout := range layouts {
			scene.Redraw(p, st, 0, scene.Options{Words: w, Layout: layout})
			checkBoxesApart(t, p, cast)
			svg := p.SVG()
			for kind, want := range map[string]int{"client-": len(cast.clients), "node-": len(cast.nodes), "resource-": len(cast.resources)} {
				if got := bytes.Count(svg, []byte(`data-part="`+kind)); got != want {
					t.Errorf("%v: %d parts %q, want %d", size(cast), got, kind, want)
				}
			}
		}
	})
}

// size is a cast in numbers: nodes, clients and resources.
func size(w world) [3]int { return [3]int{len(w.nodes), len(w.clients), len(w.resources)} }

// What travels between any two machines of any cast stays within the picture.
func TestMessagesStayInThePicture(t *testing.T) {
	w := words(t, "en")
	for _, layout := range layouts {
		for _, clients := range []int{2, 3, 24} {
			cast := everything()
			cast.clients = cast.clients[:clients]
			s := cast.tell()
			send := func(from, to string, p trace.Purpose) {
				s.add(ms, trace.Event{Kind: trace.Send, Msg: from + "/1/x>" + to, From: from, To: to, Cmd: []string{"PEXPIRE", lockKey}, Purpose: p, Arrive: 11 * ms})
			}
			for _, c := range cast.clients {
				for _, n := range cast.nodes {
					send(string(c.ID), string(n.ID), trace.ToAcquire)
				}
				send(string(c.ID), c.Resource, trace.ToWrite)
			}
			for _, a := range cast.nodes {
				for _, b := range cast.nodes {
					if a.ID != b.ID {
						send(string(a.ID), string(b.ID), trace.ToVote)
					}
				}
			}
			sent := len(s.events) - 1
			st := trace.Fold(s.events, ms)
			for at := ms; at < 11*ms; at += ms {
				svg := scene.Draw(st, at, scene.Options{Words: w, Layout: layout})
				if got := bytes.Count(svg.SVG(), []byte(`data-part="msg-`)); got != sent {
					t.Fatalf("%d clients: %d messages are drawn of %d", clients, got, sent)
				}
				for _, m := range movedTo.FindAllSubmatch(svg.SVG(), -1) {
					x, y := number(t, string(m[1])), number(t, string(m[2]))
					if x < 0 || y < 0 || x > float64(svg.Width) || y > float64(svg.Height) {
						t.Errorf("%d clients: a message is at %v, %v of %d by %d", clients, x, y, svg.Width, svg.Height)
					}
				}
			}
		}
	}
}

// fits draws a state in both layouts and every language, and reports what is too
// wide.
func fits(t *testing.T, about string, st *trace.State, at trace.Time) {
	t.Helper()
	for _, lang := range phrase.Languages {
		for _, layout := range layouts {
			o := scene.Options{Words: catalogs(t)[lang], Layout: layout}
			scene.DrawMeasured(st, at, o, func(text string, width, room int) {
				if width > room {
					t.Errorf("%s, %s, layout %d: %q is %d wide and has room for %d", lang, about, layout, text, width, room)
				}
			})
		}
	}
}

// catalogs are those of all languages.
func catalogs(t *testing.T) map[string]phrase.Catalog {
	for _, lang := range phrase.Languages {
		words(t, lang)
	}
	return loaded
}

// Every text that a card can show fits, not only those of the cases.
func TestPhrasesOfEveryPhaseFit(t *testing.T) {
	phases := []string{
		"", trace.PhaseReadClock, trace.PhaseAsk, trace.PhaseReadClockAgain, trace.PhaseCount, trace.PhaseWork, trace.PhaseLetGo,
		trace.PhaseWait, trace.PhaseGiveBack, trace.PhaseDone, trace.PhaseGaveUp, trace.PhaseLocate, trace.PhaseExpire,
		trace.PhaseConfirm, trace.PhaseNumber, trace.PhaseRead, trace.PhaseWrite, trace.PhaseEnterAgain, trace.PhaseLeaveAgain,
		trace.PhaseUndecided,
	}
	whys := []string{
		trace.WhyNoMajority, trace.WhyTooLate, trace.WhyRefused, trace.WhyNoAnswer, trace.WhyNotCopied, trace.WhyNoNumber, trace.WhyNoPrimary,
	}
	for _, kind := range []string{trace.LockRedlock, trace.LockWatchdog, trace.LockConsensus, trace.LockFencing} {
		for _, clients := range []int{2, 6, 12} {
			w := everything()
			w.nodes = concat(named("n", 9, ""), named("c", 3, trace.RoleConsensus))
			w.clients = users(clients, kind, func(c *trace.ClientInfo) { c.Watchdog = trace.Second })
			for i, phase := range phases {
				s := w.tell()
				s.phase(100*ms, "A", phase, 12, 12*trace.Second)
				s.ask(100*ms, "A", 12, "set", 1, 0)
				s.decide(110*ms, "A", 12, whys[i%len(whys)], 5)
				s.add(120*ms, trace.Event{Kind: trace.Phase, Who: "A", Activity: trace.WatchdogActivity, Phase: []string{trace.PhaseRest, trace.PhaseRenew}[i%2], Lasts: 12 * trace.Second})
				fits(t, kind+", phase "+phase, trace.Fold(s.events, 200*ms), 200*ms)
			}
		}
	}
}

// A vote that neither side wins is waited out, or for ever, and either fits.
func TestUndecidedVotes(t *testing.T) {
	for _, row := range []struct {
		lasts     trace.Duration
		has, lack string
	}{
		{0, "waits for ever", "ends in"},
		{2 * trace.Second, "ends in", "for ever"},
	} {
		s := begin(4, 1)
		s.phase(100*ms, "A", trace.PhaseUndecided, 1, row.lasts)
		st := trace.Fold(s.events, 200*ms)
		fits(t, row.has, st, 200*ms)
		svg := string(scene.Draw(st, st.T, scene.Options{Words: catalogs(t)["en"]}).SVG())
		if !strings.Contains(svg, row.has) || strings.Contains(svg, row.lack) {
			t.Errorf("a wait of %v: is %q there, and %q not?", row.lasts, row.has, row.lack)
		}
	}
}

// Every rule's name fits, with how many more there are, and so does all that a
// guard may have to say.
func TestRulesAndGuardsFit(t *testing.T) {
	for _, guard := range []string{"none", "fencing", "compare-and-set", "idempotency-key", "unique-constraint"} {
		for _, kind := range []trace.ResourceInfo{{Kind: "ledger", Value: "unpaid"}, {Kind: "ledger", Value: "paid"}, {Kind: "stock", Value: "1000000000"}, {Kind: "file", Value: "x\ny\n"}} {
			for _, clients := range []int{1, 2, 3, 5} {
				kind.ID, kind.Guard = "invoice-42", guard
				w := world{nodes: named("n", 5, ""), clients: users(clients, trace.LockRedlock, nil), resources: []trace.ResourceInfo{kind}}
				s := w.tell()
				for i, rule := range trace.Rules {
					fits(t, "before "+rule, trace.Fold(s.events, 9*sec), 9*sec)
					s.add(sec, trace.Event{Kind: trace.Violation, Rule: rule, Who: "A", With: "B", Node: "n1", Promised: i%2 == 0})
				}
				s.add(2*sec, trace.Event{Kind: trace.Write, Who: "A", Resource: "invoice-42", Op: "charge", Value: kind.Value, Fence: 1234, OK: true})
				fits(t, "after a write", trace.Fold(s.events, 9*sec), 9*sec)
				for _, e := range []trace.Event{{Fence: 999, Why: trace.WhyStaleNumber}, {Why: trace.WhyChanged}, {OK: true, Why: trace.WhyDoneAlready}} {
					e.Kind, e.Who, e.Resource, e.Value = trace.Write, "A", "invoice-42", kind.Value
					s.add(3*sec, e)
					fits(t, guard, trace.Fold(s.events, 9*sec), 9*sec)
				}
			}
		}
	}
}
