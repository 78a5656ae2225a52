package viewer

import (
	"lockstep/sim/trace"
	"lockstep/wasm/link"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
	"lockstep/web/player"
	"lockstep/web/running"
	"lockstep/web/wall"
	"lockstep/web/wire"
	"lockstep/web/words"
)

// Scene is what the page says of a figure.
type Scene struct {
	Run    string     // link form
	Seed   string     // of the run
	Lang   string     // in which the page speaks
	Start  trace.Time // the poster
	Until  trace.Time // where it ends; 0 for the run's end
	Speeds []int      // on offer, in percent, rising
}

// Figure is one run on the page, under a learner's hands.
type Figure struct {
	viewer  *Viewer
	view    View
	scene   Scene
	player  *player.Player
	feed    *link.Feed
	say     phrase.Catalog
	beside  Companion // nil for none
	held    bool
	trouble string // what went wrong, in words

	shown    shown
	thumb    thumb
	announce bool   // the next sentence is to be read out
	words    string // to be read out with it
}

// Companion is what a figure has beside its picture and controls. It is told what
// becomes of the playhead, and has the first word on keys.
type Companion interface {
	// Framed says that the figure shows how things stand now. It may draw more.
	Framed()

	// Pressed takes a key, or leaves it to the figure.
	Pressed(k Key) bool

	// Retry asks once more for what the server had no time for.
	Retry()
}

// Show shows another run from now on. Of the old one the picture stays until there is
// something to show of the new one.
func (f *Figure) Show(p *player.Player, feed *link.Feed, seed string) {
	p.SetStill(f.viewer.still)
	f.player, f.feed, f.scene.Seed = p, feed, seed
	f.shown.drawn, f.shown.mode = false, ""
	f.viewer.page.RequestFrame()
}

// Accompany gives the figure a companion.
func (f *Figure) Accompany(c Companion) { f.beside = c }

// Player returns the playhead over the run that is shown.
func (f *Figure) Player() *player.Player { return f.player }

// Scene returns what the page says of the figure.
func (f *Figure) Scene() Scene { return f.scene }

// Hold lets no time pass until it is called with false.
func (f *Figure) Hold(on bool) {
	f.held = on
	f.viewer.page.RequestFrame()
}

// Redraw has all of the figure drawn anew, which may have another size now.
func (f *Figure) Redraw() {
	f.shown.drawn = false
	f.Update()
}

// Update has the figure drawn anew.
func (f *Figure) Update() { f.viewer.page.RequestFrame() }

// Trouble says what went wrong, until it is called with nothing.
func (f *Figure) Trouble(words string) {
	if f.trouble != words {
		f.trouble = words
		f.Update()
	}
}

// Refresh has the figure drawn anew. What the playhead shows then is read out once it
// stays there, and before it the words, if there are any.
func (f *Figure) Refresh(words string) {
	f.announce, f.words = true, words
	f.viewer.last = f
	f.viewer.page.RequestFrame()
}

// shown is what the view has, so that only what changes is written again.
type shown struct {
	drawn    bool
	happened int
	marked   int // after how many events the running lines were marked
	time     trace.Time
	clock    string
	at       wall.Span
	length   wall.Span
	passing  bool // what is drawn
	mode     string
	now      string
	status   string
	told     bool // a status was written
	speed    int
	hash     string
}

// Do carries out a command.
func (f *Figure) Do(c Command) {
	if c == None || !f.player.Ready() {
		return
	}
	f.viewer.last = f
	f.feed.Retry()
	if f.beside != nil {
		f.beside.Retry()
	}
	switch c {
	case Toggle:
		if f.player.Playing() {
			f.player.Pause()
		} else {
			f.player.Play()
		}
	case Step:
		f.player.Step()
	case Back:
		f.player.Back()
	case Next:
		f.player.Next()
	case Home:
		f.player.Home()
	case End:
		f.player.End()
	case Slower, Faster:
		f.player.SetSpeed(f.nextSpeed(c == Faster))
	case Keys:
		f.view.Unfold(Legend)
	}
	f.words = ""
	f.announce = c != Slower && c != Faster && c != Keys
	f.viewer.page.RequestFrame()
}

// nextSpeed returns the speed on offer next to the present one.
func (f *Figure) nextSpeed(faster bool) int {
	speed := f.player.Speed()
	for i := range f.scene.Speeds {
		if s := f.scene.Speeds[i]; faster && s > speed {
			return s
		}
		if s := f.scene.Speeds[len(f.scene.Speeds)-1-i]; !faster && s < speed {
			return s
		}
	}
	return speed
}

// SetSpeed sets the speed in percent.
func (f *Figure) SetSpeed(percent int) {
	f.player.SetSpeed(percent)
	f.viewer.page.RequestFrame()
}

// Scrub moves the playhead to a value of the scrubber, which is being dragged
// until Drop.
func (f *Figure) Scrub(value int) {
	f.viewer.last = f
	f.view.SetAttr(Scrubber, "data-dragged", "")
	to := wall.Span(value) * wall.Millisecond
	if end := f.player.Length(); end-to < wall.Millisecond {
		to = end // the scrubber has no finer places
	}
	f.player.Seek(to)
	f.thumb.move()
	f.announce = true
	f.viewer.page.RequestFrame()
}

// Drop says that the scrubber is not being dragged any more.
func (f *Figure) Drop() {
	f.view.DropAttr(Scrubber, "data-dragged")
	f.viewer.page.RequestFrame()
}

// take receives events from the link.
func (f *Figure) take(events []trace.Event, whole bool) {
	f.player.Add(events, whole)
	f.viewer.page.RequestFrame()
}

// moving tells whether the next frame will differ from this one.
func (f *Figure) moving() bool { return f.player.Playing() && !f.player.Waiting() && !f.held }

// frame lets time pass and brings the view up to date.
func (f *Figure) frame(elapsed wall.Span) {
	if !f.held {
		f.player.Tick(elapsed)
	}
	f.thumb.frame(f.player.Playing())
	f.controls()
	if f.player.Ready() {
		f.picture()
	}
	if f.beside != nil {
		f.beside.Framed()
	}
	if f.thumb.passing() {
		f.viewer.page.RequestFrame()
	}
}

// picture shows what has changed since the last frame.
func (f *Figure) picture() {
	p, was := f.player, &f.shown
	t, happened, at := p.Time(), p.Happened(), p.Position()
	if f.marks(happened) {
		f.mark()
		was.marked = happened
	}
	if !was.drawn || was.happened != happened {
		f.tell()
		f.hash()
	}
	passing := f.thumb.passing()
	if !was.drawn || was.happened != happened || was.time != t || was.passing != passing {
		f.view.Draw(p.State(), t, passing)
		f.view.SetText(ScrubTime, words.Clocked(t))
		f.view.SetAttr(Scrubber, "aria-valuetext", f.say.Say("viewer.seconds", "n", words.Seconds(t)))
	}
	f.tick(t)
	if !was.drawn || was.at != at || was.length != p.Length() {
		f.view.SetSlider(int(at/wall.Millisecond), int(p.Length()/wall.Millisecond))
	}
	was.drawn, was.happened, was.time, was.at, was.length, was.passing = true, happened, t, at, p.Length(), passing
}

// marksApart is how many places of a moving thumb lie between two at which the running lines
// are marked: another source that unfolds is slow to lay out.
const marksApart = 4

// marks tells whether the lines that run are to be marked now.
func (f *Figure) marks(happened int) bool {
	was := &f.shown
	return !was.drawn || was.marked != happened && (!f.thumb.passing() || f.thumb.turn(marksApart) == 0)
}

// Modes of a figure, in its data-mode: CSS and tests go by them.
const (
	modeLoading = "loading"
	modePaused  = "paused"
	modePlaying = "playing"
	modeWaiting = "waiting" // would go on, but events are missing
	modeEnded   = "ended"
)

func (f *Figure) mode() string {
	switch {
	case !f.player.Ready():
		return modeLoading
	case f.player.Waiting(), f.held && f.player.Playing():
		return modeWaiting
	case f.player.Playing():
		return modePlaying
	case f.player.AtEnd():
		return modeEnded
	}
	return modePaused
}

// The icons of the button that plays, as paths in a square of 16 pixels.
const (
	iconPlay  = "M4 2.5 13 8l-9 5.5Z"
	iconPause = "M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z"
)

// controls shows what can be done, and how things stand.
func (f *Figure) controls() {
	was := &f.shown
	if mode := f.mode(); mode != was.mode {
		f.view.SetAttr(Whole, "data-mode", mode)
		if was.mode == "" || was.mode == modeLoading {
			f.enable(mode != modeLoading)
		}
		label, icon := f.say.Say("figure.play"), iconPlay
		if f.player.Playing() {
			label, icon = f.say.Say("figure.pause"), iconPause
		}
		keyed := f.say.Say("figure.keyed", "what", label, "key", f.say.Say("key.play"))
		f.view.SetAttr(PlayButton, "aria-label", keyed)
		f.view.SetAttr(PlayButton, "title", keyed)
		f.view.SetText(PlayLabel, label)
		f.view.SetAttr(PlayIcon, "d", icon)
		was.mode = mode
	}
	if speed := f.player.Speed(); speed != was.speed {
		f.view.SetSpeed(speed)
		was.speed = speed
	}
	// The page came with a status of its own, so the first is always written.
	if status := f.status(); status != was.status || !was.told {
		f.view.SetText(StatusLine, status)
		was.status, was.told = status, true
	}
}

// Problem says why what was asked of the server does not come, in the reader's language
// where it has words for that.
func Problem(say phrase.Catalog, asked interface {
	Problem() string
	Reason() wire.Reason
}) string {
	if key := "problem." + string(asked.Reason()); say.Has(key) {
		return say.Say(key)
	}
	return asked.Problem()
}

var buttons = [...]Part{PlayButton, RestartButton, BackButton, StepButton, NextButton, Scrubber, Speed}

func (f *Figure) enable(on bool) {
	for _, b := range buttons {
		if on {
			f.view.DropAttr(b, "disabled")
		} else {
			f.view.SetAttr(b, "disabled", "")
		}
	}
}

// status says what keeps the figure waiting, or nothing.
func (f *Figure) status() string {
	switch f.viewer.link.Status() {
	case link.Outdated:
		return f.say.Say("status.outdated")
	case link.Reconnecting:
		if f.held { // by a run that is yet to come
			return f.say.Say("status.unsent")
		}
		return f.say.Say("status.reconnecting")
	}
	switch {
	case f.trouble != "":
		return f.trouble
	case f.feed.Problem() != "":
		return f.say.Say("status.problem", "problem", Problem(f.say, f.feed))
	case !f.player.Ready() || f.player.Waiting():
		return f.say.Say("status.loading")
	}
	return ""
}

// tell says what the step was. Assistive technology hears it only where
// somebody stepped or stopped there: a voice cannot keep up with playing.
func (f *Figure) tell() {
	before, events := f.player.Told()
	if now := narrate.Group(f.say, before, events); now != f.shown.now {
		f.shown.now = now
		f.view.SetText(Now, now)
	}
}

// mark lights the lines that the clients are running, and follows the client to
// which something happened last.
func (f *Figure) mark() {
	s := f.player.State()
	f.view.Mark(running.Lines(s), running.Client(s))
}
