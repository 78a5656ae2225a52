package playground

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Named lists the knobs of a scenario that have those paths, in that order: of those of
// [Knobs] and of others that a challenge may be about, which no form has otherwise. With
// are the parameters of the run that they are to change.
func Named(s *scenario.Scenario, with []run.Param, paths []string) ([]Knob, error) {
	usual, err := Knobs(s)
	if err != nil {
		return nil, err
	}
	plain, err := s.Compile(nil)
	if err != nil {
		return nil, err
	}
	t := newTrial(s, plain, with)
	for _, path := range paths {
		if i := slices.IndexFunc(usual, func(k Knob) bool { return k.Path == path }); i >= 0 {
			t.knobs = append(t.knobs, usual[i])
			continue
		}
		before := len(t.knobs)
		if t.rare(path); len(t.knobs) == before {
			return nil, fmt.Errorf("playground: %s: there is no field for %s: it is none of what a form has, or there is nothing to choose", s.ID, path)
		}
	}
	return t.knobs, nil
}

// words are the options of values that are one of several words.
var words = map[string][]string{
	"release":     {"del", "script", "delex"},
	"fence":       {"none", "resource", "redis", "consensus"},
	"persistence": {"none", "everysec", "always"},
}

// rare adds the knob of a path that no other form has.
func (t *trial) rare(path string) {
	way := strings.Split(path, ".")
	k := Knob{Path: path, Topic: way[len(way)-1], Part: Lock}
	client := &t.config.Clients[0]
	switch way[0] {
	case "cluster":
		k.Part = Around
	case "clients":
		k.Part, k.Of = Client, way[1]
		i := slices.IndexFunc(t.config.Clients, func(c world.Client) bool { return string(c.ID) == way[1] })
		if i < 0 {
			return
		}
		client = &t.config.Clients[i]
	}
	o := &client.Lock
	switch k.Topic {
	case "release", "fence", "persistence":
		t.word(k)
	case "key":
		k.Form, k.Default = Name, o.Key
		t.knobs = append(t.knobs, k)
	case "deadline":
		t.limit(k, o.Deadline)
	case "watchdog":
		t.limit(k, o.Watchdog)
	case "max_extensions":
		k.Default = attempts(o.MaxExtensions)
		t.plain(k, Times, "0", "1000")
	case "down_after":
		t.span(k, t.config.Replication.DownAfter)
	}
}

// word adds a knob for one of several words: the scenario's own is the one that changes
// nothing.
func (t *trial) word(k Knob) {
	for _, word := range words[k.Topic] {
		if c, err := t.scenario.Compile([]run.Param{{Name: k.Path, Value: word}}); err == nil && reflect.DeepEqual(c, t.config) {
			k.Default = word
		}
	}
	if k.Default != "" {
		t.choice(k, words[k.Topic])
	}
}

// limit adds a knob for a span that there need not be.
func (t *trial) limit(k Knob, value trace.Duration) {
	k.Form = Limit
	if k.Default = "none"; value > 0 {
		k.Default = value.String()
	}
	if t.compiles(k.Path, "none") || t.compiles(k.Path, k.Default) {
		t.knobs = append(t.knobs, k)
	}
}
