package room

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// MaxCommand bounds a command, in bytes: it holds a fragment of a few dozen runs.
const MaxCommand = 132 << 10

// maxField bounds what a FieldError repeats of a field's name, in bytes.
const maxField = 64

// Command is what a page tells its room. Which fields count depends on Do.
type Command struct {
	N  int    `json:"n"` // chosen by the page; the answer carries it
	Do string `json:"do"`

	Poll    string   `json:"poll"` // vote
	Round   int      `json:"round"`
	Choice  int      `json:"choice"`
	On      bool     `json:"on"`      // lost, wheel-ask, poll-show, poll-reveal
	To      int      `json:"to"`      // wheel-give: a person
	Index   int      `json:"index"`   // scene
	Code    bool     `json:"code"`    // screen
	Black   bool     `json:"black"`   // screen
	Predict string   `json:"predict"` // poll-open: the ID of a question
	Ask     string   `json:"ask"`     // or one of the presenter's own
	Options []string `json:"options"`
	Right   *int     `json:"right"` // and which of them is right; nil for none

	Fragment string `json:"fragment"` // run
	Head     *Head  `json:"head"`     // run, head
}

// ErrCommand is wrapped by errors about what is no command at all.
var ErrCommand = errors.New("room: this is no command")

// FieldError says which field of a command is wrong. It wraps ErrCommand.
type FieldError struct {
	Field string
	err   error
}

func (e *FieldError) Error() string { return fmt.Sprintf("%v: %v", ErrCommand, e.err) }

func (e *FieldError) Unwrap() error { return ErrCommand }

// ParseCommand reads a command. Unknown fields are an error: a page of another version
// means something that is not known here. With a [FieldError] comes what else could be read,
// so that the answer carries the command's number.
func ParseCommand(text []byte) (*Command, error) {
	if len(text) > MaxCommand {
		return nil, fmt.Errorf("%w: it has %d bytes, and may have %d", ErrCommand, len(text), MaxCommand)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	c := new(Command)
	if err := d.Decode(c); err != nil {
		if field := wrongField(err); field != "" {
			return c, &FieldError{strings.ToValidUTF8(field[:min(len(field), maxField)], ""), err}
		}
		return nil, fmt.Errorf("%w: %w", ErrCommand, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: more follows it", ErrCommand)
	}
	return c, nil
}

// wrongField is the field of which json says that it is unknown, in words alone, or of
// another type; empty if it says something else.
func wrongField(err error) string {
	if of, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return of.Field
	}
	quoted, _ := strings.CutPrefix(err.Error(), "json: unknown field ")
	field, _ := strconv.Unquote(quoted)
	return field
}

// Refusal is why a command is not carried out: a word for which pages have a sentence, the
// phrase room.refused and the word.
type Refusal string

// The refusals.
const (
	NotOwner   Refusal = "not-owner"   // only whoever opened the room may
	NotDriver  Refusal = "not-driver"  // somebody else has the wheel
	Nobody     Refusal = "nobody"      // the browser keeps no cookie, so nobody can be counted once
	NoPoll     Refusal = "no-poll"     // there is none, or another
	HasPoll    Refusal = "has-poll"    // there is one already
	RoundOver  Refusal = "round-over"  // no answers are taken
	NoChoice   Refusal = "no-choice"   // the poll has no such option
	NoQuestion Refusal = "no-question" // the scene has no such prediction
	BadAsk     Refusal = "bad-ask"     // a question of 1 to 300 characters, 2 to 6 answers of 1 to 120
	NoScene    Refusal = "no-scene"    // the room has fewer
	BadRun     Refusal = "bad-run"     // it cannot be read, or is of another scenario
	BadHead    Refusal = "bad-head"
	NoPerson   Refusal = "no-person" // nobody has that number, or is gone
	Over       Refusal = "over"      // the room has ended
	Full       Refusal = "full"      // of polls, or of people
	NotKept    Refusal = "not-kept"  // the answer could not be stored; it may be sent again
	Unknown    Refusal = "unknown"   // no such command
)

func (r Refusal) Error() string { return "room: refused: " + string(r) }

// Refusals are all of them, for whoever has sentences for them.
func Refusals() []Refusal {
	return []Refusal{NotOwner, NotDriver, Nobody, NoPoll, HasPoll, RoundOver, NoChoice, NoQuestion, BadAsk, NoScene, BadRun, BadHead, NoPerson, Over, Full, NotKept, Unknown}
}
