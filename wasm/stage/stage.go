package stage

import (
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/link"
	"lockstep/wasm/viewer"
	"lockstep/web/phrase"
	"lockstep/web/player"
	"lockstep/web/tree"
)

// Stage is the companion of a figure that has views, hands and branches.
type Stage struct {
	figure *viewer.Figure
	link   *link.Link
	view   View
	page   Page
	say    phrase.Catalog

	tree    *tree.Tree
	stood   *tree.Tree // the tree as it was when the run that is shown was chosen
	runs    []*loaded
	uses    int          // counts how often a run came into use
	shown   *loaded      // the run of the picture
	pending []alteration // changes since then
	untried []alteration // changes that are yet to be made again, one by one
	coming  *loaded      // the run that will be shown as soon as it can; nil for none
	landing landing

	tab      string // of a narrow page
	tabAt    int    // which of the tabs that is
	told     toldList
	space    spaceView
	lanes    laneView
	seen     seenView
	verdict  verdictView
	grip     grip
	console  console
	branches branchTabs
	names    branchNames
	compare  comparison
	outcome  outcome
	address  address

	challenge Challenge
	follower  follower

	usable bool // its controls are
}

// New makes a figure of the viewer a stage. What the page's address holds is shown, or
// else the page's own run. The challenge is what it sets its reader, if anything; the room
// is the code of the one that it is of, if any.
func New(v *viewer.Viewer, figure viewer.View, view View, page Page, scene viewer.Scene, challenge Challenge, room string) (*Stage, *viewer.Figure) {
	s := &Stage{link: v.Link(), view: view, page: page, say: v.Say(), challenge: challenge, follower: follower{room: room}}
	s.figure = v.Place(figure, scene, s)
	own, err := run.Parse(scene.Run)
	if err != nil {
		own = new(run.Run) // which the server will say it does not know
	}
	s.address.own = own
	s.open()
	return s, s.figure
}

// open shows what the address holds.
func (s *Stage) open() {
	fragment := fragmentOf(s.page.Address())
	x := s.read(fragment)
	s.address.holds(fragment, x.trouble != "" || x.elsewhere != "")
	if x.elsewhere != "" {
		s.begin(s.read(""))
		s.leave(x)
		return
	}
	s.begin(x)
	s.figure.Trouble(x.trouble)
}

// begin shows what was read while nothing else is shown.
func (s *Stage) begin(x reading) {
	scene := s.figure.Scene()
	s.tree, s.stood = x.tree, x.tree.Copy()
	s.see(x.view)
	b := x.tree.Branches()[x.tree.Present()]
	s.shown = s.load(b.Run, b.Link, nil)
	if x.view.Happened >= 0 || b.Link != scene.Run || x.view.At != scene.Start {
		s.shown.player.SeekTo(x.view.At, x.view.Happened)
	} else {
		s.shown.player = player.New(scene.Start, scene.Until)
	}
	s.seeSpace(&x.view)
	s.figure.Show(s.shown.player, s.shown.feed, seedOf(b.Run))
}

// reveal makes a run the one that is shown.
func (s *Stage) reveal(l *loaded) {
	old := s.shown.player
	l.player.SetSpeed(old.Speed())
	old.Pause()
	s.shown = l
	s.outcome.cancel()
	s.told = toldList{}
	s.figure.Show(l.player, l.feed, seedOf(l.run))
}

// now is the instant that the picture shows.
func (s *Stage) now() trace.Time { return s.shown.player.Time() }

// Framed is viewer.Companion: the figure shows how things stand.
func (s *Stage) Framed() {
	s.failed()
	if s.stranded() { // who reloads the page asks again
		s.remember(false)
	}
	if s.shown.player.Ready() && !s.usable {
		s.usable = true
		s.view.Enable()
	}
	s.drawBranches()
	s.drawVerdict()
	if !s.usable {
		return
	}
	s.follow()
	s.drawComparison()
	s.drawLanes()
	s.drawSeen()
	s.answer()
	s.askOutcome()
	s.settle()
	s.report()
}

// crowd is how many messages under way make a picture slow to draw.
const crowd = 60

// follow brings the list of events and the diagram to where the playhead is. Under a thumb
// that moves the two take turns, and where much is going on the picture has others of its
// own, lest it fall behind the hand; once it rests both are brought.
func (s *Stage) follow() {
	if !s.figure.Passing() {
		s.tell(s.told.holds())
		s.drawSpace()
		return
	}
	turns := 2
	if len(s.shown.player.State().Messages) > crowd {
		turns = 4
	}
	switch s.figure.Turn(turns) {
	case 0:
		s.tell(glimpse)
	case turns / 2:
		s.drawSpace()
	}
}

// Redraw draws everything anew, in another size.
func (s *Stage) Redraw() {
	s.compare.drawn, s.told.shown = false, false
	s.figure.Redraw()
}

// commands are what buttons name in data-do, beside those of the figure.
var commands = [...]struct {
	name string
	do   func(s *Stage, arg string)
}{
	{"event", (*Stage).toEvent},
	{"earlier", (*Stage).earlier},
	{"verdict", (*Stage).toVerdict},
	{"zoom-in", (*Stage).zoomIn},
	{"zoom-out", (*Stage).zoomOut},
	{"fit", (*Stage).fit},
	{"fold", (*Stage).fold},
	{"pan", (*Stage).pan},
	{"middle", (*Stage).seekMiddle},
	{"hands", (*Stage).openHands},
	{"thing", (*Stage).openThing},
	{"offer", (*Stage).takeOffer},
	{"amount", (*Stage).takeAmount},
	{"other", (*Stage).askAmount},
	{"menu-back", (*Stage).menuBack},
	{"branch", (*Stage).chooseBranch},
	{"branch-menu", (*Stage).openBranch},
	{"rename", (*Stage).askName},
	{"delete", (*Stage).deleteBranch},
	{"undo", (*Stage).undo},
	{"redo", (*Stage).redo},
	{"compare", (*Stage).openCompare},
	{"compare-to", (*Stage).compareTo},
	{"compare-end", (*Stage).endCompare},
	{"difference", (*Stage).toDifference},
	{"share", (*Stage).share},
	{"copy", (*Stage).copyAddress},
	{"params", (*Stage).openParams},
	{"seed", (*Stage).newSeed},
	{"tab", (*Stage).chooseTab},
	{"tab-step", (*Stage).stepTab},
	{"keys", (*Stage).openKeys},
	{"solution", (*Stage).watchSolution},
}

// Do carries out what a button names, and tells whether it is the stage's.
func (s *Stage) Do(name, arg string) bool {
	for i := range commands {
		if commands[i].name == name {
			s.Retry()
			commands[i].do(s, arg)
			s.figure.Update()
			return true
		}
	}
	return false
}

// Retry is viewer.Companion: something was done, which asks once more for what the server
// had no time for.
func (s *Stage) Retry() {
	for _, l := range s.runs {
		l.feed.Retry()
	}
	if s.address.away != nil {
		s.address.away.Retry()
	}
	for _, c := range [...]*link.Comparing{s.compare.asked, s.outcome.asked} {
		if c != nil {
			c.Retry()
		}
	}
}

// Submit takes a form that was sent off.
func (s *Stage) Submit(name string, fields []Field) {
	s.Retry()
	switch name {
	case "console":
		s.enter(fields)
	case "amount":
		s.submitAmount(fields)
	case "name":
		s.submitName(fields)
	case "params":
		s.submitParams(fields)
	}
	s.figure.Update()
}

// value returns what stands in the field of that name, or nothing.
func value(fields []Field, name string) string {
	for _, f := range fields {
		if f.Name == name {
			return strings.TrimSpace(f.Value)
		}
	}
	return ""
}
