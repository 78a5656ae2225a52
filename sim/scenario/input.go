package scenario

import (
	"fmt"

	"lockstep/sim/strictyaml"
)

// InputError is something wrong with what a person wrote: a scenario file, or a
// run, which has no File. Its text is for that person.
type InputError = strictyaml.Error

// wrong is a mistake of that sort: text tells of it in English, args what its sentence in
// another language wants.
func wrong(sort, text string, args ...string) *strictyaml.Wrong {
	return &strictyaml.Wrong{Text: text, Key: sort, Args: args}
}

func inputf(format string, args ...any) error {
	return &InputError{Text: fmt.Sprintf(format, args...)}
}
