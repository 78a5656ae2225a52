package scenario

import "fmt"

// InputError is something wrong with what a person wrote: a scenario file, or a
// run. Its text is for that person.
type InputError struct {
	File string // empty for a run
	Line int
	Text string
}

// Error gives the place, if there is one, and the text.
func (e *InputError) Error() string {
	switch {
	case e.File == "":
		return e.Text
	case e.Line == 0:
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text)
}

func inputf(format string, args ...any) error {
	return &InputError{Text: fmt.Sprintf(format, args...)}
}
