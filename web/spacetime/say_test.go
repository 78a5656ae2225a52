package spacetime_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/spacetime"
)

// What the signs and words of a run mean is said here; the pictures in testdata say how
// they look.
func TestPicturesSayWhatIsSo(t *testing.T) {
	w := words(t, "en")
	for _, row := range []struct {
		scenario string
		at       trace.Time // 0 for the end
		has, not []string
	}{
		{"clock-jump", 990 * ms, []string{"cut off from A", `class="cut"`, `class="decide"`}, []string{"+10 s", "sign-neq", "broken"}},
		{"clock-jump", 2060 * ms, []string{"+10 s", "cut off from B", "two are inside", "not-promised", "A still believes", "parted"}, []string{"broken-solid", ">two believe<"}},
		{"failover", 2 * sec, []string{"crashed", ">primary<", "n1 is down", "A still believes", `data-part="down-19-n1"`}, []string{"two are inside"}},
		{"paused-writer", 13 * sec, []string{"paused", `data-part="paused-22-A"`, "belief over"}, []string{"stale write"}},
		{"habit-renewal-overtaken", 5_200 * ms, []string{"delayed"}, []string{"orphan key"}},
		{"habit-renewal-overtaken", 0, []string{"orphan key", "broken-solid"}, nil},
		{"habit-counted-twice", 0, []string{"never true", "double vote"}, []string{"still believes"}},
		{"habit-cancelled-cleanup", 0, []string{">late<"}, nil},
		{"duplicate-write", 0, []string{">+1<", "fly-copy", "charged twice"}, nil},
		{"fenced-writer", 0, []string{">refused<"}, []string{"stale write"}},
		{"watchdog", 0, []string{"stalled", "strokes"}, []string{`class="hatch"`}},
		{"setnx-crash", 0, []string{"deadlock", `data-part="rule-`}, nil},
	} {
		events := played(t, row.scenario)
		s := told(events)
		at := row.at
		if at == 0 {
			at = s.Last()
		}
		svg := string(spacetime.Draw(s, happened(events, at), at, s.Fit(spacetime.View{Width: 1400}), spacetime.Options{Words: w}).SVG())
		for _, text := range row.has {
			if !strings.Contains(svg, text) {
				t.Errorf("%s at %v: the picture lacks %q", row.scenario, trace.Duration(at), text)
			}
		}
		for _, text := range row.not {
			if strings.Contains(svg, text) {
				t.Errorf("%s at %v: the picture has %q", row.scenario, trace.Duration(at), text)
			}
		}
	}
}

// Links that lose messages or take longer say by how much, until they are healed.
func TestRoughLinks(t *testing.T) {
	events := crowd(100)
	at := events[len(events)-1].T + 10*ms
	add := func(e trace.Event) {
		e.T, e.Seq, at = at, len(events), at+30*ms
		events = append(events, &e)
	}
	add(trace.Event{Kind: trace.Fault, What: trace.WhatSlow, By: trace.ByScenario, Links: []string{"A>n3"}, Lasts: 300 * trace.Millisecond})
	add(trace.Event{Kind: trace.Fault, What: trace.WhatLose, By: trace.ByScenario, Links: []string{"n8>B"}, PPM: 125_000})
	add(trace.Event{Kind: trace.Heal, What: trace.WhatSlow, By: trace.ByScenario, Links: []string{"A>n3"}})
	s := told(events)
	for n, has := range map[int][]string{1: {"+300 ms"}, 2: {"+300 ms", "−12.5 %"}} {
		seen := len(events) - 3 + n
		svg := string(spacetime.Draw(s, seen, events[seen-1].T, s.Fit(spacetime.View{Width: 900}), spacetime.Options{Words: words(t, "en")}).SVG())
		checkMarkup(t, []byte(svg))
		if got := strings.Count(svg, `class="is-rough"`); got != n {
			t.Errorf("after %d faults %d links are rough", n, got)
		}
		for _, text := range has {
			if !strings.Contains(svg, text) {
				t.Errorf("after %d faults the picture lacks %q", n, text)
			}
		}
	}
}

// What began before the left end of the view is drawn as it would be in full: a belief
// whose time was up then is dashed.
func TestViewsThatBeginLate(t *testing.T) {
	events := played(t, "paused-writer")
	s := told(events)
	at := 13 * sec
	svg := string(spacetime.Draw(s, happened(events, at), at, spacetime.View{Width: 900, From: 12_500 * ms}, spacetime.Options{Words: words(t, "en")}).SVG())
	if !strings.Contains(svg, "belief over") || !strings.Contains(svg, `class="hatch"`) {
		t.Errorf("A is paused and its time is up, and the picture does not say so: %s", svg)
	}
}

// However many are inside at once, each has a bar from the instant at which it went in,
// and no two bars touch.
func TestManyInside(t *testing.T) {
	events := crowd(1)[:1]
	add := func(e trace.Event) {
		e.T, e.Seq = trace.Time(len(events))*ms, len(events)
		events = append(events, &e)
	}
	name := func(i int) string { return string(rune('A' + i)) }
	for i := range 24 {
		add(trace.Event{Kind: trace.Enter, Who: name(i), Resource: "invoice-42"})
	}
	add(trace.Event{Kind: trace.Leave, Who: "B", Resource: "invoice-42"})
	add(trace.Event{Kind: trace.Enter, Who: "B", Resource: "invoice-42"})
	s := told(events)
	v := s.Fit(spacetime.View{Width: 1200})
	for n := 2; n <= len(events); n++ {
		e := events[n-1]
		svg := spacetime.Draw(s, n, e.T+ms, v, spacetime.Options{Words: words(t, "en")}).SVG()
		checkMarkup(t, svg)
		bars := insideBars(t, svg)
		if want := min(n-1, 24); e.Kind != trace.Leave && n < 26 && len(bars) != want {
			t.Fatalf("after %d events %d bars are drawn, want %d", n, len(bars), want)
		}
		for i, b := range bars {
			if began := s.X(events[b.seq].T, v); int(b.x) != began {
				t.Errorf("after %d events the bar of event %d begins at %v, want %d", n, b.seq, b.x, began)
			}
			for _, o := range bars[:i] {
				if b.seq < 26 && o.seq < 26 && b.y < o.y+o.h && o.y < b.y+b.h {
					t.Errorf("after %d events the bars of %d and %d touch", n, b.seq, o.seq)
				}
			}
		}
	}
}

// insideBar is the bar of one who is inside.
type insideBar struct {
	seq     int
	x, y, h float64
}

var insideRect = regexp.MustCompile(`data-part="inside-(\d+)-invoice-42"[^>]*><rect class="ttl"[^>]*? x="([\d.]+)" y="([\d.]+)" height="([\d.]+)"`)

func insideBars(t *testing.T, svg []byte) (bars []insideBar) {
	for _, m := range insideRect.FindAllSubmatch(svg, -1) {
		var n [4]float64
		for i := range n {
			var err error
			if n[i], err = strconv.ParseFloat(string(m[i+1]), 64); err != nil {
				t.Fatal(err)
			}
		}
		bars = append(bars, insideBar{int(n[0]), n[1], n[2], n[3]})
	}
	return bars
}
