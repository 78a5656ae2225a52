package scenario

import (
	"errors"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/profile"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

// library reads the id of a library's profile.
func library(id string) (string, error) {
	_, err := profile.Find(id)
	return id, err
}

// onProfile lays a lock's options over those of the library that they name, if they
// do, and returns the kind of lock that library claims to be.
func onProfile(v strictyaml.Value) (whole strictyaml.Value, claims string, err error) {
	named, ok := v.Get("profile")
	if !ok {
		return v, "", nil
	}
	var p profile.Profile
	if err := strictyaml.Into(&p, profile.Find)(named); err != nil {
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
		v     strictyaml.Value
		to    *trace.Duration
		least trace.Duration
		none  bool // may be none
	}{
		{t.nodeTimeout, &o.NodeTimeout, trace.Microsecond, false},
		{t.watchdog, &o.Watchdog, trace.Millisecond, true},
		{t.deadline, &o.Deadline, trace.Millisecond, true},
	} {
		if row.v.IsZero() {
			continue
		}
		read := ofTTL(o.TTL, row.least)
		if row.none {
			read = orElse("none", 0, read)
		}
		if err := strictyaml.Into(row.to, read)(row.v); err != nil {
			return err
		}
	}
	return nil
}

// ofTTL reads a duration that may also be given as all of the time to live, a part of
// it, or what is left of it: ttl, ttl/3, ttl-500ms.
func ofTTL(ttl, least trace.Duration) func(string) (trace.Duration, error) {
	return func(text string) (trace.Duration, error) {
		rest, relative := strings.CutPrefix(text, "ttl")
		if !relative {
			return span(least, trace.MaxSpan)(text)
		}
		d := ttl
		if parts, ok := strings.CutPrefix(rest, "/"); ok {
			n, err := whole(1, 1000)(parts)
			if err != nil {
				return 0, errors.New("a part of the time to live is written such as ttl/3")
			}
			d /= trace.Duration(n)
		} else if less, ok := strings.CutPrefix(rest, "-"); ok {
			off, err := trace.ParseDuration(less)
			if err != nil {
				return 0, err
			}
			d -= off
		} else if rest != "" {
			return 0, errors.New("what goes by the time to live is written ttl, ttl/3 or ttl-500ms")
		}
		if d < least {
			return 0, errors.New("with a time to live of " + ttl.String() + " that is " + d.String() + ", and it must be at least " + least.String())
		}
		return d, nil
	}
}

// orElse reads what read does, or a word that means something of its own.
func orElse[T any](name string, meaning T, read func(string) (T, error)) func(string) (T, error) {
	return func(text string) (T, error) {
		if text == name {
			return meaning, nil
		}
		x, err := read(text)
		if err != nil {
			err = errors.New(err.Error() + ", or " + name)
		}
		return x, err
	}
}
