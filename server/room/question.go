package room

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"lockstep/sim/trace"
	"lockstep/sim/unseen"
)

// Bounds of a presenter's own question. The lengths are in characters.
const (
	maxAsk     = 300
	maxOption  = 120
	minOptions = 2
	maxOptions = 6
)

// Text is a text by language, as HTML. One that has only its author's language has it
// under the empty key.
type Text map[string]string

// Question is what a room can be asked.
type Question struct {
	ID      string     `json:"id"`
	Predict bool       `json:"predict,omitempty"` // a lesson's: Right is what the run says
	Scene   int        `json:"scene"`             // at which it is asked
	At      trace.Time `json:"at"`                // and when
	Ask     Text       `json:"ask"`
	Options []Text     `json:"options"`
	Right   int        `json:"right"` // -1 for none
}

// fits tells whether a question can be put to a room of so many scenes.
func (q *Question) fits(scenes int) bool {
	return q.Scene >= 0 && q.Scene < scenes && q.At >= 0 && len(q.Options) > 0 && q.Right >= -1 && q.Right < len(q.Options)
}

// question is the one that a command is about: a prediction of this scene, or one of the
// presenter's own.
func (r *Room) question(c *Command) (*Question, error) {
	if c.Predict != "" {
		for i := range r.state.Questions {
			if q := &r.state.Questions[i]; q.ID == c.Predict && q.Scene == r.state.Scene {
				return q, nil
			}
		}
		return nil, NoQuestion
	}
	q := &Question{Scene: r.state.Scene, Right: -1}
	if c.Right != nil {
		q.Right = *c.Right
	}
	ok := false
	if q.Ask, ok = text(c.Ask, maxAsk); !ok || len(c.Options) < minOptions || len(c.Options) > maxOptions || q.Right < -1 || q.Right >= len(c.Options) {
		return nil, BadAsk
	}
	for _, option := range c.Options {
		t, ok := text(option, maxOption)
		if !ok {
			return nil, BadAsk
		}
		q.Options = append(q.Options, t)
	}
	return q, nil
}

// text is a text of somebody's own as a question has it, if it is neither empty nor too
// long: on one line, and without what nobody sees or what turns the text around it about.
func text(s string, most int) (Text, bool) {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unseen.Is(r) }), " ")
	if n := utf8.RuneCountInString(s); n == 0 || n > most {
		return nil, false
	}
	return Text{"": html.EscapeString(s)}, true
}
