package strictyaml

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Value is one place in a piece of YAML and what stands there. The zero Value is
// none: see [Value.IsZero].
type Value struct {
	origin
	way *step

	kind     kind
	text     string // of a single value
	isString bool
	items    []Value // of a list or a mapping
	keys     []key   // of a mapping's items
}

type kind uint8

const (
	nothing kind = iota
	single
	list
	mapping
)

// key is the name of a mapping's item, and where it stands.
type key struct {
	name string
	origin
}

// step is the last step of the way to a value: its name in a mapping, or its id or
// number in a list. The way is put into words for errors alone.
type step struct {
	up   *step
	name string
}

// String writes the way as [Value.Set] takes it, such as network.links.2.
func (s *step) String() string {
	var names []string
	for ; s != nil; s = s.up {
		names = append(names, s.name)
	}
	slices.Reverse(names)
	return strings.Join(names, ".")
}

// AppendForm appends what v says and nothing of how it is written: values that say the
// same have the same form, whatever their comments, quotes and places.
func (v Value) AppendForm(b []byte) []byte {
	text := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	b = append(b, byte(v.kind))
	switch v.kind {
	case single:
		text(v.text)
	case list, mapping:
		b = binary.AppendUvarint(b, uint64(len(v.items)))
	}
	for i, item := range v.items {
		if v.kind == mapping {
			text(v.keys[i].name)
		}
		b = item.AppendForm(b)
	}
	return b
}

// IsZero tells the zero Value, which comes from no text.
func (v Value) IsZero() bool { return v.origin == origin{} }

// IsNothing tells whether no value stands where v is: name: and no more, or null, or ~.
func (v Value) IsNothing() bool { return v.kind == nothing }

// IsString tells whether YAML itself takes v for a string: not 10 or true, unless in
// quotes.
func (v Value) IsString() bool { return v.isString }

// Place returns where v stands: file and line, or what was given.
func (v Value) Place() string {
	if v.given != "" {
		return v.given
	}
	return v.file + ":" + strconv.Itoa(v.line)
}

// Line returns the line of the file in which v begins.
func (v Value) Line() int { return v.line }

// Errorf makes an [Error] about v, which begins with the way to it.
func (v Value) Errorf(format string, args ...any) error { return v.wrong(fmt.Sprintf(format, args...)) }

func (v Value) wrong(text string) *Error {
	if v.way != nil {
		text = v.way.String() + ": " + text
	}
	e := v.error(text)
	e.Way, e.Value = v.way.String(), v.text
	return e
}

// want is the error that v is not what it must be.
func (v Value) want(what string) error {
	if v.kind == nothing {
		return v.Errorf("nothing stands here; it must be %s", what)
	}
	return v.Errorf("this must be %s", what)
}

// at returns the mapping v for an error about one of its keys.
func (v Value) at(k key) Value {
	if k.given != v.given {
		v.way = nil // it leads from elsewhere
	}
	v.origin = k.origin
	return v
}

// Reader takes a value and makes of it what it is for.
type Reader func(Value) error

// Fields reads a mapping by the names it may hold, in the order of the file. A
// name that is not known, or is required and not there, is an error.
func (v Value) Fields(known map[string]Reader, required ...string) error {
	names := slices.Sorted(maps.Keys(known))
	if v.kind != mapping {
		return v.want("a mapping, with " + strings.Join(names, ", "))
	}
	for i, k := range v.keys {
		read, ok := known[k.name]
		if !ok {
			return v.at(k).Errorf("nothing here is called %q; %s", k.name, Others(k.name, names))
		}
		if err := read(v.items[i]); err != nil {
			return err
		}
	}
	for _, want := range required {
		if !slices.ContainsFunc(v.keys, func(k key) bool { return k.name == want }) {
			return v.Errorf("%q is missing", want)
		}
	}
	return nil
}

// Entries reads a mapping of any names, in the order of the file. The example is
// what one looks like, for the error when v is none.
func (v Value) Entries(example string, read func(name string, v Value) error) error {
	if v.kind != mapping {
		return v.want("a mapping, such as " + example)
	}
	for i, k := range v.keys {
		if err := read(k.name, v.items[i]); err != nil {
			return err
		}
	}
	return nil
}

// Each reads a list. The example is as for [Value.Entries].
func (v Value) Each(example string, read Reader) error {
	if v.kind != list {
		return v.want("a list, such as " + example)
	}
	for _, item := range v.items {
		if err := read(item); err != nil {
			return err
		}
	}
	return nil
}

// Text returns a single value as it is written, whatever YAML takes it for: 10s,
// 0.01, true.
func (v Value) Text() (string, error) {
	if v.kind != single {
		return "", v.want("a single value")
	}
	return v.text, nil
}

// Set returns a reader that hands the text of a single value to set. An error of
// set is told with the text and its place.
func Set(set func(text string) error) Reader {
	return func(v Value) error {
		text, err := v.Text()
		if err != nil {
			return err
		}
		if err := set(text); err != nil {
			return v.tell(err, strconv.Quote(text)+": "+err.Error())
		}
		return nil
	}
}

// Into returns a reader of a single value that puts what parse makes of it into
// to.
func Into[T any](to *T, parse func(text string) (T, error)) Reader {
	return Set(func(text string) error {
		x, err := parse(text)
		if err == nil {
			*to = x
		}
		return err
	})
}

// IntoText returns a reader of a single value that is not empty.
func IntoText(to *string) Reader {
	return func(v Value) error {
		text, err := v.Text()
		if err == nil && text == "" {
			err = v.Errorf("it is empty")
		}
		*to = text
		return err
	}
}

// JSON returns a mapping as JSON, for what has a JSON form of its own. Every single
// value within becomes a string. The example is as for [Value.Entries].
func (v Value) JSON(example string) ([]byte, error) {
	if v.kind != mapping {
		return nil, v.want("a mapping, such as " + example)
	}
	form, err := v.form()
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(form)
	if err != nil {
		return nil, v.Errorf("%v", err)
	}
	return b, nil
}

// form returns v as package json takes it.
func (v Value) form() (any, error) {
	switch v.kind {
	case mapping:
		m := make(map[string]any, len(v.items))
		for i, item := range v.items {
			inner, err := item.form()
			if err != nil {
				return nil, err
			}
			m[v.keys[i].name] = inner
		}
		return m, nil
	case list:
		l := make([]any, len(v.items))
		for i, item := range v.items {
			inner, err := item.form()
			if err != nil {
				return nil, err
			}
			l[i] = inner
		}
		return l, nil
	}
	return v.Text()
}
