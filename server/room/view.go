package room

import (
	"slices"
	"strconv"
	"time"
)

// View is what pages are told of a room, as JSON. Parts that are not told are left out; see
// [Part] for when each is.
type View struct {
	Scene  *SceneView  `json:"scene,omitempty"`
	Run    *RunView    `json:"run,omitempty"`
	Head   *Head       `json:"head,omitempty"`
	Wheel  *WheelView  `json:"wheel,omitempty"`
	Here   *int        `json:"here,omitempty"` // how many people
	Poll   **PollView  `json:"poll,omitempty"` // null where there is none
	Screen *ScreenView `json:"screen,omitempty"`
	Ended  bool        `json:"ended,omitempty"`
	Silent bool        `json:"silent,omitempty"` // it has ended since nobody did anything in it
}

// SceneView is which of the scenes is shown.
type SceneView struct {
	Index int `json:"index"`
	Count int `json:"count"`
}

// RunView is which run is shown, among which.
type RunView struct {
	N        int    `json:"n"` // counts the runs that were shown
	Fragment string `json:"fragment"`
	Link     string `json:"link"`
}

// WheelView is who drives: the person of that number, or the owner; and whether they have
// had no page open for a while.
type WheelView struct {
	To   int  `json:"to"`
	Away bool `json:"away,omitempty"`
}

// ScreenView is how the projector is to look.
type ScreenView struct {
	Code  bool `json:"code"`
	Black bool `json:"black"`
}

// PollView is the poll before the room. How many chose what is told when the driver wants,
// and what is right, too.
type PollView struct {
	ID       string           `json:"id"`
	Predict  bool             `json:"predict"`
	Ask      Text             `json:"ask"`
	Options  []Text           `json:"options"`
	Round    int              `json:"round"`
	Phase    Phase            `json:"phase"`
	Answered int              `json:"answered"`
	Shown    map[string][]int `json:"shown,omitempty"`
	Right    *int             `json:"right,omitempty"`
}

// View tells those parts of the room.
func (r *Room) View(parts Part, now time.Time) View {
	var v View
	s := &r.state
	if parts&SceneShown != 0 {
		v.Scene = &SceneView{s.Scene, len(s.Scenes)}
	}
	if parts&RunShown != 0 {
		v.Run = &RunView{r.runs, s.Scenes[s.Scene].Fragment, r.link}
	}
	if parts&HeadMoved != 0 {
		v.Head = r.Head(now)
	}
	if parts&WheelGiven != 0 {
		v.Wheel = &WheelView{s.Wheel, r.missing}
	}
	if parts&HereChanged != 0 {
		n := len(r.people.here)
		v.Here = &n
	}
	if parts&(PollChanged|AnswersChanged) != 0 {
		p := r.pollView()
		v.Poll = &p
	}
	if parts&ScreenChanged != 0 {
		v.Screen = &ScreenView{s.CodeShown, s.Black}
	}
	if parts&Ended != 0 {
		v.Ended, v.Silent = s.Ended, s.Silent
	}
	return v
}

// Head is where the playhead is now.
func (r *Room) Head(now time.Time) *Head {
	h := r.head.at(now)
	return &h
}

func (r *Room) pollView() *PollView {
	p := r.Poll()
	if p == nil {
		return nil
	}
	v := &PollView{
		ID: p.ID, Predict: p.Question.Predict, Ask: p.Question.Ask, Options: p.Question.Options,
		Round: p.Round, Phase: p.Phase, Answered: p.answered(),
	}
	if rounds := p.shown(); rounds > 0 {
		v.Shown = p.counts(rounds)
	}
	if p.Revealed && p.Question.Right >= 0 {
		v.Right = &p.Question.Right
	}
	return v
}

// OwnView is what the owner alone is told.
type OwnView struct {
	Lost   int              `json:"lost"`   // how many are, not who
	Asking []int            `json:"asking"` // who would like to drive
	Counts map[string][]int `json:"counts"` // of the poll, shown or not
}

// Own is what the owner alone is told.
func (r *Room) Own() OwnView {
	v := OwnView{Lost: len(r.lost), Asking: slices.Clone(r.asking)}
	if p := r.Poll(); p != nil {
		v.Counts = p.counts(p.Round)
	}
	return v
}

// YouView is what one member is told of itself.
type YouView struct {
	Person int            `json:"person"`
	Owner  bool           `json:"owner"`
	Driver bool           `json:"driver"`
	Lost   bool           `json:"lost"`
	Asking bool           `json:"asking"`
	Vote   map[string]any `json:"vote,omitempty"` // the poll, and by round what was answered
	Conn   int            `json:"conn"`           // of this page; the frames that it causes say it
}

// You is what a member is told of itself.
func (r *Room) You(who Who, conn int) YouView {
	v := YouView{
		Person: who.Person, Owner: who.Owner, Driver: r.drives(who), Lost: r.lost[who.Person],
		Asking: slices.Contains(r.asking, who.Person), Conn: conn,
	}
	p := r.Poll()
	if p == nil || who.Person == 0 {
		return v
	}
	v.Vote = map[string]any{"poll": p.ID}
	for round := 1; round <= p.Round; round++ {
		if choice, ok := p.of(who.Person, round); ok {
			v.Vote[strconv.Itoa(round)] = choice
		}
	}
	return v
}
