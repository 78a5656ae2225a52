package hands_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/wasm/hands"
	"lockstep/web/phrase"
	"lockstep/web/thing"
)

// played plays runs of the course's scenarios.
type played struct {
	library *scenario.Library
	engine  *world.Engine
	say     phrase.Catalog
}

func newPlayed(t *testing.T) *played {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	t.Cleanup(engine.Close)
	return &played{library, engine, catalog(t, "en")}
}

func (p *played) play(t *rapid.T, r *run.Run) []trace.Event {
	events, err := p.library.Play(p.engine, r, 0)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// leaf is an offer that is an action, or would be if it were not blocked.
type leaf struct {
	label   string
	action  run.Action
	blocked bool
}

// leaves are all those of a menu, for every preset amount.
func leaves(offers []hands.Offer, blocked bool) []leaf {
	var all []leaf
	for i := range offers {
		o := &offers[i]
		is := blocked || o.Blocked != ""
		switch {
		case o.More != nil:
			all = append(all, leaves(o.More, is)...)
		case o.Console:
			if !is {
				ping := run.Action{Verb: run.Command, Args: []string{"PING"}}
				all = append(all, leaf{label: o.Label, action: ping})
			}
		case o.Amount != nil:
			for _, d := range o.Amount.Presets {
				all = append(all, leaf{o.Label, o.Apply(d), is})
			}
		case o.Action.Verb.Valid():
			all = append(all, leaf{o.Label, o.Action, is})
		}
	}
	return all
}

// things are all that a picture of s may show, also what is past help.
func things(s *trace.State) []thing.Thing {
	var all []thing.Thing
	var ends []string
	for _, c := range s.Clients {
		all, ends = append(all, thing.Thing{Kind: thing.Client, Name: string(c.ID)}), append(ends, string(c.ID))
	}
	for _, n := range s.Nodes {
		all, ends = append(all, thing.Thing{Kind: thing.Node, Name: string(n.ID)}), append(ends, string(n.ID))
	}
	for _, r := range s.Resources {
		all = append(all, thing.Thing{Kind: thing.Resource, Name: r.ID})
	}
	for _, m := range s.Messages {
		all = append(all, thing.Thing{Kind: thing.Msg, Name: m.Name})
	}
	for _, from := range ends {
		for _, to := range ends {
			if from != to {
				all = append(all, thing.Thing{Kind: thing.Link, Name: from, To: to})
			}
		}
	}
	return all
}

// What is offered does something, and what is blocked would do nothing, wherever in a
// run of the course, also in one where something was done before.
func TestWhatIsOfferedDoesSomething(t *testing.T) {
	p := newPlayed(t)
	rapid.Check(t, func(t *rapid.T) {
		r := &run.Run{Scenario: rapid.SampledFrom(p.library.Names()).Draw(t, "scenario"), Seed: rapid.Uint64Range(1, 3).Draw(t, "seed")}
		events := p.play(t, r)
		for range rapid.IntRange(0, 2).Draw(t, "done before") {
			if l, now, ok := p.draw(t, events); ok && !l.blocked {
				r.Actions = append(r.Actions, l.action)
				r.Actions[len(r.Actions)-1].At = now + 1
				events = p.play(t, r)
			}
		}
		l, now, ok := p.draw(t, events)
		if !ok {
			return
		}
		acted := *r
		l.action.At = now + 1
		acted.Actions = append(slices.Clone(r.Actions), l.action)
		if err := l.action.Check(); err != nil {
			t.Fatalf("%q, %+v: %v", l.label, l.action, err)
		}
		after := p.play(t, &acted)
		by := trace.ByAction + string(rune('0'+len(acted.Actions)))
		if did := deed(after, by, &l.action); l.blocked {
			if did && !alike(events, after, by) {
				t.Fatalf("%q is blocked at %d, and would do something: %+v", l.label, now, l.action)
			}
		} else if !did {
			t.Fatalf("%q is offered at %d, and does nothing: %+v", l.label, now, l.action)
		}
	})
}

// draw draws an instant of a run, when all of it has happened, a thing of then and an
// offer of its menu. There may be none.
func (p *played) draw(t *rapid.T, events []trace.Event) (l leaf, now trace.Time, ok bool) {
	now = events[rapid.IntRange(0, len(events)-1).Draw(t, "event")].T
	if now >= trace.Time(run.MaxTime) {
		return l, now, false // nothing can be done after the longest of runs
	}
	for _, e := range events {
		if e.Kind == trace.Fault && e.T == now+1 {
			return l, now, false // the scenario's own comes first, and may leave nothing to act on
		}
	}
	s := trace.Fold(events, now)
	th := rapid.SampledFrom(things(s)).Draw(t, "thing")
	all := leaves(hands.Offers(p.say, s, now, th), false)
	if len(all) == 0 {
		return l, now, false
	}
	l = rapid.SampledFrom(all).Draw(t, "offer")
	if l.action.Verb == run.Command {
		l.action.Target = th.Name
	}
	return l, now, true
}

// deed tells whether an action did something, or a command of its was run.
func deed(events []trace.Event, by string, a *run.Action) bool {
	return slices.ContainsFunc(events, func(e trace.Event) bool {
		done := (e.Kind == trace.Fault || e.Kind == trace.Heal) && e.By == by && e.Why == ""
		return done || a.Verb == run.Command && e.Kind == trace.Exec && e.Who == trace.Operator && e.T == a.At
	})
}

// alike tells whether two runs differ in nothing but what one action left in the trace,
// and in who is said to have caused what follows.
func alike(a, b []trace.Event, by string) bool {
	world := func(events []trace.Event) (all []trace.Event) {
		for _, e := range events {
			if (e.Kind == trace.Fault || e.Kind == trace.Heal) && e.By == by || e.Kind == trace.Start || e.Kind == trace.End {
				continue
			}
			e.Seq, e.By = 0, ""
			all = append(all, e)
		}
		return all
	}
	x, y := world(a), world(b)
	if a[len(a)-1].Why != trace.EndNothingLeft || b[len(b)-1].Why != trace.EndNothingLeft {
		// A limit ends the run, which what the action leaves in the trace reaches sooner; what
		// is judged at the end is judged there.
		n := max(min(len(x), len(y))-endings, 0)
		x, y = x[:n], y[:n]
	}
	return reflect.DeepEqual(x, y)
}

// endings is more than a run's end judges, and an action leaves.
const endings = 64

// Throughout the course, every offer is an action as a run may hold it, whatever the
// amount; and between them the menus offer all that can be done to a world.
func TestEveryOfferIsAnAction(t *testing.T) {
	p := newPlayed(t)
	offered := make(map[run.Verb]bool)
	for _, name := range p.library.Names() {
		events, err := p.library.Play(p.engine, &run.Run{Scenario: name, Seed: 1}, 0)
		if err != nil {
			t.Fatal(err)
		}
		var s trace.State
		for i := range events {
			s.Apply(&events[i])
			if i%16 > 0 {
				continue
			}
			for _, th := range things(&s) {
				for _, l := range leaves(hands.Offers(p.say, &s, s.T, th), false) {
					if l.action.Verb == run.Command {
						l.action.Target = th.Name
					}
					if err := l.action.Check(); err != nil {
						t.Fatalf("%s at %d, %s: %q: %v", name, s.T, th, l.label, err)
					}
					offered[l.action.Verb] = offered[l.action.Verb] || !l.blocked
				}
			}
		}
	}
	for v := run.Crash; v.Valid(); v++ {
		if !offered[v] {
			t.Errorf("no menu offers a %s", v)
		}
	}
}
