// Package tracejson reads back the lines of JSON that trace events are written
// in. The browser's viewer has no use for it and leaves it, and encoding/json,
// out.
package tracejson

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"lockstep/sim/trace"
)

// ErrEvent is what errors about a single event wrap.
var ErrEvent = errors.New("not a trace event")

// Event reads one event.
func Event(line []byte) (trace.Event, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		return trace.Event{}, fmt.Errorf("%w: %v", ErrEvent, err)
	}
	var e trace.Event
	var kind string
	for _, m := range []struct {
		name string
		into any
	}{{"kind", &kind}, {"seq", &e.Seq}, {"t", &e.T}} {
		if err := read(members, m.name, m.into); err != nil {
			return trace.Event{}, err
		}
		delete(members, m.name)
	}
	var ok bool
	if e.Kind, ok = trace.KindNamed(kind); !ok {
		return trace.Event{}, fmt.Errorf("%w: there is no kind %q", ErrEvent, kind)
	}
	if name := e.Missing(func(name string) bool { return members[name] != nil }); name != "" {
		return trace.Event{}, fmt.Errorf("%w: an event of kind %s needs %q", ErrEvent, kind, name)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		p := e.Field(name)
		if p == nil {
			return trace.Event{}, fmt.Errorf("%w: an event of kind %s has no %q", ErrEvent, kind, name)
		}
		if err := read(members, name, target(p)); err != nil {
			return trace.Event{}, err
		}
	}
	return e, nil
}

func read(members map[string]json.RawMessage, name string, into any) error {
	raw, ok := members[name]
	if !ok {
		return fmt.Errorf("%w: %q is missing", ErrEvent, name)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%w: %q: %v", ErrEvent, name, err)
	}
	return nil
}

// target wraps the members whose JSON is not that of their Go type.
func target(p any) any {
	switch p := p.(type) {
	case *trace.Reading:
		p.Read = true
		return &p.Local
	case *[]trace.Key:
		return (*keys)(p)
	case *[]trace.NodeInfo:
		return &infos[trace.NodeInfo]{p}
	case *[]trace.ClientInfo:
		return &infos[trace.ClientInfo]{p}
	case *[]trace.ResourceInfo:
		return &infos[trace.ResourceInfo]{p}
	}
	return p
}

type keys []trace.Key

func (k *keys) UnmarshalJSON(b []byte) error {
	var list []struct {
		Key   string
		Value string
		PTTL  trace.Duration
	}
	err := json.Unmarshal(b, &list)
	for _, x := range list {
		*k = append(*k, trace.Key{Name: x.Key, Value: x.Value, PTTL: x.PTTL})
	}
	return err
}

// infos reads a list of what the Start event introduces.
type infos[T any] struct{ list *[]T }

func (x *infos[T]) UnmarshalJSON(b []byte) error {
	var list []map[string]json.RawMessage
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	for _, members := range list {
		var item T
		for _, name := range slices.Sorted(maps.Keys(members)) {
			p := trace.Member(&item, name)
			if p == nil {
				return fmt.Errorf("it has no %q", name)
			}
			if err := json.Unmarshal(members[name], p); err != nil {
				return fmt.Errorf("%q: %v", name, err)
			}
		}
		*x.list = append(*x.list, item)
	}
	return nil
}

// Read reads a whole trace, one event a line. Errors name the line.
func Read(r io.Reader) ([]trace.Event, error) {
	var events []trace.Event
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 4<<20)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		e, err := Event(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		events = append(events, e)
	}
	return events, lines.Err()
}
