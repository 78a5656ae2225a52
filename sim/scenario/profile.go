package scenario

import (
	"errors"
	"strconv"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/profile"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

// library reads the id of a library's profile.
func library(id string) (string, error) {
	_, err := profileOf(id)
	return id, err
}

// profileOf finds a library's profile.
func profileOf(id string) (profile.Profile, error) {
	p, err := profile.Find(id)
	if err == nil {
		return p, nil
	}
	var ids []string
	for _, p := range profile.All() {
		ids = append(ids, p.ID)
	}
	return p, wrong("word", err.Error(), "names", strings.Join(ids, ", "))
}

// onProfile lays a lock's options over those of the library that they name, if they
// do, and returns the kind of lock that library claims to be.
func onProfile(v strictyaml.Value) (whole strictyaml.Value, claims string, err error) {
	named, ok := v.Get("profile")
	if !ok {
		return v, "", nil
	}
	var p profile.Profile
	if err := strictyaml.Into(&p, profileOf)(named); err != nil {
		return v, "", err
	}
	return p.Lock.Merge(v), p.Claims, nil
}

// read reads a lock's options, of which some must be there.
func (t *told) read(v strictyaml.Value, o *lock.Options, required ...string) error {
	if err := v.Fields(t.fields(o), required...); err != nil {
		return err
	}
	return t.readSpans(o)
}

// readSpans reads what may be given as a part of the time to live, once that is
// known.
func (t *told) readSpans(o *lock.Options) error {
	for _, row := range []struct {
		name  string
		v     strictyaml.Value
		to    *trace.Duration
		least trace.Duration
		none  bool // may be none
	}{
		{"node_timeout", t.nodeTimeout, &o.NodeTimeout, trace.Microsecond, false},
		{"watchdog", t.watchdog, &o.Watchdog, trace.Millisecond, true},
		{"deadline", t.deadline, &o.Deadline, trace.Millisecond, true},
	} {
		if row.v.IsZero() {
			continue
		}
		read := ofTTL(o.TTL, row.least)
		if row.none {
			read = orElse("none", 0, read)
		}
		text, err := row.v.Text()
		if err != nil {
			return err
		}
		if *row.to, err = read(text); err != nil {
			return t.misfit(row.name, row.v, quoted(text, err))
		}
	}
	return nil
}

// misfit is the error that the option of that name does not go with the time to live.
// What the profile alone says nobody can mend who reads it: then it is about the time to
// live that the scenario gives.
func (t *told) misfit(name string, v strictyaml.Value, problem *strictyaml.Wrong) error {
	_, says := t.own.Get(name)
	ttl, lives := t.own.Get("ttl")
	if says || !lives {
		return v.Refuse(problem)
	}
	of := *problem
	of.Text = "the profile's " + name + " does not go with this: " + of.Text
	return ttl.Refuse(&of)
}

// quoted is a mistake that tells of a text.
func quoted(text string, err error) *strictyaml.Wrong {
	w := strictyaml.Wrong{Text: err.Error()}
	var sort *strictyaml.Wrong
	if errors.As(err, &sort) {
		w = *sort
	}
	w.Text = strconv.Quote(text) + ": " + w.Text
	return &w
}

// ofTTL reads a duration that may also be given as all of the time to live, a part of
// it, or what is left of it: ttl, ttl/3, ttl*4/5, ttl-500ms.
func ofTTL(ttl, least trace.Duration) func(string) (trace.Duration, error) {
	return func(text string) (trace.Duration, error) {
		rest, relative := strings.CutPrefix(text, "ttl")
		if !relative {
			return span(least, trace.MaxSpan)(text)
		}
		d := ttl
		if less, ok := strings.CutPrefix(rest, "-"); ok {
			off, err := trace.ParseDuration(less)
			if err != nil {
				return 0, wrong("duration", err.Error())
			}
			d -= off
		} else if rest != "" {
			part, of, err := fraction(rest)
			if err != nil {
				return 0, err
			}
			d = d * trace.Duration(part) / trace.Duration(of) // a thousand times MaxSpan is no overflow
		}
		if d < least {
			return 0, wrong("of-ttl", "with a time to live of "+ttl.String()+" that is "+d.String()+", and it must be at least "+least.String(),
				"ttl", ttl.String(), "is", d.String(), "least", least.String())
		}
		return d, nil
	}
}

// fraction reads which part of a whole is meant: /3 or *4/5.
func fraction(text string) (part, of int, err error) {
	times, by, divided := strings.Cut(text, "/")
	many, multiplied := strings.CutPrefix(times, "*")
	if !divided || !multiplied && times != "" {
		return 0, 0, wrong("part", "what goes by the time to live is written ttl, ttl/3, ttl*4/5 or ttl-500ms")
	}
	part = 1
	of, err = whole(1, 1000)(by)
	if err == nil && multiplied {
		part, err = whole(1, of)(many)
	}
	if err != nil {
		return 0, 0, wrong("part", "a part of the time to live is written such as ttl/3 or ttl*4/5")
	}
	return part, of, nil
}

// orElse reads what read does, or a word that means something of its own.
func orElse[T any](name string, meaning T, read func(string) (T, error)) func(string) (T, error) {
	return func(text string) (T, error) {
		if text == name {
			return meaning, nil
		}
		x, err := read(text)
		var w *strictyaml.Wrong
		if errors.As(err, &w) {
			too := *w
			too.Or = name
			err = &too
		}
		return x, err
	}
}
