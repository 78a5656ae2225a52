package stage

import (
	"lockstep/sim/trace"
	"lockstep/web/tree"
	"lockstep/web/wall"
)

// Standing is where a stage stands, so that others can show the same.
type Standing struct {
	Runs     string     // the tree and what is compared, as a fragment; its view says nothing else
	At       wall.Span  // the playhead's Position
	T        trace.Time // the instant there; -1 where the place alone is known
	Happened int        // how many events have happened; -1 for all of that instant
	Playing  bool
	Speed    int // in percent
}

// near is how far a playhead that runs may be from the one that it follows. Nobody sees
// less, and a jump would be seen.
const near = 150 * wall.Millisecond

// follower is a stage that others follow, or that follows another: a room's.
type follower struct {
	room    string // its code; empty for none
	ahead   Standing
	caught  Standing // the one that was caught up with last
	moves   int      // the playhead's then
	watched watched
}

// watched is how a stage stood when its page last knew.
type watched struct {
	branches *tree.Branch
	present  int
	compared string
	playing  bool
	speed    int
	moves    int
}

// Follow shows what another stage shows, now or as soon as that has come. The reader's own
// view of it stays.
func (s *Stage) Follow(to Standing) {
	s.follower.ahead = to
	if to.Runs != s.runsText() { // else a dialog stays open
		x := s.read(to.Runs)
		if x.trouble != "" || x.elsewhere != "" { // of another scenario: the page is about to go there
			s.figure.Trouble(x.trouble)
			return
		}
		s.closeDialog()
		s.tree = x.tree
		s.seeCompared(x.view)
		s.outcome.before, s.pending, s.untried = nil, nil, nil
	}
	switch link := s.presentLink(); {
	case s.coming != nil && s.coming.link == link:
	case s.coming != nil || s.shown.link != link:
		s.show(landing{at: max(to.T, 0), happened: to.Happened, then: s.catchUp})
	default:
		s.catchUp()
	}
}

// catchUp puts the playhead where the one that it follows is. What stands there already is
// neither put there nor read out once more.
func (s *Stage) catchUp() {
	p, f := s.shown.player, &s.follower
	to := f.ahead
	p.SetSpeed(to.Speed)
	switch {
	case to.Playing:
		p.Put(to.At, near)
		if !p.Playing() {
			s.goOn()
		}
	case to.T < 0: // it was held still by who does not know the run
		p.Pause()
		p.Put(to.At, 0)
	case p.Playing() || to != f.caught || p.Moves() != f.moves:
		p.Pause()
		p.SeekTo(to.T, to.Happened)
	}
	if !to.Playing && p.Moves() != f.moves {
		s.figure.Refresh("")
	}
	s.figure.Update()
	f.caught, f.moves, f.watched = to, p.Moves(), s.watch()
}

// runsText writes the tree and what is compared, without a view of it.
func (s *Stage) runsText() string {
	return s.tree.Fragment(tree.View{Happened: -1, Compared: s.branchWith(s.compare.branch)})
}

// watch looks at what a room is told of.
func (s *Stage) watch() watched {
	all, p := s.tree.Branches(), s.shown.player
	return watched{&all[0], s.tree.Present(), s.compare.branch, p.Playing(), p.Speed(), p.Moves()}
}

// report tells a room's page what its reader has changed of what is shown, and when time has
// run out.
func (s *Stage) report() {
	f := &s.follower
	if f.room == "" || s.coming != nil {
		return
	}
	now, was := s.watch(), f.watched
	if f.watched = now; now == was || was.branches == nil {
		return
	}
	p := s.shown.player
	stopped := was
	stopped.playing = false
	byReader := now != stopped || !p.AtEnd() // time stops by itself at the end alone
	s.page.Moved(Standing{s.runsText(), p.Position(), p.Time(), p.Happened(), now.playing, now.speed}, byReader)
}
