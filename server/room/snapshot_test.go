package room

import (
	"errors"
	"strings"
	"testing"

	"lockstep/sim/run"
)

// A state from elsewhere that would break a room is told to be wrong.
func TestCheck(t *testing.T) {
	for name, row := range map[string]struct {
		change func(s *State)
		want   error
	}{
		"as it was":                      {func(*State) {}, nil},
		"no scene":                       {func(s *State) { s.Scenes = nil }, ErrNoScene},
		"too many":                       {func(s *State) { s.Scenes = make([]Scene, MaxScenes+1) }, ErrNoScene},
		"a scene that there is not":      {func(s *State) { s.Scene = 2 }, ErrNoScene},
		"a scene before the first":       {func(s *State) { s.Scene = -1 }, ErrNoScene},
		"a link that is none":            {func(s *State) { s.Scenes[1].Run = "?" }, ErrScene},
		"another scenario's":             {func(s *State) { s.Scenes[0].Slug = "redlock" }, ErrScene},
		"a fragment that is none":        {func(s *State) { s.Scenes[0].Fragment = "r=?" }, ErrScene},
		"a fragment that is too long":    {func(s *State) { s.Scenes[0].Fragment += strings.Repeat("&", maxFragment) }, ErrScene},
		"a fragment of another scenario": {func(s *State) { s.Scenes[0].Fragment = "r=" + (&run.Run{Scenario: "redlock"}).Link() }, ErrScene},
		"a question of no scene":         {func(s *State) { s.Questions[0].Scene = 2 }, ErrQuestion},
		"a right answer out of range":    {func(s *State) { s.Questions[0].Right = 3 }, ErrQuestion},
		"no answers":                     {func(s *State) { s.Questions[0].Options, s.Questions[0].Right = nil, -1 }, ErrQuestion},
		"no poll, and it is asked":       {func(s *State) { s.Polls = nil }, ErrPoll},
		"nothing for a poll":             {func(s *State) { s.Polls = []*Poll{nil} }, ErrPoll},
		"a round before the first":       {func(s *State) { s.Polls[0].Round = 0 }, ErrPoll},
		"a third round":                  {func(s *State) { s.Polls[0].Round = 3 }, ErrPoll},
		"talk after the second round":    {func(s *State) { s.Polls[0].Round, s.Polls[0].Phase = 2, Talk }, ErrPoll},
		"a phase that there is not":      {func(s *State) { s.Polls[0].Phase = "?" }, ErrPoll},
		"a round shown that is to come":  {func(s *State) { s.Polls[0].Shown = 2 }, ErrPoll},
	} {
		r := opened(t)
		do(t, r, owner, ask)
		s := r.State(noon)
		row.change(&s)
		if err := s.Check(); !errors.Is(err, row.want) || (err == nil) != (row.want == nil) {
			t.Errorf("%s: %v, want %v", name, err, row.want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for name, s := range map[string]State{
		"no scenes":                        {},
		"a scene whose run is none":        {Scenes: []Scene{{Slug: slug, Run: "?"}}},
		"a question about no scene at all": {Scenes: []Scene{{Slug: slug, Run: linkOf(1)}}, Questions: []Question{prediction(1)}},
	} {
		if _, err := New(s, noon); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
