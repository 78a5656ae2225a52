package link

import "lockstep/web/wire"

// asked is what becomes of anything that the page wants.
type asked struct {
	link    *Link
	problem *wire.Problem // why there is no answer
	gone    bool          // nobody wants it any more
}

func (a *asked) state() *asked { return a }

// Problem says in words, in English, why what is wanted does not come, or nothing.
func (a *asked) Problem() string {
	if a.problem == nil {
		return ""
	}
	return a.problem.Text
}

// Reason says what sort of problem it is, or nothing.
func (a *asked) Reason() wire.Reason {
	if a.problem == nil {
		return ""
	}
	return a.problem.Reason
}

// Retry asks once more after a problem.
func (a *asked) Retry() {
	if a.problem == nil {
		return
	}
	a.problem = nil
	a.link.port.Changed()
	a.link.ask()
}
