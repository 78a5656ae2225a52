package viewer

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/running"
	"lockstep/web/wire"
	"lockstep/web/words"
)

func TestControlsWaitForTheRun(t *testing.T) {
	r := newRig(t)
	if !r.view.has(PlayButton, "disabled") || r.view.attr[Whole]["data-mode"] != "loading" || r.view.text[StatusLine] == "" {
		t.Errorf("before the run came: %v, %q", r.view.attr, r.view.text[StatusLine])
	}
	if r.press("k") || r.view.draws != 0 {
		t.Error("a key is taken before there is anything to play")
	}
	r.v.Link().Opened()
	r.answer(story(), false)
	r.frame()
	if r.view.has(PlayButton, "disabled") || r.view.attr[Whole]["data-mode"] != "paused" || r.view.text[StatusLine] != "" {
		t.Errorf("after the run came: %v, %q", r.view.attr, r.view.text[StatusLine])
	}
	if r.view.draws != 1 || r.view.state.Seq != 1 || r.view.text[Clock] != "0.000 s" {
		t.Errorf("%d draws, %d events, clock %q", r.view.draws, r.view.state.Seq, r.view.text[Clock])
	}
}

// The page says that the player is loading. It must stop saying so even when the
// run is there before the first frame.
func TestRunBeforeTheFirstFrame(t *testing.T) {
	r := &rig{t: t, page: &fakePage{}, view: &fakeView{}}
	r.v = New(r.page, english(t), false)
	r.f = r.v.Add(r.view, Scene{Run: "run", Seed: "7", Speeds: []int{100}})
	r.view.SetText(StatusLine, "as the page came")
	r.v.Start(false)
	r.v.Link().Opened()
	r.answer(story(), false)
	r.frame()
	if got := r.view.text[StatusLine]; got != "" {
		t.Errorf("the status stays %q", got)
	}
}

func TestNothingRunsWhileNothingMoves(t *testing.T) {
	r := loaded(t)
	for range 100 {
		if r.frame() {
			t.Fatal("a frame while paused")
		}
	}
	r.press(" ")
	draws := r.view.draws
	for range 10 {
		if !r.frame() {
			t.Fatal("no frame while playing")
		}
	}
	if r.view.draws-draws < 9 {
		t.Errorf("%d pictures in 10 frames", r.view.draws-draws)
	}
	r.press(" ")
	frames := r.page.frames
	for range 100 {
		r.frame()
	}
	if r.page.frames > frames+1 {
		t.Errorf("%d frames after pausing", r.page.frames-frames)
	}
}

func TestPlaysToTheEndAndShowsTheHash(t *testing.T) {
	r := loaded(t)
	r.f.SetSpeed(1000)
	r.press(" ")
	if got := r.view.attr[PlayButton]["aria-label"]; got != "Pause (Space)" {
		t.Errorf("the button says %q while playing", got)
	}
	for r.frame() {
		if r.page.frames > 10_000 {
			t.Fatal("plays for ever")
		}
	}
	if r.view.attr[Whole]["data-mode"] != "ended" || r.view.attr[PlayButton]["aria-label"] != "Play (Space)" {
		t.Errorf("at the end: %v", r.view.attr)
	}
	if r.view.text[Hash] != "Fingerprint of this run: 01234567, seed 7" || r.view.attr[Hash]["data-hash"] != "0123456789abcdef0123456789abcdef" {
		t.Errorf("hash %q, %v", r.view.text[Hash], r.view.attr[Hash])
	}
	if r.view.value != r.view.most || r.view.state.Seq != 22 {
		t.Errorf("scrubber at %d of %d, %d events", r.view.value, r.view.most, r.view.state.Seq)
	}
	r.press("ArrowLeft")
	if r.view.text[Hash] != "" || r.view.has(Hash, "data-hash") {
		t.Error("the hash is shown before the end")
	}
}

func TestOnlyTheLastOfTenQuickStepsIsReadOut(t *testing.T) {
	r := loaded(t)
	for range 10 {
		r.press("ArrowRight")
	}
	if r.view.writes[Said] != 0 {
		t.Fatalf("%d sentences before it is quiet", r.view.writes[Said])
	}
	r.page.settle()
	if r.view.writes[Said] != 1 || r.view.text[Said] != "A: 10." || r.view.text[Now] != r.view.text[Said] {
		t.Errorf("read out %d times, %q", r.view.writes[Said], r.view.text[Said])
	}
	r.press(" ")
	r.page.settle()
	for range 500 {
		r.frame()
		r.page.settle()
	}
	if r.view.writes[Said] != 1 {
		t.Error("read out while playing")
	}
	if r.view.writes[Now] < 12 {
		t.Error("the visible sentence does not follow")
	}
}

func TestScrubber(t *testing.T) {
	r := loaded(t)
	r.f.Scrub(r.view.most / 2)
	r.frame()
	if got, want := r.view.attr[Scrubber]["aria-valuetext"], words.Seconds(r.view.time)+" seconds"; got != want {
		t.Errorf("valuetext %q, want %q", got, want)
	}
	if off := r.view.value - r.view.most/2; off < -r.view.most/20 || off > r.view.most/20 || r.view.time < 90_000 || r.view.time > 120_000 {
		t.Errorf("at %d of %d, %d", r.view.value, r.view.most, r.view.time)
	}
	if !r.view.has(Scrubber, "data-dragged") {
		t.Error("the time beside the thumb is not shown")
	}
	if r.f.Drop(); r.view.has(Scrubber, "data-dragged") {
		t.Error("the time beside the thumb stays")
	}
	r.press(" ")
	r.f.Scrub(0)
	r.frame()
	if r.view.attr[Whole]["data-mode"] != "playing" || !r.f.player.Playing() {
		t.Error("scrubbing stops what plays")
	}
}

// The far end of the scrubber is the end, also where the run's length is no whole
// number of its places.
func TestScrubberReachesTheEnd(t *testing.T) {
	r := newRig(t)
	r.v.Link().Opened()
	r.answer([]trace.Event{{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 7_777}, {Kind: trace.End, Seq: 2, T: 31_111}}, false)
	r.frame()
	r.f.Scrub(r.view.most)
	r.frame()
	if r.view.attr[Whole]["data-mode"] != "ended" || r.view.state.Seq != 3 {
		t.Errorf("mode %s after %d events", r.view.attr[Whole]["data-mode"], r.view.state.Seq)
	}
}

func TestBrokenConnectionIsShownAndChangesNothing(t *testing.T) {
	r := newRig(t)
	r.v.Link().Opened()
	r.answer(story()[:12], true)
	r.frame()
	r.press(" ")
	for range 20 {
		r.frame()
	}
	at, seq := r.view.time, r.view.state.Seq
	r.v.Link().Closed(1006)
	if r.frame(); r.view.text[StatusLine] == "" {
		t.Error("the reader is not told")
	}
	for range 2000 {
		r.frame()
	}
	if r.view.attr[Whole]["data-mode"] != "waiting" || r.view.time < at || r.view.state.Seq < seq {
		t.Fatalf("mode %s, from %d to %d", r.view.attr[Whole]["data-mode"], at, r.view.time)
	}
	if r.page.requested {
		t.Error("frames are drawn while nothing can move")
	}
	at = r.view.time
	r.v.Link().Woken()
	r.v.Link().Opened()
	if got := r.page.asks[len(r.page.asks)-1].From; got != 12 {
		t.Errorf("asks from %d", got)
	}
	r.answer(story()[12:], false)
	r.frame()
	if r.view.text[StatusLine] != "" || r.view.attr[Whole]["data-mode"] != "playing" || r.view.time != at {
		t.Errorf("status %q, mode %s, jumped from %d to %d", r.view.text[StatusLine], r.view.attr[Whole]["data-mode"], at, r.view.time)
	}
	for r.frame() {
	}
	if r.view.state.Seq != 22 {
		t.Errorf("ends after %d events", r.view.state.Seq)
	}
}

func TestProblemsAreSaid(t *testing.T) {
	r := newRig(t)
	r.v.Link().Opened()
	r.v.Link().Received(wire.AppendProblem(nil, wire.Problem{ID: r.page.asks[0].ID, Text: "There is no scenario of that name."}))
	r.frame()
	if got := r.view.text[StatusLine]; got != "This run cannot be shown. There is no scenario of that name." {
		t.Errorf("status %q", got)
	}
	r.v.Link().Closed(wire.CloseVersion)
	r.frame()
	if got := r.view.text[StatusLine]; got != r.v.say["status.outdated"] {
		t.Errorf("status %q", got)
	}
}

func TestRunningLines(t *testing.T) {
	r := newRig(t)
	r.v.Link().Opened()
	r.answer([]trace.Event{
		{Kind: trace.Start, Clients: []trace.ClientInfo{{ID: "A"}, {ID: "B"}, {ID: "C"}}},
		{Kind: trace.Phase, Seq: 1, T: 1, Who: "A", Phase: "ask", File: "redlock.go", Line: 41},
		{Kind: trace.Phase, Seq: 2, T: 2, Who: "B", Phase: "ask", File: "redlock.go", Line: 41},
		{Kind: trace.Phase, Seq: 3, T: 3, Who: "C", Phase: "work", File: "client.go", Line: 20},
		{Kind: trace.Fault, Seq: 4, T: 4, Who: "A", What: "crash"},
		{Kind: trace.Phase, Seq: 5, T: 5, Who: "B", Phase: "done", File: "client.go", Line: 33},
		{Kind: trace.End, Seq: 6, T: 6},
	}, false)
	r.frame()
	for range 3 {
		r.press("ArrowRight")
	}
	want := []running.Line{{File: "redlock.go", Line: 41, Who: "A B"}, {File: "client.go", Line: 20, Who: "C"}}
	if len(r.view.lines) != 2 || r.view.lines[0] != want[0] || r.view.lines[1] != want[1] || r.view.follow != "C" {
		t.Errorf("%v, follows %q", r.view.lines, r.view.follow)
	}
	r.press("ArrowRight")
	if r.view.lines[0].Who != "B" {
		t.Errorf("a crashed client still runs: %v", r.view.lines)
	}
	r.press("ArrowRight")
	if len(r.view.lines) != 1 || r.view.lines[0] != want[1] {
		t.Errorf("one that is done still runs: %v", r.view.lines)
	}
}

func TestSpeedsReadAndWritten(t *testing.T) {
	for text, want := range map[string]int{"0.1": 10, "0.25": 25, "1": 100, "10": 1000, "2.50": 250, "0.125": 12} {
		if got, ok := ParseSpeed(text); !ok || got != want {
			t.Errorf("ParseSpeed(%q) = %d, %t", text, got, ok)
		}
	}
	for _, text := range []string{"", "0", "fast", "-1", "1e3", "1,5"} {
		if got, ok := ParseSpeed(text); ok {
			t.Errorf("ParseSpeed(%q) = %d", text, got)
		}
	}
	for percent, want := range map[int]string{10: "0.1", 25: "0.25", 50: "0.5", 100: "1", 250: "2.5", 1000: "10"} {
		if got := FormatSpeed(percent); got != want {
			t.Errorf("FormatSpeed(%d) = %q", percent, got)
		}
	}
}

// The line that a client's watchdog runs is lit beside the worker's own, but not
// while the watchdog rests, which it does most of the time; and where a node has
// something to say, no client is followed for it.
func TestWatchdogsLineIsLitWhileItActs(t *testing.T) {
	r := newRig(t)
	r.v.Link().Opened()
	dog := func(phase string, line int) trace.Event {
		return trace.Event{Kind: trace.Phase, Who: "A", Activity: trace.WatchdogActivity, Phase: phase, File: "watchdog.go", Line: line}
	}
	events := []trace.Event{
		{Kind: trace.Start, Nodes: []trace.NodeInfo{{ID: "n1"}, {ID: "n2"}}, Clients: []trace.ClientInfo{{ID: "A"}}},
		{Kind: trace.Phase, Who: "A", Phase: trace.PhaseWork, File: "work.go", Line: 7},
		dog(trace.PhaseRest, 11), dog(trace.PhaseRenew, 13),
		{Kind: trace.Send, Msg: "n1/1/replicate>n2", From: "n1", To: "n2", Cmd: []string{"k"}},
		{Kind: trace.End},
	}
	for i := range events {
		events[i].Seq, events[i].T = i, trace.Time(i)*1000
	}
	r.answer(events, false)
	r.frame()
	r.press("Home")
	for _, want := range []string{"work.go:7 A", "work.go:7 A", "work.go:7 A watchdog.go:13 A", "work.go:7 A watchdog.go:13 A"} {
		r.press("ArrowRight")
		var got []string
		for _, l := range r.view.lines {
			got = append(got, l.File+":"+strconv.Itoa(l.Line)+" "+l.Who)
		}
		if s := strings.Join(got, " "); s != want || r.view.follow != "A" {
			t.Errorf("after %d events the lines are %q, following %q; want %q", r.view.state.Seq, s, r.view.follow, want)
		}
	}
}

// To mark the lines that run is slow where another source unfolds: a thumb that moves does
// not wait for it at each of its places, and at the last they are right.
func TestUnderAThumbLinesAreMarkedNowAndThen(t *testing.T) {
	r := loaded(t)
	r.press("Home")
	most := r.view.most
	const places = 12
	before := r.view.marks
	for i := range places {
		r.f.Scrub(most * i / places)
		r.frame()
	}
	if n := r.view.marks - before; n == 0 || n > places/marksApart {
		t.Errorf("at %d places lines were marked %d times", places, n)
	}
	for r.frame() { // until it rests
	}
	rests := r.view.lines
	r.press("ArrowRight")
	r.press("ArrowLeft")
	if !slices.Equal(rests, r.view.lines) {
		t.Errorf("at rest %v are marked, stepping there %v", rests, r.view.lines)
	}
}

// Under a thumb the picture knows that it is seen in passing; it is whole in each frame of
// play, and where the thumb rests.
func TestUnderAThumbThePictureIsSeenInPassing(t *testing.T) {
	r := loaded(t)
	r.press("Home")
	for i := range 4 {
		r.f.Scrub(r.view.most * (i + 1) / 6)
		r.frame()
		if !r.view.passing {
			t.Errorf("place %d is drawn as one at rest", i)
		}
	}
	if !r.frame() || !r.view.passing {
		t.Error("a frame without another place is taken for rest")
	}
	draws := r.view.draws
	for r.frame() { // until it rests
	}
	if r.view.passing || r.view.draws != draws+1 {
		t.Errorf("at rest it was drawn %d times, in passing: %t", r.view.draws-draws, r.view.passing)
	}
	r.f.Scrub(r.view.most / 2)
	r.frame()
	if r.press("k"); r.view.passing {
		t.Error("what plays is drawn as seen in passing")
	}
}
