package scenario

import (
	"fmt"

	"lockstep/sim/strictyaml"
)

// InputError is something wrong with what a person wrote: a scenario file, or a
// run, which has no File. Its text is for that person.
type InputError = strictyaml.Error

func inputf(format string, args ...any) error {
	return &InputError{Text: fmt.Sprintf(format, args...)}
}
