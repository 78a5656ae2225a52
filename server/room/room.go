package room

import (
	"errors"
	"fmt"
	"html"
	"strings"
	"time"
	"unicode/utf8"

	"lockstep/sim/run"
)

// Limits of a room.
const (
	MaxScenes   = 100
	MaxPeople   = 20_000
	MaxPolls    = 200
	maxAsk      = 300 // characters
	maxOption   = 120
	maxOptions  = 6
	maxAsking   = 20
	maxFragment = 128 << 10
)

// gone is how long a driver who is not the owner may be away before the owner drives again.
const gone = 30 * time.Second

// Part is what of a room has changed, and what a frame tells.
type Part uint16

// The parts.
const (
	SceneShown Part = 1 << iota // which scene
	RunShown                    // which runs, and which of them
	HeadMoved
	WheelGiven
	HereChanged
	PollChanged
	ScreenChanged
	Ended
	OwnChanged // what the owner alone is told

	Everything = OwnChanged<<1 - 1
)

// Who sends a command, as the server knows.
type Who struct {
	Owner  bool
	Person int // the number of the person; 0 for nobody who can be told from others
}

// State is all of a room that outlives its server, but for people and votes, of which there
// are too many to write each time.
type State struct {
	Code      Code       `json:"code"`
	Key       [32]byte   `json:"key"`  // the hash of its key
	Salt      [32]byte   `json:"salt"` // of the names under which people are kept
	Lang      string     `json:"lang"` // of the page that it was opened on
	Opened    time.Time  `json:"opened"`
	Used      time.Time  `json:"used"` // when a command came last
	Scenes    []Scene    `json:"scenes"`
	Questions []Question `json:"questions"`
	Scene     int        `json:"scene"` // which is shown
	Wheel     int        `json:"wheel"` // the person who drives; 0 for the owner
	CodeShown bool       `json:"codeShown"`
	Black     bool       `json:"black"`
	Polls     []*Poll    `json:"polls"`
	Asked     bool       `json:"asked"` // the last of them is still before the room
	Ended     bool       `json:"ended"`
}

// Room is one room.
type Room struct {
	state State
	head  moving
	runs  int    // counts the runs that were shown
	link  string // of the run that is shown

	people people
	lost   map[int]bool
	asking []int     // who would like to drive, in the order in which they asked
	away   time.Time // since when the driver is; zero if it is there
}

// Errors of New.
var (
	ErrNoScene = errors.New("room: a room needs a scene")
	ErrScene   = errors.New("room: a scene cannot be shown")
)

// New opens a room.
func New(state State, now time.Time) (*Room, error) {
	if len(state.Scenes) == 0 || len(state.Scenes) > MaxScenes {
		return nil, ErrNoScene
	}
	for i := range state.Scenes {
		s := &state.Scenes[i]
		of, err := run.Parse(s.Run)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrScene, err)
		}
		if of.Scenario != s.Slug {
			return nil, fmt.Errorf("%w: its run is of the scenario %q, not of %q", ErrScene, of.Scenario, s.Slug)
		}
		if _, ok := s.shown(s.Fragment); !ok {
			s.begin()
		}
	}
	state.Opened, state.Used = now, now
	return Restore(state, now), nil
}

// Restore is a room as it was when its state was taken. Its playhead stands still where it
// was then, and nobody is there.
func Restore(state State, now time.Time) *Room {
	r := &Room{state: state, people: newPeople(), lost: make(map[int]bool)}
	if state.Wheel != 0 {
		r.away = now
	}
	r.show(now)
	return r
}

// State is what is to be stored of the room as it is now.
func (r *Room) State(now time.Time) State {
	s := r.state
	s.Scenes = append([]Scene(nil), s.Scenes...)
	head := r.head.at(now)
	head.Playing = false
	s.Scenes[s.Scene].Head = head
	return s
}

// show shows the scene as it was left.
func (r *Room) show(now time.Time) {
	s := &r.state.Scenes[r.state.Scene]
	r.link, _ = s.shown(s.Fragment)
	r.runs++
	s.Head.Playing = false
	r.head = moving{s.Head, now}
}

// Code is the room's.
func (r *Room) Code() Code { return r.state.Code }

// Over tells whether the room has ended.
func (r *Room) Over() bool { return r.state.Ended }

// Quiet is how long nobody has told the room anything.
func (r *Room) Quiet(now time.Time) time.Duration { return now.Sub(r.state.Used) }

// Link is the run that is shown, in link form.
func (r *Room) Link() string { return r.link }

// Lang is the language of the page that the room was opened on.
func (r *Room) Lang() string { return r.state.Lang }

// Scenes are those that the room was opened with, as they were left.
func (r *Room) Scenes(now time.Time) []Scene { return r.State(now).Scenes }

// Scene is which of them is shown.
func (r *Room) Scene() int { return r.state.Scene }

// Questions are the predictions that can be put to the room.
func (r *Room) Questions() []Question { return r.state.Questions }

// Polls are those that were held, in order.
func (r *Room) Polls() []*Poll { return r.state.Polls }

// Poll is the one that is before the room, or nil.
func (r *Room) Poll() *Poll {
	if !r.state.Asked {
		return nil
	}
	return r.state.Polls[len(r.state.Polls)-1]
}

// Owns tells whether a key is the room's.
func (r *Room) Owns(k Key) bool { return k.Hash() == r.state.Key }

// drives tells whether somebody has the wheel: one person, or the owner on whatever device.
func (r *Room) drives(who Who) bool {
	if r.state.Wheel == 0 {
		return who.Owner
	}
	return who.Person == r.state.Wheel
}

// end ends the room.
func (r *Room) end() Part {
	r.state.Ended = true
	return Ended
}

// End ends a room that nobody has used for too long.
func (r *Room) End() { r.end() }

// text is a text of somebody's own as a question has it, if it is neither empty nor too
// long.
func text(s string, most int) (Text, bool) {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	if n := utf8.RuneCountInString(s); n == 0 || n > most {
		return nil, false
	}
	return Text{"": html.EscapeString(s)}, true
}

// poll is the poll of that ID, or nil.
func (r *Room) poll(id string) *Poll {
	for _, p := range r.state.Polls {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// RecallVote puts an answer back that was stored.
func (r *Room) RecallVote(v Vote) {
	if p := r.poll(v.Poll); p != nil {
		p.Recall(v.Round, v.Person, v.Choice)
	}
}
