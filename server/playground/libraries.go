package playground

import (
	"strings"

	"lockstep/sim/run"
)

// otherLibraries says of each option of a lock whose library may be chosen what it comes to
// with each: a profile lies under what the file says.
func (t *trial) otherLibraries() {
	for _, library := range t.knobs {
		if library.Topic != "profile" {
			continue
		}
		for _, id := range library.Options {
			if id == library.Default || !t.try() {
				continue
			}
			c, err := t.scenario.Compile([]run.Param{{Name: library.Path, Value: id}})
			if err != nil {
				continue // only an untried one
			}
			other := &trial{scenario: t.scenario, config: c, left: t.left}
			t.usual(other, library, id)
		}
	}
}

// usual notes what the options beside a knob come to with a library, by a trial with that.
func (t *trial) usual(other *trial, library Knob, id string) {
	for _, o := range options {
		at := strings.TrimSuffix(library.Path, "profile") + o.name
		c := other.locked(library, o.name)
		if o.name == "kind" || o.name == "profile" || c == nil {
			continue
		}
		for i := range t.knobs {
			if k := &t.knobs[i]; k.Path == at && k.Default != o.value(c) {
				k.Usual = append(k.Usual, Usual{id, o.value(c)})
			}
		}
	}
}
