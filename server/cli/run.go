package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/run/runjson"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

// Options are texts, read in our own words: how one is wrong is ours to say.
type runCommand struct {
	Scenario string   `arg:"" help:"Which scenario: lockstep scenarios lists them. Or a cell of the matrix, such as S12.G. Or a file of yours: FILE.yaml."`
	Seed     string   `placeholder:"N" default:"0" help:"What chance draws from: a whole number. Equal seeds, equal runs."`
	Action   []string `placeholder:"JSON" sep:"none" help:"What is done to the world, such as {\"at\":\"1.2s\",\"crash\":{\"node\":\"n3\"}}, in the form of a scenario's faults. May be given again."`
	Set      []string `placeholder:"PATH=VALUE" sep:"none" help:"Changes one value of the scenario, such as clients.B.start=3s or lock.ttl=30s. May be given again."`
	Until    string   `placeholder:"10s" help:"How far to play, in virtual time; to the natural end if left out."`
	Format   string   `placeholder:"text|json|svg" default:"text" help:"A transcript, one event a line as JSON, or a picture of the last instant."`
	Lang     string   `placeholder:"en|ms|zh" default:"en" help:"Language of the transcript or the picture."`

	dataFlag `embed:""`
}

// Help is what lockstep run --help says beside the options.
func (c *runCommand) Help() string {
	return `Each line of a transcript has the virtual time in seconds, a sign, and a sentence. What is true is filled, what is believed or came to nothing is outlined, as in the pictures:

` + signsInWords()
}

// telling is a finished run, to be told in one of the formats.
type telling struct {
	scenario *scenario.Scenario
	file     string // that it was read from, if it is none of the library
	run      *run.Run
	link     string     // of the run, to keep
	until    trace.Time // 0 for the natural end
	events   []trace.Event
	words    phrase.Catalog
	lang     string
}

var formats = map[string]func(*environment, *telling) error{"text": writeText, "json": writeJSON, "svg": writeSVG}

// Run plays the run and tells it.
func (c *runCommand) Run(env *environment) error {
	tell, ok := formats[c.Format]
	if !ok {
		return usagef("--format: %q is no format; there is text, json and svg", c.Format)
	}
	if err := checkLang(c.Lang); err != nil {
		return err
	}
	t := &telling{lang: c.Lang}
	library, err := c.find(t)
	if err != nil {
		return err
	}
	if t.run, err = c.run(t.scenario.ID); err != nil {
		return err
	}
	t.link = library.Link(t.run)
	if t.until, err = c.until(); err != nil {
		return err
	}
	tree, err := c.tree()
	if err != nil {
		return err
	}
	if t.words, err = lessons.Phrases(tree, c.Lang); err != nil {
		return c.blame(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	t.events, err = library.Play(engine, t.run, t.until)
	var input *scenario.InputError
	if errors.As(err, &input) {
		// All else has been checked.
		return usagef("--set: %s", visible(input.Error()))
	}
	if err != nil {
		return err
	}
	if err := tell(env, t); err != nil {
		return err
	}
	if miss := t.scenario.Expect.Miss(t.events); miss != "" {
		return &unexpected{fmt.Sprintf("%s: %s%s", visible(t.scenario.ID), miss, changed(t.run))}
	}
	return nil
}

// changed says, of a run that is not its scenario as that stands, by which options: or
// nothing.
func changed(r *run.Run) string {
	var by []string
	if len(r.Params) > 0 {
		by = append(by, "--set")
	}
	if len(r.Actions) > 0 {
		by = append(by, "--action")
	}
	if r.Seed != 0 {
		by = append(by, "--seed")
	}
	if len(by) == 0 {
		return ""
	}
	return "; the run was changed by " + strings.Join(by, ", ") + ", and what is expected is of the scenario as it stands"
}

// unexpected is a run that came out otherwise than its scenario says.
type unexpected struct{ text string }

func (e *unexpected) Error() string { return e.text }

// find fills in the scenario that is to be run, and returns a library that has it.
func (c *runCommand) find(t *telling) (library *scenario.Library, err error) {
	if name, ok := strings.CutSuffix(c.Scenario, ".yml"); ok {
		return nil, usagef("SCENARIO: %q: the name of a scenario's file ends in .yaml, such as %s", c.Scenario, visible(name+".yaml"))
	}
	if strings.HasSuffix(c.Scenario, ".yaml") {
		t.file = c.Scenario
		library = &scenario.Library{}
		if t.scenario, err = readScenario(t.file); err != nil {
			return nil, err
		}
		return library, library.Add(t.scenario)
	}
	library, m, err := c.scenarios()
	if err != nil {
		return nil, err
	}
	if t.scenario, err = find(library, c.Scenario); err != nil {
		return nil, cmp.Or(c.noCell(m, c.Scenario), err)
	}
	return library, nil
}

// run reads the run of that scenario that the options spell.
func (c *runCommand) run(id string) (*run.Run, error) {
	r := &run.Run{Scenario: id}
	var err error
	if r.Seed, err = strconv.ParseUint(c.Seed, 10, 64); err != nil {
		return nil, usagef("--seed: %q is no whole number from 0 to 18446744073709551615", c.Seed)
	}
	if len(c.Action) > run.MaxActions {
		return nil, usagef("--action: a run has at most %d actions, and these are %d", run.MaxActions, len(c.Action))
	}
	for i, text := range c.Action {
		a, err := runjson.Action([]byte(text))
		if err != nil {
			return nil, usagef("--action %d: %s: %v", i+1, excerpt(text), err)
		}
		r.Actions = append(r.Actions, a)
	}
	if len(c.Set) > run.MaxParams {
		return nil, usagef("--set: a run has at most %d parameters, and these are %d", run.MaxParams, len(c.Set))
	}
	for i, text := range c.Set {
		path, value, ok := strings.Cut(text, "=")
		if !ok || path == "" {
			return nil, usagef("--set %d: %q: want PATH=VALUE, such as clients.B.start=3s", i+1, text)
		}
		r.Params = append(r.Params, run.Param{Name: path, Value: value})
	}
	return r, nil
}

func (c *runCommand) until() (trace.Time, error) {
	if c.Until == "" {
		return 0, nil
	}
	d, err := trace.ParseDuration(c.Until)
	switch {
	case strings.HasPrefix(c.Until, "-"):
		err = errors.New("time does not run backwards: a run begins at 0s")
	case err != nil:
	case d == 0:
		err = errors.New("at 0s nothing has happened yet: want 1us or more, or leave it out to play to the end")
	case trace.Time(d) > world.MaxTime:
		err = errors.New("a run lasts at most 10 virtual minutes")
	}
	if err != nil {
		return 0, usagef("--until: %q: %v", c.Until, err)
	}
	return trace.Time(d), nil
}

func checkLang(lang string) error {
	if !slices.Contains(phrase.Languages[:], lang) {
		return usagef("--lang: %q is no language of ours; there is %s", lang, strings.Join(phrase.Languages[:], ", "))
	}
	return nil
}

// excerpt is as much of a text as a line of complaint has room for.
func excerpt(text string) string {
	const most = 80
	text = visible(text)
	if text == "" {
		return `""`
	}
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
