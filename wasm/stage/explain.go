package stage

import (
	"errors"

	"lockstep/wasm/hands"
	"lockstep/web/tree"
)

// sorts are the errors that there are words for.
var sorts = [...]struct {
	err error
	key string
}{
	{tree.ErrNoRun, "viewer.error.no-run"},
	{tree.ErrDamaged, "viewer.error.damaged"},
	{tree.ErrVersion, "viewer.error.version"},
	{tree.ErrBranches, "viewer.error.branches"},
	{tree.ErrActions, "viewer.error.actions"},
	{tree.ErrLong, "viewer.error.long"},
	{hands.ErrQuotes, "viewer.error.quotes"},
	{hands.ErrFollows, "viewer.error.follows"},
}

// explain says an error in the reader's language. Of what is left over, all that a reader
// can bring about is a command that no run can hold.
func (s *Stage) explain(err error) string {
	for _, sort := range sorts {
		if errors.Is(err, sort.err) {
			return s.say.Say(sort.key)
		}
	}
	if why, ok := err.(barred); ok {
		return s.say.Say(string(why))
	}
	return s.say.Say("viewer.error.command")
}
