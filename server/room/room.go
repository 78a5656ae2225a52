package room

import "time"

// Limits of a room.
const (
	MaxScenes   = 100
	MaxPeople   = 20_000
	MaxPolls    = 200
	maxAsking   = 20
	maxFragment = 128 << 10
)

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
	AnswersChanged // of the poll: how many have answered, and what
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

// Room is one room.
type Room struct {
	state State
	head  moving
	runs  int    // counts the runs that were shown
	link  string // of the run that is shown

	people people
	lost   map[int]bool
	asking []int // who would like to drive, in the order in which they asked

	owners  int       // how many pages the owner has open
	away    time.Time // since when the driver has none; zero if it has
	missing bool      // that has been told
}

// Code is the room's.
func (r *Room) Code() Code { return r.state.Code }

// Lang is the language of the page that the room was opened on.
func (r *Room) Lang() string { return r.state.Lang }

// Owns tells whether a key is the room's.
func (r *Room) Owns(k Key) bool { return k.Hash() == r.state.Key }

// Used is when somebody told the room something last.
func (r *Room) Used() time.Time { return r.state.Used }

// Quiet is how long nobody has told the room anything.
func (r *Room) Quiet(now time.Time) time.Duration { return now.Sub(r.state.Used) }

// End ends the room: nothing that it is told changes it any more.
func (r *Room) End() { r.state.Ended = true }

// Fade ends the room because nobody has done anything in it for long.
func (r *Room) Fade() { r.state.Ended, r.state.Silent = true, true }

// Over tells whether the room has ended.
func (r *Room) Over() bool { return r.state.Ended }

// Link is the run that is shown, in link form.
func (r *Room) Link() string { return r.link }

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
