package cli

import (
	"errors"
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
	Scenario string   `arg:"" help:"Which scenario: lockstep scenarios lists them."`
	Seed     string   `placeholder:"N" default:"0" help:"What chance draws from: a whole number. Equal seeds, equal runs."`
	Action   []string `placeholder:"JSON" sep:"none" help:"What is done to the world, such as {\"at\":\"1.2s\",\"crash\":{\"node\":\"n3\",\"data\":\"lose\"}}. May be given again."`
	Param    []string `placeholder:"NAME=VALUE" sep:"none" help:"A parameter of the scenario, such as ttl=30s. May be given again."`
	Until    string   `placeholder:"10s" help:"How far to play, in virtual time; to the natural end if left out."`
	Format   string   `placeholder:"text|json|svg" default:"text" help:"A transcript, one event a line as JSON, or a picture of the last instant."`
	Lang     string   `placeholder:"en|ms|zh" default:"en" help:"Language of the transcript or the picture."`

	dataFlag `embed:""`
}

// telling is a finished run, to be told in one of the formats.
type telling struct {
	scenario *scenario.Scenario
	run      *run.Run
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
	if !slices.Contains(phrase.Languages[:], c.Lang) {
		return usagef("--lang: %q is no language of ours; there is %s", c.Lang, strings.Join(phrase.Languages[:], ", "))
	}
	library, err := c.library()
	if err != nil {
		return err
	}
	t := &telling{lang: c.Lang}
	if t.scenario, err = find(library, c.Scenario); err != nil {
		return err
	}
	if t.run, err = c.run(); err != nil {
		return err
	}
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
		return usagef("--param: %s", input.Text)
	}
	if err != nil {
		return err
	}
	return tell(env, t)
}

// run reads the run that the options spell.
func (c *runCommand) run() (*run.Run, error) {
	r := &run.Run{Scenario: c.Scenario}
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
	if len(c.Param) > run.MaxParams {
		return nil, usagef("--param: a run has at most %d parameters, and these are %d", run.MaxParams, len(c.Param))
	}
	for i, text := range c.Param {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, usagef("--param %d: %q: want NAME=VALUE, such as ttl=30s", i+1, text)
		}
		r.Params = append(r.Params, run.Param{Name: name, Value: value})
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
