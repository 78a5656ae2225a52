package strictyaml

import "fmt"

// Error is something wrong with what a person wrote. Its text is one line for that
// person.
type Error struct {
	File string // empty for what stands in no file
	Line int    // from 1; 0 if it is about the file as a whole
	Text string
}

// Error gives the place, if there is one, and the text.
func (e *Error) Error() string {
	switch {
	case e.File == "":
		return e.Text
	case e.Line == 0:
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text)
}
