package trace_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/sim/trace/tracejson"
)

// anyEvent draws an event of any kind with any of its fields, zero ones too.
func anyEvent(t *rapid.T) trace.Event {
	e := trace.Event{
		Kind: trace.Kind(rapid.IntRange(int(trace.Start), int(trace.End)).Draw(t, "kind")),
		Seq:  rapid.IntRange(0, 1<<30).Draw(t, "seq"),
		T:    trace.Time(rapid.Int64().Draw(t, "t")),
	}
	text := rapid.OneOf(rapid.SampledFrom([]string{"", "A", "n1", "A/1/set>n1"}), rapid.String())
	number := rapid.OneOf(rapid.SampledFrom([]int64{0, 1, -1}), rapid.Int64())
	for _, name := range trace.FieldNames(e.Kind) {
		switch p := e.Field(name).(type) {
		case *string:
			*p = text.Draw(t, name)
		case *trace.NodeID:
			*p = trace.NodeID(text.Draw(t, name))
		case *trace.Purpose:
			*p = trace.Purpose(text.Draw(t, name))
		case *int:
			*p = int(number.Draw(t, name))
		case *int64:
			*p = number.Draw(t, name)
		case *trace.Time:
			*p = trace.Time(number.Draw(t, name))
		case *trace.Local:
			*p = trace.Local(number.Draw(t, name))
		case *trace.Duration:
			*p = trace.Duration(number.Draw(t, name))
		case *bool:
			*p = rapid.Bool().Draw(t, name)
		case *trace.Reading:
			if p.Read = rapid.Bool().Draw(t, name+" read"); p.Read {
				p.Local = trace.Local(number.Draw(t, name))
			}
		case *[]string:
			*p = rapid.SliceOfN(text, 0, 4).Draw(t, name)
		case *[]trace.NodeID:
			for _, s := range rapid.SliceOfN(text, 0, 4).Draw(t, name) {
				*p = append(*p, trace.NodeID(s))
			}
		case *[]trace.Key:
			for _, s := range rapid.SliceOfN(text, 0, 3).Draw(t, name) {
				k := trace.Key{Name: s, PTTL: trace.Duration(number.Draw(t, "pttl"))}
				if k.PTTL != trace.Gone {
					k.Value = text.Draw(t, "value")
				}
				*p = append(*p, k)
			}
		case *[]trace.NodeInfo:
			for _, s := range rapid.SliceOfN(text, 0, 3).Draw(t, name) {
				*p = append(*p, trace.NodeInfo{ID: trace.NodeID(s), Role: text.Draw(t, "role"), Follows: "n1", Fsync: s})
			}
		case *[]trace.ClientInfo:
			for _, s := range rapid.SliceOfN(text, 0, 3).Draw(t, name) {
				span := trace.Duration(number.Draw(t, "span"))
				*p = append(*p, trace.ClientInfo{
					ID: trace.ClientID(s), Lock: s, Claims: text.Draw(t, "claims"), Key: "k", TTL: span, Nodes: []trace.NodeID{"n1", "n1"},
					NodeTimeout: span, RetryDelay: 1, Watchdog: span, Fence: s, Stops: span > 0, Wall: span < 0, Absolute: span == 0, Resource: s,
				})
			}
		case *[]trace.ResourceInfo:
			for _, s := range rapid.SliceOfN(text, 0, 3).Draw(t, name) {
				*p = append(*p, trace.ResourceInfo{ID: s, Kind: text.Draw(t, "kind"), Guard: s, Value: "1"})
			}
		default:
			t.Fatalf("field %s of kind %v has type %T, which no test draws", name, e.Kind, p)
		}
	}
	return e
}

// same compares events, taking an empty list for none: neither form keeps them
// apart.
func same(a, b trace.Event) bool {
	for _, e := range []*trace.Event{&a, &b} {
		v := reflect.ValueOf(e).Elem()
		for i := range v.NumField() {
			if f := v.Field(i); f.Kind() == reflect.Slice && f.Len() == 0 {
				f.SetZero()
			}
		}
	}
	return reflect.DeepEqual(a, b)
}

func bothForms(t *rapid.T) {
	events := rapid.SliceOfN(rapid.Custom(anyEvent), 1, 5).Draw(t, "events")

	var enc trace.Encoder
	var b []byte
	for i := range events {
		b = enc.Append(b, &events[i])
	}
	var dec trace.Decoder
	for i := range events {
		var got trace.Event
		var err error
		if b, err = dec.Next(b, &got); err != nil {
			t.Fatalf("event %d: %v", i, err)
		}
		if !same(got, events[i]) {
			t.Fatalf("binary turned\n%+v into\n%+v", events[i], got)
		}
	}
	if len(b) > 0 {
		t.Fatalf("%d bytes are left over", len(b))
	}

	for i := range events {
		line := events[i].AppendJSON(nil)
		if !utf8.Valid(line) || bytes.ContainsRune(line, '\n') {
			t.Fatalf("not one line of UTF-8: %q", line)
		}
		got, err := tracejson.Event(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if !same(got, events[i]) {
			t.Fatalf("JSON turned\n%+v into\n%+v\nthrough %s", events[i], got, line)
		}
	}
}

func TestFormsRoundTrip(t *testing.T) { rapid.Check(t, bothForms) }
func FuzzFormsRoundTrip(f *testing.F) { f.Fuzz(rapid.MakeFuzz(bothForms)) }

// FuzzDecoder feeds bytes that no encoder wrote: they are refused, or they are
// events that survive both forms.
func FuzzDecoder(f *testing.F) {
	var enc trace.Encoder
	var b []byte
	for i := range story {
		b = enc.Append(b, &story[i])
	}
	f.Add(b)
	f.Add([]byte{})
	f.Add([]byte{byte(trace.Exec), 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		var dec trace.Decoder
		var fresh trace.Encoder
		for len(b) > 0 {
			var e, again trace.Event
			rest, err := dec.Next(b, &e)
			if err != nil {
				return
			}
			b = rest
			fresh.Reset()
			var once trace.Decoder
			if _, err := once.Next(fresh.Append(nil, &e), &again); err != nil || !same(e, again) {
				t.Fatalf("%+v became %+v, %v", e, again, err)
			}
			if valid(e) {
				if again, err = tracejson.Event(e.AppendJSON(nil)); err != nil || !same(e, again) {
					t.Fatalf("%s became %+v, %v", e.AppendJSON(nil), again, err)
				}
			}
		}
	})
}

// valid tells whether JSON can carry the event: its strings are UTF-8, and a key
// that is gone has no value.
func valid(e trace.Event) bool {
	if slices.ContainsFunc(e.Keys, func(k trace.Key) bool { return k.PTTL == trace.Gone && k.Value != "" }) {
		return false
	}
	return utf8.ValidString(fmt.Sprint(e))
}

// TestKindsAreComplete holds that every kind has a name, which leads back to it,
// and names its fields once.
func TestKindsAreComplete(t *testing.T) {
	for k := trace.Start; k <= trace.End; k++ {
		if got, ok := trace.KindNamed(k.String()); !ok || got != k {
			t.Errorf("kind %d is called %q, which names %d", k, k, got)
		}
		names := trace.FieldNames(k)
		slices.Sort(names)
		if len(slices.Compact(slices.Clone(names))) != len(names) {
			t.Errorf("kind %v lists a field twice: %v", k, names)
		}
	}
	if trace.Kind(0).Valid() || (trace.End + 1).Valid() {
		t.Error("a kind out of range passes for one")
	}
}

func TestHash(t *testing.T) {
	base := trace.Hash(story)
	change := func(f func([]trace.Event)) string {
		events := slices.Clone(story)
		f(events)
		return trace.Hash(events)
	}
	for _, row := range []struct {
		name   string
		equal  bool
		change func([]trace.Event)
	}{
		{"the engine's version", true, func(e []trace.Event) { e[0].Engine = "other" }},
		{"a source line", true, func(e []trace.Event) { e[1].File, e[1].Line = "other.go", 99 }},
		{"the End event", true, func(e []trace.Event) { e[len(e)-1].Why = "another" }},
		{"a time", false, func(e []trace.Event) { e[2].T++ }},
		{"a reply", false, func(e []trace.Event) { e[3].Reply = "(nil)" }},
		{"an order", false, func(e []trace.Event) { e[1], e[2] = e[2], e[1] }},
		{"a clock that was not read", false, func(e []trace.Event) { e[1].At = trace.Reading{} }},
	} {
		if got := change(row.change); (got == base) != row.equal {
			t.Errorf("%s: hash %s, before %s; equal should be %v", row.name, got, base, row.equal)
		}
	}
	if len(base) != 32 {
		t.Errorf("the hash is %q, want 16 bytes in hex", base)
	}
}
