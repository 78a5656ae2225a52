package lesson

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"

	"lockstep/sim/goal"
	"lockstep/sim/run"
	"lockstep/sim/run/runjson"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// The kinds of a challenge.
const (
	ChallengeBreak  = "break"
	ChallengeRepair = "repair"
)

// Challenge is a run to change so that a goal is met, in whichever way.
type Challenge struct {
	ID     string
	Kind   string
	Run    run.Run // what one begins with
	Ask    template.HTML
	Goal   *goal.Goal
	Allow  []run.Verb // what may be done; nil for everything, empty for nothing
	Knobs  []string   // the parameters that may be changed
	Most   int        // how many actions at most; 0 for as many as a run may have
	Hints  []template.HTML
	After  template.HTML // what to say when it is done
	Slug   string        // of its lesson
	Lang   string
	Solved run.Run // a way to do it
	Link   string  // of that, as Scene.Link is

	solution solution
	spoken
}

// solution is a way to meet the goal, as it is written.
type solution struct {
	actions []run.Action
	set     []run.Param
	at      strictyaml.Value
}

const exampleAction = "{at: 1.2s, pause: {client: A, for: 12s}}"

// readChallenge reads a challenge and plays it, as it is and solved.
func (c *compiler) readChallenge(at place, text []byte) (*section, error) {
	x := &Challenge{Slug: c.lesson.Slug, Lang: c.lesson.Lang, spoken: spoken{c.phrases}}
	err := readPart(at, "challenge", text, c.challengeFields(x), "id", "scenario", "kind", "ask", "goal", "hints", "solution", "after")
	if err != nil {
		return nil, err
	}
	if len(x.Hints) == 0 {
		return nil, at.errorf("a challenge has one hint at least")
	}
	if x.Allow != nil && len(x.Allow) == 0 && len(x.Knobs) == 0 {
		return nil, at.errorf("nothing may be done and nothing changed: let allow or knobs hold something")
	}
	x.Solved = x.Run
	x.Solved.Actions = x.solution.actions
	x.Solved.Params = changed(x.Run.Params, x.solution.set)
	x.Link = c.options.Link(&x.Solved)
	if err := c.tryOut(at, x); err != nil {
		return nil, err
	}
	return &section{id: x.ID, part: x, html: challengeHTML, structure: x.structure()}, nil
}

// challengeFields are the fields of a challenge. Allow is set even where it is empty:
// nothing may be done then, whereas a challenge that says nothing of it allows everything.
func (c *compiler) challengeFields(x *Challenge) map[string]strictyaml.Reader {
	return map[string]strictyaml.Reader{
		"id":       c.readID(&x.ID),
		"scenario": strictyaml.IntoText(&x.Run.Scenario),
		"params":   readParams(&x.Run.Params),
		"seed":     strictyaml.Into(&x.Run.Seed, seed),
		"kind":     strictyaml.Into(&x.Kind, oneOf(ChallengeBreak, ChallengeRepair)),
		"ask":      c.inline(&x.Ask),
		"goal":     strictyaml.Into(&x.Goal, parseGoal),
		"allow": func(v strictyaml.Value) error {
			x.Allow = []run.Verb{}
			return v.Each("[pause, crash]", strictyaml.Set(func(text string) error {
				verb, err := verbNamed(text)
				x.Allow = append(x.Allow, verb)
				return err
			}))
		},
		"knobs": func(v strictyaml.Value) error { return v.Each("[lock.ttl]", appendText(&x.Knobs)) },
		"most":  strictyaml.Into(&x.Most, count),
		"hints": func(v strictyaml.Value) error {
			return v.Each("[Look at the clock of n3.]", func(v strictyaml.Value) error {
				var h template.HTML
				err := c.inline(&h)(v)
				x.Hints = append(x.Hints, h)
				return err
			})
		},
		"solution": x.solution.read,
		"after":    c.inline(&x.After),
	}
}

// changed are parameters with others in their place.
func changed(params, by []run.Param) []run.Param {
	list := slices.Clone(params)
	for _, p := range by {
		if i := slices.IndexFunc(list, func(q run.Param) bool { return q.Name == p.Name }); i >= 0 {
			list[i] = p
		} else {
			list = append(list, p)
		}
	}
	return list
}

func (s *solution) read(v strictyaml.Value) error {
	s.at = v
	err := v.Fields(map[string]strictyaml.Reader{
		"set": readParams(&s.set),
		"do": func(v strictyaml.Value) error {
			return v.Each("["+exampleAction+"]", func(v strictyaml.Value) error {
				b, err := v.JSON(exampleAction)
				if err != nil {
					return err
				}
				a, err := runjson.Action(b)
				if err != nil {
					return v.Errorf("%v", err)
				}
				s.actions = append(s.actions, a)
				return nil
			})
		},
	})
	if err == nil && len(s.actions)+len(s.set) == 0 {
		err = v.Errorf("it does nothing: want do, set or both, such as {do: [%s], set: {lock.ttl: 30s}}", exampleAction)
	}
	return err
}

// tryOut plays the run as it is, in which the goal must be false, and with the solution,
// in which it must be true.
func (c *compiler) tryOut(at place, x *Challenge) error {
	events, err := c.plays.of(&x.Run)
	if err != nil {
		return at.errorf("%w", err)
	}
	if err := x.Goal.Check(events); err != nil {
		return at.errorf("the goal %w", err)
	}
	if x.Goal.Met(events) {
		return at.errorf("the goal %s is met before anybody does anything, so there is nothing to do", x.Goal)
	}
	s := x.solution.at
	if b := x.Breach(&x.Solved); b != nil {
		return s.Errorf("it does what the challenge does not permit: %s", b.text(x))
	}
	if events, err = c.plays.of(&x.Solved); err != nil {
		return s.Errorf("%v", err)
	}
	for i := range events {
		if e := &events[i]; e.Kind == trace.Fault && e.Why != "" && e.By != trace.ByScenario {
			return s.Errorf("its %s does nothing at %v: %s", e.By, trace.Duration(e.T), e.Why)
		}
	}
	if !x.Goal.Met(events) {
		return s.Errorf("it does not meet the goal %s: the run comes out %s", x.Goal, events[len(events)-1].Verdict)
	}
	return nil
}

// verbNamed reads a verb of an action, as a scenario's faults have it.
func verbNamed(text string) (run.Verb, error) {
	if v, ok := run.VerbNamed(text); ok {
		return v, nil
	}
	var names []string
	for v := run.Crash; v.Valid(); v++ {
		names = append(names, v.String())
	}
	return 0, fmt.Errorf("%s", strictyaml.Others(text, names))
}

func (x *Challenge) structure() string {
	return structured(x.Run.Link(), x.Kind, x.Goal, "allow", x.Allow, "knobs", x.Knobs, "most", x.Most, "hints", len(x.Hints), "solution", x.Solved.Link())
}

// Laws are the rules that the goal speaks of, each with what it demands.
func (x *Challenge) Laws() []string {
	var laws []string
	for _, rule := range x.Goal.Rules() {
		laws = append(laws, x.Say("lesson.law", "rule", rule, "law", x.Say("law."+rule)))
	}
	return laws
}

// Allowed are the actions that may be taken, in words.
func (x *Challenge) Allowed() []string {
	var list []string
	for _, v := range x.Allow {
		list = append(list, x.Say("lesson.do."+v.String()))
	}
	return list
}

// Bound says how many actions are allowed, or nothing if any number is.
func (x *Challenge) Bound() string { return x.BoundIn(x.phrases) }

// BoundIn says it in the language of a catalog.
func (x *Challenge) BoundIn(c phrase.Catalog) string {
	switch x.Most {
	case 0:
		return ""
	case 1:
		return c.Say("lesson.most.one")
	}
	return c.Say("lesson.most", "n", strconv.Itoa(x.Most))
}

// Free tells whether every action is allowed.
func (x *Challenge) Free() bool { return x.Allow == nil }

var challengeHTML = template.Must(template.New("challenge").Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }}).Parse(`<section class="block challenge challenge-{{.Kind}}" id="{{.ID}}" data-block="challenge" aria-labelledby="{{.ID}}-ask">
<p class="block-kind">{{.Say (printf "lesson.challenge.%s" .Kind)}}</p>
<h3 id="{{.ID}}-ask">{{.Ask}}</h3>
<dl class="terms">
<div><dt>{{.Say "lesson.goal"}}</dt><dd><code>{{.Goal}}</code>
{{- range .Laws}}<span class="law">{{.}}</span>{{end}}</dd></div>
<div><dt>{{.Say "lesson.allow"}}</dt><dd>
{{- if .Free}}{{.Say "lesson.allow.all"}}{{else if .Allow}}<ul class="allowed">{{range .Allowed}}<li>{{.}}</li>{{end}}</ul>{{else}}{{.Say "lesson.allow.none"}}{{end}}
{{- with .Bound}} <span class="most">{{.}}</span>{{end}}</dd></div>
{{- if .Knobs}}
<div><dt>{{.Say "lesson.knobs"}}</dt><dd>{{range $i, $k := .Knobs}}{{if $i}} {{end}}<code>{{$k}}</code>{{end}}</dd></div>
{{- end}}
</dl>
<p class="do"><a class="btn btn-main" data-part="try" href="{{.Slug}}/{{.ID}}">{{.Say "lesson.try"}}</a></p>
<div class="reply" role="status" data-part="reply"></div>
<details class="hints"><summary>{{.Say "lesson.hint" "n" "1" "of" (print (len .Hints))}}</summary>
{{- range $i, $h := .Hints}}
<p>{{$h}}</p>
{{- if lt (inc $i) (len $.Hints)}}
<details><summary>{{$.Say "lesson.hint" "n" (print (inc (inc $i))) "of" (print (len $.Hints))}}</summary>
{{- end}}
{{- end}}
{{- range $i, $h := .Hints}}{{if $i}}</details>{{end}}{{end}}
</details>
<details class="answers" data-part="answers"><summary>{{.Say "lesson.solution"}}</summary>
<div data-part="why">{{.After}}</div>
<p><a data-part="solution" href="../run/{{.Link}}">{{.Say "lesson.solution.watch"}}</a></p>
</details>
</section>
`))
