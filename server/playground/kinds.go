package playground

import (
	"slices"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/world"
)

// otherKinds says of each option of a lock whose kind may be chosen with which kinds it
// counts, and adds those that count with another kind alone: with the values that it has
// there.
func (t *trial) otherKinds() {
	for _, kind := range slices.Clone(t.knobs) {
		if kind.Topic != "kind" {
			continue
		}
		lockPath := strings.TrimSuffix(kind.Path, "kind")
		t.counts(lockPath+"profile", kind.Default) // libraries are of a kind
		for _, name := range kind.Options {
			if !t.try() {
				t.countAll(lockPath, name)
				continue
			}
			with := []run.Param{{Name: kind.Path, Value: name}}
			c, err := t.scenario.Compile(with)
			if err != nil {
				continue // it was offered as the scenario's own
			}
			other := &trial{scenario: t.scenario, config: c, with: with, left: t.left}
			t.optionsOf(other, kind, lockPath, name)
		}
		for i := range t.knobs {
			if k := &t.knobs[i]; len(k.Kinds) == len(kind.Options) && strings.HasPrefix(k.Path, lockPath) {
				k.Kinds = nil
			}
		}
	}
	slices.SortStableFunc(t.knobs, func(a, b Knob) int { return place(a.Topic) - place(b.Topic) })
}

// optionsOf notes what counts with a kind of lock, by a trial with that kind.
func (t *trial) optionsOf(other *trial, kind Knob, lockPath, name string) {
	for _, o := range options {
		at := lockPath + o.name
		c := other.locked(kind, o.name)
		switch {
		case o.name == "kind" || o.name == "profile" || c == nil || !o.applies(c):
		case slices.ContainsFunc(t.knobs, func(k Knob) bool { return k.Path == at }):
			t.counts(at, name)
		default:
			other.knobs = nil
			o.add(other, Knob{Path: at, Part: kind.Part, Of: kind.Of, Topic: o.name, Default: o.value(c)}, c)
			t.knobs = append(t.knobs, other.knobs...)
			t.counts(at, name)
		}
	}
}

// counts notes that the knob at a path counts with a kind of lock.
func (t *trial) counts(path, kind string) {
	for i := range t.knobs {
		if k := &t.knobs[i]; k.Path == path {
			k.Kinds = append(k.Kinds, kind)
		}
	}
}

// countAll notes of all options of a lock that they count with a kind: nobody knows better.
func (t *trial) countAll(lockPath, kind string) {
	for _, o := range options {
		if o.name != "kind" && o.name != "profile" {
			t.counts(lockPath+o.name, kind)
		}
	}
}

// locked returns the lock of a client that takes its kind, or its library, from that knob,
// and an option from beside it; nil if none does.
func (t *trial) locked(from Knob, option string) *lock.Options {
	i := slices.IndexFunc(t.config.Clients, func(c world.Client) bool {
		if from.Of != "" {
			return string(c.ID) == from.Of
		}
		return !t.saysItself(&c, from.Topic) && !t.saysItself(&c, option)
	})
	if i < 0 {
		return nil
	}
	return &t.config.Clients[i].Lock
}

// place is where the form has an option.
func place(name string) int {
	return slices.IndexFunc(options, func(o option) bool { return o.name == name })
}
