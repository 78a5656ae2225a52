package runjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// member is one name of an object, and what stands there.
type member struct {
	name  string
	value json.RawMessage
}

// parse reads the whole of an action, one object.
func parse(b []byte) ([]member, error) {
	if !utf8.Valid(b) {
		return nil, errors.New("this is no UTF-8 text")
	}
	var whole json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(b))
	if err := dec.Decode(&whole); err != nil {
		return nil, explain(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("there is more after the action's closing brace")
	}
	return object("", whole, `{"at": "2s", "restart": {"node": "n3"}}`)
}

// object reads an object in the order in which it stands, since package json would
// let a name stand twice.
func object(path string, b json.RawMessage, like string) ([]member, error) {
	if b[0] != '{' {
		return nil, wrong(path, b, like, errKind)
	}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.Token() // the brace: b is valid
	var members []member
	for dec.More() {
		name, _ := dec.Token()
		m := member{name: name.(string)}
		if err := dec.Decode(&m.value); err != nil {
			return nil, explain(err)
		}
		for _, before := range members {
			if before.name == m.name {
				return nil, fmt.Errorf("%q stands there twice", m.name)
			}
		}
		members = append(members, m)
	}
	return members, nil
}

// errKind says that something is another kind of JSON than it must be.
var errKind = errors.New("a kind of JSON")

// itemError is something wrong with an item of an array.
type itemError struct {
	index int // from 1
	item  json.RawMessage
	like  string
	err   error
}

func (e *itemError) Error() string {
	return wrong("["+strconv.Itoa(e.index)+"]", e.item, e.like, e.err).Error()
}

// wrong says what is wrong with b, which stands at path, and what one looks like.
func wrong(path string, b json.RawMessage, like string, err error) error {
	for item := (*itemError)(nil); errors.As(err, &item); {
		path, b, like, err = path+"["+strconv.Itoa(item.index)+"]", item.item, item.like, item.err
	}
	it := "it"
	if path != "" {
		it = fmt.Sprintf("%q", path)
	}
	if errors.Is(err, errKind) {
		return fmt.Errorf("%s is a JSON %s and must be like %s", it, kindOf(b), like)
	}
	if kindOf(b) == "object" || kindOf(b) == "array" {
		return fmt.Errorf("%s: %w", it, err)
	}
	return fmt.Errorf("%s: %s: %w", it, brief(b), err)
}

// brief is b, or how it begins.
func brief(b []byte) []byte {
	const most = 60
	if len(b) <= most {
		return b
	}
	end := most
	for !utf8.RuneStart(b[end]) {
		end--
	}
	return append(b[:end:end], "…"...)
}

// kindOf names the kind of a valid JSON value.
func kindOf(b json.RawMessage) string {
	switch b[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// explain puts what package json says into words for people.
func explain(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("at byte %d it stops being JSON: %s", syntax.Offset, syntax.Error())
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it ends too early: a brace, bracket or quote is not closed")
	}
	return err
}
