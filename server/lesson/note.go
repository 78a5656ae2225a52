package lesson

import (
	"html/template"

	"lockstep/sim/strictyaml"
)

// The kinds of a note.
const (
	NoteStory  = "story"  // from one of the worlds that the course returns to
	NoteBeware = "beware" // what goes wrong in practice
	NoteFact   = "fact"   // what one need not know to go on
)

// Note is a text that stands apart.
type Note struct {
	Kind string
	Text template.HTML

	spoken
}

func (c *compiler) readNote(at place, text []byte) (*section, error) {
	n := &Note{spoken: spoken{c.phrases}}
	err := readPart(at, "note", text, map[string]strictyaml.Reader{
		"kind": strictyaml.Into(&n.Kind, oneOf(NoteStory, NoteBeware, NoteFact)),
		"text": c.paragraphs(&n.Text),
	}, "kind", "text")
	return &section{part: n, html: noteHTML, structure: n.Kind}, err
}

var noteHTML = template.Must(template.New("note").Parse(`<div class="note note-{{.Kind}}" role="note" data-block="note">
<p class="block-kind">{{.Say (printf "lesson.note.%s" .Kind)}}</p>
{{.Text}}</div>
`))
