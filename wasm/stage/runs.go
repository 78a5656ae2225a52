package stage

import (
	"slices"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/link"
	"lockstep/wasm/viewer"
	"lockstep/web/player"
	"lockstep/web/spacetime"
	"lockstep/web/tree"
	"lockstep/web/wire"
)

// keptRuns is of how many runs the events are kept. Others are asked for again.
const keptRuns = 4

// loaded is a run with what has come of its events.
type loaded struct {
	run    *run.Run
	link   string // of the run
	events []*trace.Event
	whole  bool // no event follows those
	player *player.Player
	feed   *link.Feed
	used   int // when it was last in use

	story   spacetime.Story
	tales   []tale        // by step; those not told yet have no text
	verdict *wire.Outcome // nil until it is known
	attempt wire.Attempt  // at the page's challenge; nothing until the verdict is known
}

// add takes the events that follow those it has.
func (l *loaded) add(events []trace.Event, whole bool) {
	for i := range events {
		l.events = append(l.events, &events[i])
	}
	l.player.Add(events, whole)
	l.whole = whole
}

// load returns a run with its events, or as they come. Of those that it has in common
// with the run base only their number comes.
func (s *Stage) load(of *run.Run, address string, base *loaded) *loaded {
	s.uses++
	for _, l := range s.runs {
		if l.link == address {
			l.used = s.uses
			return l
		}
	}
	l := &loaded{run: of, link: address, player: player.New(0, 0), used: s.uses}
	take := func(events []trace.Event, whole bool) {
		l.add(events, whole)
		s.arrived(l)
	}
	judged := link.Judged{Lang: s.figure.Scene().Lang, Challenge: s.challenge.Name, Tell: func(v *wire.Verdict) {
		l.verdict, l.attempt = &v.Outcome, v.Attempt
		s.figure.Update()
	}}
	if base == nil {
		l.feed = s.link.FollowJudged(address, judged, take)
	} else {
		have := base.events
		l.feed = s.link.FollowFrom(address, link.Base{Run: base.link, Have: len(have), Adopt: func(same int) {
			l.events = have[:same:same]
			l.player = player.Adopt(base.player, same)
		}}, judged, take)
	}
	s.runs = append(s.runs, l)
	s.forget()
	return l
}

// forget gives up the runs that were longest out of use, but none that is in use.
func (s *Stage) forget() {
	for len(s.runs) > keptRuns {
		oldest := -1
		for i, l := range s.runs {
			if l != s.shown && l != s.coming && l != s.compare.run && (oldest < 0 || l.used < s.runs[oldest].used) {
				oldest = i
			}
		}
		if oldest < 0 {
			return
		}
		s.link.Unfollow(s.runs[oldest].feed)
		s.runs = append(s.runs[:oldest], s.runs[oldest+1:]...)
	}
}

// arrived says that more of a run has come.
func (s *Stage) arrived(l *loaded) {
	if l == s.coming {
		s.land()
	}
	s.figure.Update()
}

// landing is where to go in the run that is coming.
type landing struct {
	at       trace.Time
	happened int // how many events have happened, where an instant has several steps; or -1
	play     bool
	words    string // to be read out on arrival
	trouble  string // to be explained on arrival: why it is this run
	push     bool   // it is a step of the browser's history, which the address does not show yet
	then     func() // what is to be done on arrival, or nil

	seen *tree.View // what the address says that leads there; nil if none does
}

// wait tells whether a run is coming. What is to be done to it is done once it is shown,
// unless something else is to be done until then.
func (s *Stage) wait(do func(arg string), arg string) bool {
	if s.coming == nil {
		return false
	}
	s.landing.then = func() { do(arg) }
	return true
}

// stranded tells whether the run that is coming will be long in coming, if it comes at all.
func (s *Stage) stranded() bool {
	return s.coming != nil && (s.link.Status() != link.Open || s.coming.feed.Problem() != "")
}

// failed gives up a run that cannot be had, and goes back to what is still shown. From a
// server that has no time it may be had later.
func (s *Stage) failed() {
	if away := s.address.away; away != nil && away.Problem() != "" {
		s.figure.Trouble(s.unshowable(away))
		if !passing(away) {
			s.stay()
		}
	}
	if s.coming == nil {
		s.fallBack()
		return
	}
	feed := s.coming.feed
	if feed.Problem() == "" {
		return
	}
	problem := s.unshowable(feed)
	if passing(feed) {
		s.refused(problem)
		return
	}
	s.runs = slices.DeleteFunc(s.runs, func(l *loaded) bool { return l == s.coming })
	s.link.Unfollow(feed)
	s.coming = nil
	s.outcome.before = nil
	if s.fallsBack() {
		problem = "" // of which of them that is will be seen
	} else {
		s.refused(problem)
		s.answered(problem)
	}
	s.tryNext(problem)
	if s.coming == nil {
		s.figure.Hold(false)
		s.remember(false)
	}
}

// refused says why the run that was to be shown is not.
func (s *Stage) refused(problem string) {
	if s.grip.tried != nil {
		s.refuseParams(problem)
	} else {
		s.figure.Trouble(problem)
	}
}

// unshowable says why a run cannot be shown.
func (s *Stage) unshowable(feed *link.Feed) string {
	return s.say.Say("status.problem", "problem", viewer.Problem(s.say, feed))
}

// passing tells whether what cannot be had may be had later.
func passing(feed *link.Feed) bool {
	r := feed.Reason()
	return r == wire.ReasonBusy || r == wire.ReasonStopping
}

// fallBack shows the page's own run, if the page was opened at an address of one that
// cannot be had.
func (s *Stage) fallBack() {
	l, own := s.shown, s.read("")
	if l.player.Ready() || l.feed.Problem() == "" || passing(l.feed) || l.link == own.tree.Branches()[0].Link {
		return
	}
	s.runs = slices.DeleteFunc(s.runs, func(other *loaded) bool { return other == l })
	s.link.Unfollow(l.feed)
	s.address.strange = true
	own.view.Tab = s.tab
	s.begin(own)
	s.figure.Trouble(s.say.Say("sentence.and", "sentence", s.unshowable(l.feed), "more", s.say.Say("viewer.own")))
}

// presentLink is the link of the tree's present run.
func (s *Stage) presentLink() string { return s.tree.Branches()[s.tree.Present()].Link }

// show shows the tree's present branch, as soon as enough of it has come. Until then the
// picture stays, and time stands still.
func (s *Stage) show(to landing) {
	b := s.tree.Branches()[s.tree.Present()]
	to.play = to.play || s.shown.player.Playing()
	s.coming, s.landing = s.load(b.Run, b.Link, s.shown), to
	s.figure.Hold(true)
	s.land()
}

// land shows the run that is coming, if its instant has come.
func (s *Stage) land() {
	l, to := s.coming, s.landing
	if !l.player.Ready() || !l.player.Knows(to.at) {
		return
	}
	s.coming = nil
	s.figure.Trouble(to.trouble)
	s.stands()
	s.reveal(l)
	l.player.Pause()
	l.player.SeekTo(to.at, to.happened)
	if to.seen != nil {
		s.seeSpace(to.seen)
	}
	if s.grip.dialog != Whole { // time goes on when that is closed
		s.grip.played = s.grip.played || to.play
	} else if to.play {
		s.goOn()
	}
	if s.grip.tried != nil {
		s.closeDialog()
	}
	s.figure.Hold(false)
	s.remember(to.push)
	s.figure.Refresh(to.words)
	if to.then != nil {
		to.then()
	}
	s.tryNext(to.trouble)
}

// goOn lets time run, unless it has run out.
func (s *Stage) goOn() {
	if p := s.shown.player; !p.AtEnd() {
		p.Play()
	}
}
