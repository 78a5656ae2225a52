package runjson

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Append appends an action as JSON, on one line and without what goes without
// saying. Action reads back the same from it. The action must pass its Check.
func Append(b []byte, a run.Action) []byte {
	w := writer{b: append(b, '{')}
	if a.When == nil {
		w.name("at")
		w.value(run.FieldAt.At(&a))
	} else {
		w.name("when")
		w.b = append(w.b, '{')
		for _, f := range run.TriggerFields {
			if !f.IsZero(a.When) && !(f.Name == "nth" && a.When.Nth == 1) {
				w.name(f.Name)
				w.value(f.At(a.When))
			}
		}
		w.b = append(w.b, '}')
		if a.After != 0 {
			w.name("after")
			w.value(run.FieldAfter.At(&a))
		}
	}
	w.name(a.Verb.String())
	if a.Heal.IsAll() {
		w.text("all")
	} else {
		w.does(&a)
	}
	return append(w.b, '}')
}

// does writes what goes with the verb.
func (w *writer) does(a *run.Action) {
	w.b = append(w.b, '{')
	form := a.Verb.Form()
	if len(form.Of) > 0 {
		w.name(a.Of.String())
		w.text(a.Target)
	}
	for _, f := range form.Fields() {
		if slices.Contains(form.Required, f) || !f.IsZero(a) {
			w.name(f.Name)
			w.value(f.At(a))
		}
	}
	w.b = append(w.b, '}')
}

type writer struct{ b []byte }

// name begins a member of an object.
func (w *writer) name(s string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.text(s)
	w.b = append(w.b, ':')
}

func (w *writer) value(p any) {
	switch p := p.(type) {
	case *string:
		w.text(*p)
	case *trace.Time:
		w.text(trace.Duration(*p).String())
	case *trace.Duration:
		w.text(p.String())
	case *int:
		w.b = strconv.AppendInt(w.b, int64(*p), 10)
	case *int64:
		w.b = strconv.AppendInt(w.b, *p, 10)
	case *run.Ratio:
		w.b = append(w.b, p.String()...)
	case *bool:
		w.b = strconv.AppendBool(w.b, *p)
	case *trace.Kind:
		w.text(p.String())
	case *run.Data:
		w.text(p.String())
	case *[]string:
		writeList(w, *p, (*writer).arg)
	case *[][]string:
		writeList(w, *p, (*writer).names)
	case *[2]string:
		w.names(p[:])
	case *run.HealCut:
		if p.All {
			w.text("all")
		} else {
			writeList(w, p.Cut, (*writer).names)
		}
	case *run.HealLink:
		if p.All {
			w.text("all")
		} else {
			w.names(p.Link[:])
		}
	default:
		panic("runjson: a field of a type that nobody writes")
	}
}

func writeList[T any](w *writer, items []T, write func(*writer, T)) {
	w.b = append(w.b, '[')
	for i, x := range items {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		write(w, x)
	}
	w.b = append(w.b, ']')
}

func (w *writer) names(list []string) { writeList(w, list, (*writer).text) }

func (w *writer) arg(s string) {
	if utf8.ValidString(s) {
		w.text(s)
		return
	}
	w.b = append(w.b, `{"base64":"`...)
	w.b = append(base64.StdEncoding.AppendEncode(w.b, []byte(s)), `"}`...)
}

// text writes a string as it stands: A/1/set>n3, not A/1/set\u003en3.
func (w *writer) text(s string) {
	var quoted bytes.Buffer
	enc := json.NewEncoder(&quoted)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string has no way to fail
	w.b = append(w.b, bytes.TrimSuffix(quoted.Bytes(), []byte("\n"))...)
}
