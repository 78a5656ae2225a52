package site

import (
	"net/url"
	"strconv"
	"strings"
	"sync"

	"lockstep/server/playground"
	"lockstep/sim/profile"
	"lockstep/sim/scenario"
)

// knobs are what can be set of each scenario, found when somebody first wants it. That
// may take long: it holds up nobody who wants another's.
type knobs struct{ by sync.Map } // of a scenario's id: what finds its knobs, once

// of returns what can be set of a scenario.
func (k *knobs) of(s *scenario.Scenario) ([]playground.Knob, error) {
	find, _ := k.by.LoadOrStore(s.ID, sync.OnceValues(func() ([]playground.Knob, error) { return playground.Knobs(s) }))
	return find.(func() ([]playground.Knob, error))()
}

// open returns what can be set of what a stage is of: of a challenge, what it lets one
// change.
func (s *Site) open(of *staged) ([]playground.Knob, error) {
	if x := of.challenge; x != nil {
		return playground.Named(of.about, x.Run.Params, x.Knobs)
	}
	return s.knobs.of(of.about)
}

// fieldset is what the form of parameters has of one part of the scenario.
type fieldset struct {
	Legend string
	Fields []field
}

// field is a control of the form. Its name is the parameter's.
type field struct {
	ID, Name, Label string
	Default         string   // the scenario's own value
	Value           string   // of the run that the page begins with
	Options         []choice // of a select
	Pattern, Hint   string   // of a text
	Least, Most     string   // of a text, as long as no other is changed
	Numeric         bool     // digits alone
	Kinds           string   // of lock, with spaces between, with which alone it counts; empty for all
	Usual           string   // what it comes to with libraries: redsync=31&redlock-py=2
}

// choice is an option of a select.
type choice struct{ Value, Text string }

var partNames = map[playground.Part]string{
	playground.Lock: "lock", playground.Client: "client", playground.Resource: "resource", playground.Around: "around",
}

// How values of each form are written, for the browser to check: as package scenario
// reads them, but for their bounds.
const (
	spanPattern = `[0-9]+([.][0-9]+)?(us|ms|s|m|h)`
	seedPattern = `[0-9]{1,20}`
)

// forms are the phrase that says how values are written, and the pattern.
var forms = map[playground.Form]struct{ name, pattern string }{
	playground.Whole:  {"whole", `[0-9]+`},
	playground.Times:  {"times", `[0-9]+|none`},
	playground.Share:  {"share", `[0-9]+([.][0-9]+)?`},
	playground.Span:   {"span", spanPattern},
	playground.Spread: {"spread", spanPattern + `([.][.]` + spanPattern + `)?`},
	playground.Limit:  {"limit", spanPattern + `|none`},
	playground.Name:   {"name", `[!-~]+`},
}

// fieldsets puts knobs into words.
func (v *view) fieldsets(knobs []playground.Knob) []fieldset {
	var sets []fieldset
	for i, k := range knobs {
		if i == 0 || k.Part != knobs[i-1].Part || k.Of != knobs[i-1].Of {
			sets = append(sets, fieldset{Legend: v.Say("play.part."+partNames[k.Part], "name", k.Of)})
		}
		set := &sets[len(sets)-1]
		set.Fields = append(set.Fields, v.field(k, "param-"+strconv.Itoa(i)))
	}
	return sets
}

// seedField is the seed's, beside the knobs.
func (v *view) seedField() fieldset {
	return fieldset{Legend: v.Say("play.part.run"), Fields: []field{{
		ID: "param-seed", Name: "seed", Label: v.Say("play.param.seed"), Default: "0", Value: "0",
		Pattern: seedPattern, Numeric: true, Hint: v.Say("play.bounds.seed"),
	}}}
}

func (v *view) field(k playground.Knob, id string) field {
	f := field{ID: id, Name: k.Path, Label: v.Say("play.param." + k.Topic), Default: k.Default, Value: k.Default, Kinds: strings.Join(k.Kinds, " ")}
	if k.Form == playground.Choice {
		for _, option := range k.Options {
			f.Options = append(f.Options, choice{option, v.option(k.Topic, option)})
		}
		return f
	}
	usual := make(url.Values)
	for _, u := range k.Usual {
		usual.Set(u.Library, u.Value)
	}
	f.Usual = usual.Encode()
	form := forms[k.Form]
	f.Pattern, f.Numeric = form.pattern, k.Form == playground.Whole
	f.Least, f.Most = k.Least, k.Most
	bounds := form.name
	if k.Form == playground.Span && k.Unbounded {
		bounds = "span.least"
	}
	f.Hint = v.Say("play.bounds."+bounds, "least", k.Least, "most", k.Most)
	return f
}

// option is what an option is called.
func (v *view) option(topic, value string) string {
	switch topic {
	case "kind":
		return v.Say("lock." + value)
	case "guard":
		return v.Say("guard." + value)
	case "profile":
	default:
		return v.Say("play.param." + topic + "." + value)
	}
	if value == "" {
		return v.Say("play.param.profile.none")
	}
	p, err := profile.Find(value)
	if err != nil {
		return value
	}
	return p.Name + " (" + p.Language + ")"
}

// SpanPattern is how a duration is written that stands alone: with a space, too.
func (x *stageView) SpanPattern() string { return strings.Replace(spanPattern, "(us", " ?(us", 1) }
