package socket

import (
	"testing"
	"testing/fstest"
	"testing/synctest"

	"lockstep/server/lesson"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/wire"
)

const challengeFile = `---
title: Challenges
lede: One.
summary: One.
order: 1
---

` + "```challenge" + `
id: apart
scenario: clock-jump
kind: repair
ask: Keep them apart.
goal: never(mutual-exclusion)
allow: [pause]
knobs: [clients.B.start]
most: 1
hints: [Let B be late.]
solution: {set: {clients.B.start: 9s}}
after: Done.
` + "```\n"

// teach makes the site's hub one that knows a challenge.
func (c *course) teach(t *testing.T, s *site) {
	t.Helper()
	taught, err := lesson.Load(fstest.MapFS{"apart.en.md": {Data: []byte(challengeFile)}}, lesson.Options{
		Phrases: phrases(t), Play: func(r *run.Run) ([]trace.Event, error) { return c.traces[r.Link()].Events, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.hub.course = taught
}

// Whether a run meets a challenge the server says, of whatever run a page sends: what is
// not allowed counts for nothing, though it meets the goal.
func TestAttemptsAreJudged(t *testing.T) {
	c := play(t)
	// A client that crashes before it begins is apart from everybody: the goal is met, but
	// a crash is not allowed. That the trace is another's makes no difference here.
	foul := run.Run{Scenario: "clock-jump", Actions: []run.Action{{At: 1, Verb: run.Crash, Of: run.OfClient, Target: "B"}}}
	c.traces[foul.Link()] = c.traces[c.held]
	for _, tt := range []struct {
		name, run, lang, challenge string
		want                       wire.Attempt
	}{
		{"the run that one begins with", c.broken, "en", "apart/apart", wire.Attempt{Judge: "Not yet. Missing: no two clients are inside at the same time."}},
		{"the goal is met", c.held, "en", "apart/apart", wire.Attempt{Met: true, Judge: "The goal is met."}},
		{"in the reader's language", c.held, "zh", "apart/apart", wire.Attempt{Met: true, Judge: "目标达成。"}},
		{"by what is not allowed", foul.Link(), "en", "apart/apart", wire.Attempt{Judge: "This does not count: you may not crash a machine here."}},
		{"no challenge", c.held, "en", "", wire.Attempt{}},
		{"one that is not there", c.held, "en", "apart/nothing", wire.Attempt{Judge: "This challenge is not there any more. Go back to the lesson, and take it from there."}},
		{"one of no lesson", c.held, "en", "nothing", wire.Attempt{Judge: "This challenge is not there any more. Go back to the lesson, and take it from there."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := c.perform(t, DefaultLimits())
				c.teach(t, s)
				p := s.open()
				for range 2 { // the second time it is remembered
					p.ask(wire.Ask{ID: 7, Run: tt.run, Until: 1e12, Lang: tt.lang, Challenge: tt.challenge})
					for {
						a := p.hear()
						if _, ok := a.(*wire.Batch); ok {
							continue
						}
						v, ok := a.(*wire.Verdict)
						if !ok || v.Attempt != tt.want || v.Headline == "" {
							t.Fatalf("got %+v, want %+v", a, tt.want)
						}
						break
					}
				}
			})
		})
	}
}
