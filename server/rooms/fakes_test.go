package rooms

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"lockstep/server/room"
)

// fakePushes makes frames that say what they are.
type fakePushes struct {
	mu    sync.Mutex
	waits map[string]chan struct{} // by what is waited for, until it is closed
	fails map[string]bool
	made  []string
}

// hold has what is made of a run's events wait.
func (f *fakePushes) hold(link string) (release func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	ch := make(chan struct{})
	f.waits = map[string]chan struct{}{link: ch}
	return func() { close(ch) }
}

// fail has a run be one that cannot be played.
func (f *fakePushes) fail(link string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fails = map[string]bool{link: true}
}

func (f *fakePushes) Pushed(_ context.Context, link, base string, _ int) ([][]byte, error) {
	return f.make(link, "events "+link+" after "+base)
}

func (f *fakePushes) PushedVerdict(_ context.Context, link, lang string) ([]byte, error) {
	made, err := f.make("", "verdict "+link+" in "+lang)
	if err != nil {
		return nil, err
	}
	return made[0], nil
}

func (f *fakePushes) make(link, what string) ([][]byte, error) {
	f.mu.Lock()
	wait, fails := f.waits[link], f.fails[link]
	f.made = append(f.made, what)
	f.mu.Unlock()
	if wait != nil {
		<-wait
	}
	if fails {
		return nil, errors.New("it cannot be played")
	}
	return [][]byte{[]byte(what)}, nil
}

// count is how often something was made.
func (f *fakePushes) count(what string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, made := range f.made {
		if made == what {
			n++
		}
	}
	return n
}

// memory is a store that commits when the test lets it.
type memory struct {
	mu     sync.Mutex
	held   bool
	waits  []func()
	fails  error
	states map[room.Code][]byte
	people map[room.Code]map[room.Name]int
	votes  map[room.Code][]room.Vote
	loads  int // of one room
}

func newMemory() *memory {
	return &memory{states: make(map[room.Code][]byte), people: make(map[room.Code]map[room.Name]int), votes: make(map[room.Code][]room.Vote)}
}

func (s *memory) Load(now time.Time) (live []*room.Room, ended map[room.Code]time.Time, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ended = make(map[room.Code]time.Time)
	for code := range s.states {
		r, err := s.read(code, now)
		if err != nil {
			return nil, nil, err
		}
		if r.Over() {
			ended[code] = r.Used()
		} else {
			live = append(live, r)
		}
	}
	return live, ended, nil
}

func (s *memory) Room(code room.Code, now time.Time, done func(*room.Room, error)) {
	var r *room.Room
	var err error
	s.commit(func() { s.loads++; r, err = s.read(code, now) }, func(failed error) { done(r, cmp.Or(failed, err)) })
}

func (s *memory) read(code room.Code, now time.Time) (*room.Room, error) {
	var state room.State
	if err := json.Unmarshal(s.states[code], &state); err != nil {
		return nil, err
	}
	r := room.Restore(state, now)
	for name, n := range s.people[code] {
		r.Recall(name, n)
	}
	for _, v := range s.votes[code] {
		r.RecallVote(v)
	}
	return r, nil
}

func (s *memory) commit(write func(), done func(error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.fails; err != nil {
		go done(err)
		return
	}
	kept := func() { write(); go done(nil) }
	if s.held {
		s.waits = append(s.waits, kept)
		return
	}
	kept()
}

// release commits what waits, and from now on all that comes.
func (s *memory) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, kept := range s.waits {
		kept()
	}
	s.waits, s.held = nil, false
}

func (s *memory) Save(state room.State, done func(error)) {
	text, err := json.Marshal(state)
	if err != nil {
		done(err)
		return
	}
	s.commit(func() {
		s.states[state.Code] = text
	}, done)
}

func (s *memory) Vote(code room.Code, v room.Vote, done func(error)) {
	s.commit(func() {
		s.votes[code] = append(s.votes[code], v)
	}, done)
}

func (s *memory) Person(code room.Code, name room.Name, n int, done func(error)) {
	s.commit(func() {
		if s.people[code] == nil {
			s.people[code] = make(map[room.Name]int)
		}
		s.people[code][name] = n
	}, done)
}

func (s *memory) Delete(code room.Code, done func(error)) {
	s.commit(func() {
		delete(s.states, code)
		delete(s.people, code)
		delete(s.votes, code)
	}, done)
}

// crash is a store as a server finds it that starts after another was killed: what was not
// committed is gone.
func (s *memory) crash() *memory {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := newMemory()
	for code, text := range s.states {
		n.states[code] = slices.Clone(text)
	}
	for code, people := range s.people {
		n.people[code] = make(map[room.Name]int)
		for name, number := range people {
			n.people[code][name] = number
		}
	}
	for code, votes := range s.votes {
		n.votes[code] = slices.Clone(votes)
	}
	return n
}
