package lesson

import (
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// plays are the runs of one lesson, each outcome once for all its languages.
type plays struct {
	play func(*run.Run) ([]trace.Event, error)
	slug string
	runs map[string]outcome
}

type outcome struct {
	events []trace.Event
	err    error
}

// begin forgets the runs of other lessons when the first file of a lesson is read:
// those of a whole course would take too much memory.
func (p *plays) begin(file string) {
	slug, _, _ := strings.Cut(file, ".")
	if p.runs == nil || slug != p.slug {
		p.slug, p.runs = slug, make(map[string]outcome)
	}
}

// of returns all events of a run, which nobody may change. There is one at least.
func (p *plays) of(r *run.Run) ([]trace.Event, error) {
	link := r.Link()
	x, ok := p.runs[link]
	if !ok {
		x.events, x.err = p.play(r)
		p.runs[link] = x
	}
	return x.events, x.err
}
