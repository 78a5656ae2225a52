package site

import (
	"context"
	"html/template"
	"strconv"
	"strings"

	"lockstep/server/attempt"
	"lockstep/server/lesson"
	"lockstep/sim/because"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/web/board"
	"lockstep/web/icon"
	"lockstep/web/narrate"
	"lockstep/web/player"
	"lockstep/web/verdict"
	"lockstep/web/words"
)

// stageView is a scenario on the stage, before anybody plays it, for its template.
type stageView struct {
	Scenario, Title, Summary string
	Link                     string // the scenario's own run, on the engine that is here
	Run                      string // the relative address of the page that tells it
	Start                    int64  // the instant that is shown first, in us
	*lesson.Stage
	Verdict   verdictView
	Example   string // a command that the console takes: it asks for the lock's own key
	Earlier   string // that more steps came before those listed, if so
	Events    []eventView
	Fieldsets []fieldset
	Seed      string
	Challenge *challengeView // nil where it sets none

	view *view
}

// staged is what a stage is of: a scenario as it is, or a challenge that begins with a run
// of it.
type staged struct {
	about     *scenario.Scenario
	of        run.Run
	lesson    *lesson.Lesson    // of the challenge
	challenge *lesson.Challenge // nil for none
	begins    *trace.Time       // where a room begins: what comes of it is seen when it comes; nil for no room
}

// address is the page's within its language.
func (of *staged) address() string {
	if of.challenge != nil {
		return "lesson/" + of.challenge.Slug + "/" + of.challenge.ID
	}
	return "play/" + of.about.ID
}

// verdictView is what came of the run. Go names the instant that decides it; it is empty
// if none does. Gap is what stands between two sentences.
type verdictView struct{ Outcome, Headline, Why, Promise, Go, Gap string }

// eventView is a step in the list of events.
type eventView struct {
	Seq        int // of its last event
	Time, Text string
	Changes    string // what it changed, briefly
	Sign       template.HTML
	Now        bool
}

func (s *Site) renderStage(ctx context.Context, lang string, of staged) (*page, error) {
	v, err := s.stageAt(ctx, lang, of, of.address())
	if err != nil {
		return nil, err
	}
	return rendered(s.stage, v)
}

// stageAt is the view of a page with the stage, whose address within its language is rest.
func (s *Site) stageAt(ctx context.Context, lang string, of staged, rest string) (*view, error) {
	about := of.about
	shown := &lesson.Scene{ID: "stage", Run: of.of, Link: s.config.Library.Link(&of.of), Title: about.Title(lang), Lang: lang}
	played, err := s.config.Runs.Trace(ctx, shown.Link)
	if err != nil {
		return nil, err
	}
	knobs, err := s.open(&of)
	if err != nil {
		return nil, err
	}
	v := s.view(lang, rest)
	if x := of.challenge; x == nil || x.Kind == lesson.ChallengeRepair {
		shown.Start = telling(played.Events)
	} // else nothing is wrong yet: one begins at the beginning
	if of.begins != nil {
		shown.Start = *of.begins
	}
	x := &stageView{
		Scenario: about.ID, Title: shown.Title, Summary: about.Summary(lang),
		Link: shown.Link, Run: strings.Repeat("../", strings.Count(rest, "/")) + v.runPath(&of.of), Start: int64(shown.Start), Seed: strconv.FormatUint(of.of.Seed, 10), view: v,
	}
	x.Stage, err = lesson.OnStage(shown, played.Events, lesson.Options{Phrases: s.config.Phrases, Source: s.config.Source})
	if err != nil {
		return nil, err
	}
	x.Example = example(&played.Events[0])
	j := verdict.Judge(v.phrases, because.Pointers(played.Events))
	x.Verdict = v.judged(&j)
	x.listEvents(played.Events, x.Wide.Happened)
	x.Fieldsets = v.fieldsets(knobs)
	v.Stage = x
	v.Title = x.Title + " · Lockstep"
	v.Description = x.Summary
	v.Main, v.Canonical, v.Translations = "play", lang+"/"+of.address(), v.Languages
	if of.challenge != nil {
		v.sets(&of, attempt.Judge(v.phrases, of.challenge, &of.of, played.Events).Judge)
	} else {
		x.Fieldsets = append(x.Fieldsets, v.seedField())
	}
	v.Viewer = s.viewerIn(lang)
	return v, nil
}

// example is a command that tells something of the run that start begins: who has the
// lock's key, or where there is none, that the node answers.
func example(start *trace.Event) string {
	for i := range start.Clients {
		if key := start.Clients[i].Key; key != "" {
			return "GET " + key
		}
	}
	return "PING"
}

// judged says how a whole run comes out.
func (v *view) judged(j *verdict.Verdict) verdictView {
	x := verdictView{Outcome: j.Outcome, Headline: words.Unbroken(j.Headline), Why: words.Unbroken(j.Why), Promise: words.Unbroken(j.Promise), Gap: v.Say("sentence.and", "sentence", "", "more", "")}
	if j.Seq >= 0 {
		x.Go = v.Say("stage.go", "t", words.Reading(v.phrases, trace.Local(j.At)))
	}
	return x
}

// stepsOf divides the events of a whole run into steps.
func stepsOf(events []trace.Event) []player.Step { return player.Steps(because.Pointers(events), true) }

// listEvents tells the last steps of the events that have happened: as many as the viewer
// will list.
func (x *stageView) listEvents(events []trace.Event, happened int) {
	state := &trace.State{}
	for _, s := range stepsOf(events) {
		if s.End > happened {
			break
		}
		group := events[s.First:s.End]
		told := narrate.What(x.view.phrases, state, group)
		x.Events = append(x.Events, eventView{
			Seq: s.End - 1, Time: words.Clocked(group[0].T), Text: told.Text,
			Changes: strings.Join(told.Changes, " · "), Sign: template.HTML(icon.Of(told.Mark)),
		})
		for i := range group {
			state.Apply(&group[i])
		}
	}
	if over := len(x.Events) - board.Listed; over > 0 {
		x.Earlier = x.view.Say("play.events.earlier", "n", strconv.Itoa(over))
		x.Events = x.Events[over:]
	}
	if n := len(x.Events); n > 0 {
		x.Events[n-1].Now = true
	}
}

// Clock is the instant shown, as the viewer shows it.
func (x *stageView) Clock() string { return words.Clocked(x.Wide.At) }

// Control names a control that the figure of a lesson has, too, with its key.
func (x *stageView) Control(do string) string { return lesson.Keyed(x.view.Say, do) }

// Keyed is what a button says, with the key of the stage that does the same.
func (x *stageView) Keyed(text, do string) string {
	return x.view.Say("figure.keyed", "what", text, "key", x.view.Say("stage.key."+do))
}

// tab is a view that a narrow page shows alone.
type tab struct{ Name, Text string }

// Tabs are the views, in order.
func (x *stageView) Tabs() []tab {
	var tabs []tab
	for _, name := range board.Tabs {
		tabs = append(tabs, tab{name, x.view.Say("play.tab." + name)})
	}
	return tabs
}

// sheet is the head of a dialog.
type sheet struct{ Name, Title, Close string }

// Sheet returns the head of that dialog.
func (x *stageView) Sheet(name string) sheet {
	return sheet{name, x.view.Say("play." + name), x.view.Say("play.do.close")}
}

// keyRow is a row of the list of keys.
type keyRow struct {
	Names []string
	Text  string
}

// Keys are the keys that the help lists: those of every figure, and the stage's.
func (x *stageView) Keys() []keyRow {
	say := x.view.Say
	return []keyRow{
		{[]string{say("key.play"), "K"}, say("legend.key.play")},
		{[]string{"←", "→"}, say("legend.key.step")},
		{[]string{say("key.next"), say("key.on")}, say("legend.key.next")},
		{[]string{say("key.home"), say("key.restart"), say("key.end")}, say("legend.key.ends")},
		{[]string{"[", "]"}, say("legend.key.speed")},
		{[]string{say("stage.key.verdict")}, say("stage.legend.verdict")},
		{[]string{say("stage.key.enter")}, say("stage.legend.menu")},
		{[]string{say("stage.key.hands")}, say("stage.legend.hands")},
		{[]string{say("stage.key.undo"), say("stage.key.redo")}, say("stage.legend.undo")},
		{[]string{say("stage.key.compare")}, say("stage.legend.compare")},
		{[]string{"1", "2", "3", "4"}, say("stage.legend.tabs")},
		{[]string{say("stage.key.zoom-in"), say("stage.key.zoom-out")}, say("stage.legend.zoom")},
		{[]string{say("stage.key.keys")}, say("stage.legend.keys")},
		{[]string{say("stage.key.escape")}, say("stage.legend.escape")},
	}
}
