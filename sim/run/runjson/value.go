package runjson

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

// read reads one field of x. The path says where it stands.
func read[T any](path string, b json.RawMessage, f *run.Field[T], x *T) error {
	err := value(b, f.At(x))
	if err == nil {
		err = f.Check(x)
	}
	if err != nil {
		return wrong(path, b, f.Like, err)
	}
	return nil
}

// value reads what p points to.
func value(b json.RawMessage, p any) (err error) {
	switch p := p.(type) {
	case *string:
		*p, err = text(b)
	case *trace.Time:
		err = parsed(b, (*trace.Duration)(p), trace.ParseSignedDuration)
	case *trace.Duration:
		err = parsed(b, p, trace.ParseSignedDuration)
	case *int:
		err = scalar(b, p, whole[int])
	case *int64:
		err = scalar(b, p, whole[int64])
	case *run.Ratio:
		err = scalar(b, p, run.ParseRatio)
	case *bool:
		err = scalar(b, p, truth)
	case *trace.Kind:
		err = parsed(b, p, kind)
	case *run.Data:
		err = parsed(b, p, data)
	case *[]string:
		*p, err = list(b, `"GET"`, arg)
	case *[][]string:
		*p, err = list(b, `["n4", "n5"]`, group)
	case *[2]string:
		*p, err = link(b)
	case *run.HealCut:
		p.All, p.Cut, err = allOr(b, `like [["A"], ["n4", "n5"]]`, func(b json.RawMessage) ([][]string, error) {
			return list(b, `["n4", "n5"]`, group)
		})
	case *run.HealLink:
		p.All, p.Link, err = allOr(b, `like ["A", "n1"]`, link)
	default:
		panic("runjson: a field of a type that nobody reads")
	}
	return err
}

// text reads a string.
func text(b json.RawMessage) (string, error) {
	if b[0] != '"' {
		return "", errKind
	}
	var s string
	err := json.Unmarshal(b, &s)
	return s, err
}

// parsed reads a string that parse makes something of.
func parsed[T any](b json.RawMessage, to *T, parse func(string) (T, error)) error {
	s, err := text(b)
	if err == nil {
		*to, err = parse(s)
	}
	return err
}

// scalar is as parsed, of what may stand without its quotes.
func scalar[T any](b json.RawMessage, to *T, parse func(string) (T, error)) error {
	switch kindOf(b) {
	case "number", "boolean":
		x, err := parse(string(b))
		*to = x
		return err
	}
	return parsed(b, to, parse)
}

func whole[T int | int64](s string) (T, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if strings.HasPrefix(s, "+") || err != nil && !errors.Is(err, strconv.ErrRange) { // which is out of bounds too
		return 0, errors.New("it is no whole number")
	}
	return T(n), nil
}

func truth(s string) (bool, error) {
	switch s {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, errors.New("it must be true or false")
}

func kind(s string) (trace.Kind, error) {
	if k, ok := trace.KindNamed(s); ok {
		return k, nil
	}
	var names []string
	for k := trace.Start; k.Valid(); k++ {
		if k != trace.End {
			names = append(names, k.String())
		}
	}
	return 0, fmt.Errorf("no event is of this kind; %s", others(s, names))
}

func data(s string) (run.Data, error) {
	for d := run.DataPolicy; d <= run.DataLose; d++ {
		if d.String() == s {
			return d, nil
		}
	}
	return 0, errors.New("what becomes of the keys is policy, keep or lose")
}

// isAll tells whether b says that all of something is meant: all, or true.
func isAll(b json.RawMessage) bool {
	s, _ := text(b)
	return s == "all" || s == "true" || string(b) == "true"
}

// allOr reads all, or an array by items; orElse says how such an array looks.
func allOr[T any](b json.RawMessage, orElse string, items func(json.RawMessage) (T, error)) (all bool, x T, err error) {
	switch {
	case isAll(b):
		return true, x, nil
	case b[0] != '[':
		return false, x, notAll(b, orElse)
	}
	x, err = items(b)
	return false, x, err
}

// notAll says that b is neither all nor what else it may be, and which word was
// perhaps meant: all, or one of the names, which stand for all of their kind.
func notAll(b json.RawMessage, orElse string, names ...string) error {
	may := "may be all, or " + orElse
	s, _ := text(b)
	switch near := strictyaml.Nearest(s, append([]string{"all"}, names...)); near {
	case "":
		return errors.New("it " + may)
	case "all":
		return errors.New("did you mean all? It " + may)
	default:
		return fmt.Errorf(`did you mean {"%s": "all"}? It %s`, near, may)
	}
}

// list reads an array. Its items look like that.
func list[T any](b json.RawMessage, like string, item func(json.RawMessage) (T, error)) ([]T, error) {
	if b[0] != '[' {
		return nil, errKind
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		return nil, err
	}
	items := make([]T, len(raw))
	for i, b := range raw {
		x, err := item(b)
		if err != nil {
			return nil, &itemError{i + 1, b, like, err}
		}
		items[i] = x
	}
	return items, nil
}

func group(b json.RawMessage) ([]string, error) { return list(b, `"n1"`, text) }

func link(b json.RawMessage) (ends [2]string, err error) {
	names, err := list(b, `"n1"`, text)
	if err == nil && len(names) != len(ends) {
		err = errors.New("a link has two ends")
	}
	copy(ends[:], names)
	return ends, err
}

// arg reads an argument of a command: a string, or bytes that are no text.
func arg(b json.RawMessage) (string, error) {
	if b[0] != '{' {
		return text(b)
	}
	members, err := object("", b, "")
	if err != nil {
		return "", err
	}
	if len(members) != 1 || members[0].name != "base64" || kindOf(members[0].value) != "string" {
		return "", errors.New(`what is no text is like {"base64": "/wA="}`)
	}
	s, err := text(members[0].value)
	if err != nil {
		return "", err
	}
	arg, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil {
		return "", fmt.Errorf("%q is no base64", s)
	}
	return string(arg), nil
}
