package habits

import (
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/matrix"
	"lockstep/sim/profile"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
	"lockstep/sim/world"
)

// Habit is what libraries do otherwise than the algorithm that they follow.
type Habit struct {
	ID       string
	Profiles []profile.Profile // who has it: at least one, whose it is in the run
	Scenario string            // in which it shows

	order                        int
	title, text, right, releases matrix.Text
	cure                         []run.Param
}

// Title is what the habit is called, in a language, or in English if that is none of
// [matrix.Languages]; so are the other texts.
func (h *Habit) Title(lang string) string { return h.title.In(lang) }

// Text says what the library does, and what comes of it.
func (h *Habit) Text(lang string) string { return h.text.In(lang) }

// Right says what right behaviour is.
func (h *Habit) Right(lang string) string { return h.right.In(lang) }

// Releases says which releases were looked at, and what became of the habit.
func (h *Habit) Releases(lang string) string { return h.releases.In(lang) }

// Run is the run in which the habit shows.
func (h *Habit) Run() *run.Run { return &run.Run{Scenario: h.Scenario} }

// Cured is the same run, of a library without the habit.
func (h *Habit) Cured() *run.Run {
	return &run.Run{Scenario: h.Scenario, Params: slices.Clone(h.cure)}
}

// readHabit reads one habit's file.
func readHabit(file string, top strictyaml.Value, library *scenario.Library) (*Habit, error) {
	h := &Habit{}
	var at, cure strictyaml.Value
	var played *scenario.Scenario
	err := top.Fields(map[string]strictyaml.Reader{
		"id":       strictyaml.Into(&h.ID, called(file)),
		"order":    strictyaml.Into(&h.order, place),
		"profiles": h.readProfiles,
		"scenario": func(v strictyaml.Value) (err error) {
			at = v
			h.Scenario, played, err = readScenario(v, library)
			return err
		},
		"title":    h.title.Read,
		"habit":    h.text.Read,
		"right":    h.right.Read,
		"releases": h.releases.Read,
		"cure":     func(v strictyaml.Value) error { cure = v; return nil },
	}, "id", "order", "profiles", "scenario", "title", "habit", "right", "releases", "cure")
	if err != nil {
		return nil, err
	}
	if err := h.isPlayed(at, played); err != nil {
		return nil, err
	}
	return h, h.readCure(cure, played)
}

// called reads the id of the habit in a file.
func called(file string) func(string) (string, error) {
	name := strings.TrimSuffix(path.Base(file), ".yaml")
	return func(id string) (string, error) {
		if id != name {
			return "", errors.New("the file is called " + name + ".yaml, so the id must be " + name)
		}
		return id, nil
	}
}

// place reads a habit's place among the others.
func place(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, errors.New("it must be a whole number from 1 on")
	}
	return n, nil
}

func (h *Habit) readProfiles(v strictyaml.Value) error {
	err := v.Each("[redsync]", strictyaml.Set(func(id string) error {
		p, err := profile.Find(id)
		if err == nil && slices.ContainsFunc(h.Profiles, func(q profile.Profile) bool { return q.ID == id }) {
			err = errors.New("it stands in the list already")
		}
		h.Profiles = append(h.Profiles, p)
		return err
	}))
	if err == nil && len(h.Profiles) == 0 {
		return v.Errorf("a habit is somebody's: it needs one profile at least, such as [redsync]")
	}
	return err
}

// readScenario reads the name of a scenario of the library.
func readScenario(v strictyaml.Value, library *scenario.Library) (string, *scenario.Scenario, error) {
	name, err := v.Text()
	if err != nil {
		return "", nil, err
	}
	s, ok := library.Get(name)
	if !ok {
		return "", nil, v.Errorf("there is no scenario %q; %s", name, strictyaml.Others(name, library.Names()))
	}
	return name, s, nil
}

// isPlayed says whether a client of the scenario, which stands there, locks as the
// first of the profiles does.
func (h *Habit) isPlayed(at strictyaml.Value, s *scenario.Scenario) error {
	c, err := s.Compile(nil)
	if err != nil {
		return err
	}
	first := h.Profiles[0].ID
	if !slices.ContainsFunc(c.Clients, func(c world.Client) bool { return c.Lock.Profile == first }) {
		return at.Errorf("no client of the scenario %s locks as %s does; want lock: {profile: %s}", h.Scenario, first, first)
	}
	return nil
}

// readCure reads the parameters without the habit, and tries them on the scenario: all
// of them, since one may work by another alone.
func (h *Habit) readCure(v strictyaml.Value, s *scenario.Scenario) error {
	const example = "{lock.cleanup: all}"
	err := v.Entries(example, func(name string, v strictyaml.Value) error {
		value, err := v.Text()
		h.cure = append(h.cure, run.Param{Name: name, Value: value})
		return err
	})
	if err != nil {
		return err
	}
	if len(h.cure) == 0 {
		return v.Errorf("what is to be otherwise than the library has it must be named, such as %s", example)
	}
	if _, err := s.Compile(h.cure); err != nil {
		return v.Errorf("the scenario %s cannot be played so: %v", h.Scenario, err)
	}
	return nil
}
