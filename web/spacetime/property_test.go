package spacetime_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/phrase"
	"lockstep/web/spacetime"
	"lockstep/web/style"
)

// A picture depends on the trace, the instant and the view alone: drawn in any order,
// into memory that held any other picture, from a story that was told at once or in
// pieces, it is the same.
func TestPictureDependsOnTraceTimeAndViewAlone(t *testing.T) {
	events := played(t, "clock-jump")
	o := spacetime.Options{Words: words(t, "en"), Hands: true}
	rng := rand.New(rand.NewPCG(5, 6))
	pieces := new(spacetime.Story)
	for rest := events; len(rest) > 0; {
		n := 1 + rng.IntN(min(9, len(rest)))
		pieces.Add(rest[:n], n == len(rest))
		rest = rest[n:]
	}
	p := new(draw.Picture)
	for range 300 {
		n := 1 + rng.IntN(len(events))
		at := events[n-1].T
		if n < len(events) {
			at += trace.Time(rng.Int64N(int64(events[n].T-at) + 1))
		}
		v := spacetime.View{
			Width: 320 + rng.IntN(1100), From: trace.Time(rng.Int64N(int64(10 * sec))),
			Scale: trace.Duration(1 + rng.Int64N(int64(400*ms))), Unfolded: rng.IntN(4) == 0,
		}
		spacetime.Redraw(p, pieces, n, at, v, o)
		if want := spacetime.Draw(told(events), n, at, v, o).SVG(); !bytes.Equal(p.SVG(), want) {
			t.Fatalf("%d events, %v, %+v: %s", n, trace.Duration(at), v, firstDifference(p.SVG(), want))
		}
	}
}

// What comes later changes no picture of what was before: a story that has the whole run
// draws its beginning as one that has no more. Only where quiet time will be folded is
// known to the former alone, so nothing is folded here.
func TestWhatFollowsChangesNothingBefore(t *testing.T) {
	o := spacetime.Options{Words: words(t, "en"), Hands: true}
	runs := map[string][]*trace.Event{"twice delayed": twiceDelayed()}
	for _, c := range instants {
		runs[c.scenario] = played(t, c.scenario)
	}
	for name, events := range runs {
		whole := told(events)
		for n := 1; n < len(events); n += 1 + len(events)/40 {
			at := (events[n-1].T + events[n].T) / 2
			part := new(spacetime.Story)
			part.Add(events[:n], false)
			for _, v := range []spacetime.View{{Width: 900, Unfolded: true}, {Width: 400, From: max(at-40*ms, 0), Scale: 5 * trace.Millisecond, Unfolded: true}} {
				got, want := spacetime.Draw(whole, n, at, v, o).SVG(), spacetime.Draw(part, n, at, v, o).SVG()
				if !bytes.Equal(got, want) {
					t.Fatalf("%s, %d events: %s", name, n, firstDifference(got, want))
				}
			}
		}
	}
}

// twiceDelayed is a run in which a message is put off, and once more before it is due.
func twiceDelayed() []*trace.Event {
	events := crowd(20)
	last := events[len(events)-1]
	msg := trace.MsgName{Client: "A", Attempt: 9, Step: "set", Node: "n3"}.String()
	add := func(after trace.Time, e trace.Event) {
		e.T, e.Seq = last.T+after, len(events)
		if e.Arrive > 0 {
			e.Arrive += last.T
		}
		events = append(events, &e)
	}
	add(ms, trace.Event{Kind: trace.Send, Msg: msg, From: "A", To: "n3", Cmd: []string{"SET", "lock", "t"}, Purpose: trace.ToAcquire, Arrive: 6 * ms})
	add(2*ms, trace.Event{Kind: trace.Fault, What: trace.WhatDelay, Msg: msg, By: trace.ByScenario, Arrive: 30 * ms})
	add(20*ms, trace.Event{Kind: trace.Fault, What: trace.WhatDelay, Msg: msg, By: trace.ByScenario, Arrive: 60 * ms})
	add(60*ms, trace.Event{Kind: trace.Deliver, Msg: msg, Who: "n3"})
	return events
}

// A message that is put off twice is, between the two, on its way to where the first
// delay leads: its tip is on the line to there.
func TestAMessagePutOffTwice(t *testing.T) {
	events := twiceDelayed()
	s, n := told(events), len(events)-2 // before the second delay
	v := spacetime.View{Width: 900, From: events[n-2].T, Scale: 10 * trace.Millisecond, Unfolded: true}
	svg := spacetime.Draw(s, n, events[n-1].T+ms, v, spacetime.Options{Words: words(t, "en")}).SVG()
	part := regexp.MustCompile(`data-part="fly-` + strconv.Itoa(events[n-2].Seq) + `".*?</g>`).Find(svg)
	ahead := regexp.MustCompile(`fly-ahead" x1="[\d.]+" y1="[\d.]+" x2="([\d.]+)"`).FindSubmatch(part)
	if ahead == nil {
		t.Fatalf("the message is drawn as %q", part)
	}
	if x, err := strconv.ParseFloat(string(ahead[1]), 64); err != nil || int(x) != s.X(events[n-1].Arrive, v) {
		t.Errorf("it is on its way to %s, want %d", ahead[1], s.X(events[n-1].Arrive, v))
	}
}

var seqOfPart = regexp.MustCompile(`data-part="(?:key\d*|belief|inside|down|primary|cut|paused|stalled|fly|count|rule|fault|clock|promoted|demoted|doubted|agreed|written|refused|parting|wall|rough|chip|overlap)-(\d+)`)

// Of what lies ahead nothing is drawn: every part is of an event that has happened.
func TestNothingAheadIsGivenAway(t *testing.T) {
	parts := 0
	for _, c := range instants {
		events := played(t, c.scenario)
		s := told(events)
		w := words(t, "en")
		for n := 1; n <= len(events); n++ {
			svg := spacetime.Draw(s, n, events[n-1].T, s.Fit(spacetime.View{Width: 1200}), spacetime.Options{Words: w}).SVG()
			for _, m := range seqOfPart.FindAllSubmatch(svg, -1) {
				parts++
				if seq, _ := strconv.Atoi(string(m[1])); seq >= n {
					t.Fatalf("%s: %s is drawn when %d events have happened", c.scenario, m[0], n)
				}
			}
		}
	}
	if parts == 0 {
		t.Error("no part was looked at")
	}
}

// What the state has at the last event in sight is to be seen: each message under way,
// each key, each belief, each rule that broke.
func TestAllThatIsSoIsShown(t *testing.T) {
	library := opened(t)
	w := words(t, "en")
	seen := make(map[string]int)
	for _, name := range library.Names() {
		events := playedOf(t, library, name)
		s := told(events)
		v := s.Fit(spacetime.View{Width: 1200})
		var st trace.State
		for i, e := range events {
			st.Apply(e)
			if i%7 != 0 || i+1 == len(events) || events[i+1].T == e.T {
				continue
			}
			svg := spacetime.Draw(s, i+1, e.T+1, v, spacetime.Options{Words: w}).SVG()
			for what, want := range standing(&st, e.T) {
				seen[what] += want
				if got := bytes.Count(svg, []byte(what)); got < want {
					t.Fatalf("%s at %v: %d of %d %q", name, trace.Duration(e.T), got, want, what)
				}
			}
		}
	}
	for what, n := range seen {
		if n == 0 {
			t.Errorf("%q was never looked for", what)
		}
	}
}

// standing counts what lasts in a state, by what shows that it does.
func standing(st *trace.State, t trace.Time) map[string]int {
	count := map[string]int{`data-part="key-`: 0, `data-part="belief-`: 0, `class="tip"`: 0, `data-part="paused-`: 0, `data-part="down-`: 0, `data-part="rule-`: 0}
	for i := range st.Messages {
		if !st.Messages[i].Lost {
			count[`class="tip"`]++
		}
	}
	for i := range st.Nodes {
		if st.Nodes[i].Down {
			count[`data-part="down-`]++
			continue
		}
		for k := range st.Nodes[i].Keys {
			for c := range st.Clients {
				if st.Clients[c].Key == st.Nodes[i].Keys[k].Name {
					count[`data-part="key-`]++
					break
				}
			}
		}
	}
	for i := range st.Clients {
		c := &st.Clients[i]
		if c.Belief != nil && c.Lock != trace.LockFencing {
			count[`data-part="belief-`]++
		}
		if c.Paused {
			count[`data-part="paused-`]++
		}
	}
	if len(st.Broken) > 0 {
		count[`data-part="rule-`]++
	}
	return count
}

// Pages allow no style attributes, Safari draws no foreignObject and does not know
// the attribute transform-origin, and nothing in a picture may run. Every id that is
// referred to is there, and no part stands twice.
func TestMarkupIsWellFormedAndPlain(t *testing.T) {
	w := words(t, "en")
	for _, c := range instants {
		events := played(t, c.scenario)
		s := told(events)
		for n := 1; n <= len(events); n += 11 {
			p := spacetime.Draw(s, n, events[n-1].T, s.Fit(spacetime.View{Width: 900}), spacetime.Options{Words: w, Hands: true})
			checkMarkup(t, p.SVG())
			checkMarkup(t, p.Standalone(style.Space()))
		}
	}
}

// urlOf is a reference to an element.
var urlOf = regexp.MustCompile(`^url\(#(.*)\)$`)

func checkMarkup(t *testing.T, svg []byte) {
	t.Helper()
	ids, refs, parts := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		el, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if strings.Contains(" foreignObject script image a use ", " "+el.Name.Local+" ") {
			t.Errorf("<%s> has no place in a picture", el.Name.Local)
		}
		for _, a := range el.Attr {
			switch n := a.Name.Local; {
			case n == "style", n == "transform-origin", strings.HasPrefix(n, "on"), n == "href":
				t.Errorf("<%s %s=%q> has no place in a picture", el.Name.Local, n, a.Value)
			case n == "id":
				ids[a.Value] = true
			case n == "aria-describedby":
				refs[a.Value] = true
			case n == "data-part":
				if parts[a.Value] {
					t.Errorf("the part %q stands twice", a.Value)
				}
				parts[a.Value] = true
			}
			if m := urlOf.FindStringSubmatch(a.Value); m != nil {
				refs[m[1]] = true
			}
		}
	}
	for ref := range refs {
		if !ids[ref] {
			t.Errorf("nothing has the id %q that is referred to", ref)
		}
	}
}

// In every language and width no word is cut off.
func TestTextsFit(t *testing.T) {
	library := opened(t)
	said := make(map[string]phrase.Catalog)
	for _, lang := range phrase.Languages {
		said[lang] = words(t, lang)
	}
	measured := 0
	for _, name := range library.Names() {
		events := playedOf(t, library, name)
		s := told(events)
		for _, lang := range phrase.Languages {
			for _, width := range []int{320, 900} {
				p := new(draw.Picture)
				p.Measure(func(text string, wide, room int) {
					measured++
					if wide > room {
						t.Errorf("%s, %s: %q is %d wide and has room for %d", name, lang, text, wide, room)
					}
				})
				v := s.Follow(spacetime.View{Width: width}, s.Last())
				spacetime.Redraw(p, s, s.Len(), s.Last(), v, spacetime.Options{Words: said[lang]})
			}
		}
	}
	if measured == 0 {
		t.Error("no text was measured")
	}
}

// Who can use a hand finds the event of what is drawn; where nobody can, nothing
// pretends to be there.
func TestHits(t *testing.T) {
	events := played(t, "clock-jump")
	s := told(events)
	draw := func(hands bool) []byte {
		v := s.Fit(spacetime.View{Width: 900})
		return spacetime.Draw(s, 80, events[79].T, v, spacetime.Options{Words: words(t, "en"), Hands: hands}).SVG()
	}
	found := 0
	for _, m := range regexp.MustCompile(`class="hit" data-seqs?="([\d ]+)"(?: d="([^"]*)")?`).FindAllSubmatch(draw(true), -1) {
		seqs := strings.Fields(string(m[1]))
		for _, text := range seqs {
			found++
			if seq, _ := strconv.Atoi(text); seq >= 80 {
				t.Errorf("event %d has not happened", seq)
			}
		}
		if lines := bytes.Count(m[2], []byte("M")); len(m[2]) > 0 && lines != len(seqs) {
			t.Errorf("a target of %d lines is of %d events", lines, len(seqs))
		}
	}
	if found < 30 {
		t.Errorf("only %d things can be taken hold of", found)
	}
	if bytes.Contains(draw(false), []byte("hit")) {
		t.Error("without hands there is something to take hold of")
	}
}
