package room

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"lockstep/sim/run"
)

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
	Silent    bool       `json:"silent,omitempty"` // it has ended since nobody did anything in it
}

// Errors of New and Check.
var (
	ErrNoScene  = errors.New("room: a room needs a scene, and has at most 100")
	ErrScene    = errors.New("room: a scene cannot be shown")
	ErrQuestion = errors.New("room: a question cannot be asked")
	ErrPoll     = errors.New("room: a poll cannot go on")
)

// New opens a room. Its errors are those of Check.
func New(state State, now time.Time) (*Room, error) {
	state.Scenes = slices.Clone(state.Scenes)
	for i := range state.Scenes {
		state.Scenes[i].begin()
	}
	if err := state.Check(); err != nil {
		return nil, err
	}
	state.Opened, state.Used = now, now
	return Restore(state, now), nil
}

// Check tells what is wrong with a state that comes from elsewhere, if anything: with one
// that is right a room works.
func (s *State) Check() error {
	if len(s.Scenes) == 0 || len(s.Scenes) > MaxScenes || s.Scene < 0 || s.Scene >= len(s.Scenes) {
		return ErrNoScene
	}
	for i := range s.Scenes {
		if err := s.Scenes[i].check(); err != nil {
			return fmt.Errorf("%w: number %d: %w", ErrScene, i, err)
		}
	}
	for _, q := range s.Questions {
		if !q.fits(len(s.Scenes)) {
			return fmt.Errorf("%w: %q", ErrQuestion, q.ID)
		}
	}
	for _, p := range s.Polls {
		if p == nil || !p.lawful() || !p.Question.fits(len(s.Scenes)) {
			return ErrPoll
		}
	}
	if s.Asked && len(s.Polls) == 0 {
		return ErrPoll
	}
	return nil
}

// check tells why a scene cannot be shown.
func (s *Scene) check() error {
	of, err := run.Parse(s.Run)
	if err != nil {
		return err
	}
	if of.Scenario != s.Slug {
		return fmt.Errorf("its run is of the scenario %q, not of %q", of.Scenario, s.Slug)
	}
	if _, ok := s.shown(s.Fragment); !ok {
		return errors.New("what was driven cannot be read")
	}
	return nil
}

// Restore is a room as it was when its state was taken, which must be right. Its playhead
// stands still where it was then, and nobody is there.
func Restore(state State, now time.Time) *Room {
	r := &Room{state: state, people: newPeople(), lost: make(map[int]bool), away: now}
	r.show(now)
	return r
}

// State is what is to be stored of the room as it is now. It shares its questions and polls
// with the room.
func (r *Room) State(now time.Time) State {
	s := r.state
	s.Scenes = slices.Clone(s.Scenes)
	s.Scenes[s.Scene].Head = r.head.held(now)
	return s
}

// Recall gives a person the number back that was stored.
func (r *Room) Recall(name Name, number int) {
	r.people.numbers[name] = number
	r.people.last = max(r.people.last, number)
}

// RecallVote puts an answer back that was stored, to whichever poll and round.
func (r *Room) RecallVote(v Vote) {
	r.people.last = max(r.people.last, v.Person) // whose number may have been lost
	for _, p := range r.state.Polls {
		if p.ID == v.Poll && v.Round >= 1 && v.Round <= p.Round && v.Choice >= 0 && v.Choice < len(p.Question.Options) {
			p.answer(v.Round, v.Person, v.Choice)
		}
	}
}
