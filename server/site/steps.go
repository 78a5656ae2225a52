package site

import (
	"slices"
	"strconv"

	"lockstep/sim/trace"
	"lockstep/web/narrate"
	"lockstep/web/words"
)

const (
	// toldMost is how many steps a page tells one by one. Of a longer run it tells
	// those that matter most.
	toldMost = 600

	// shownMost is how many steps a reader is shown at once. Of more, those between
	// the chief ones are folded.
	shownMost = 150
)

// toldStep is a step in words.
type toldStep struct {
	Time, Text string
	Chief      bool // one that a reader in a hurry looks for
}

// stretch is steps that follow each other.
type stretch struct {
	Steps []toldStep
	Fold  string // what stands in their place until the reader wants them; empty if they are shown
}

// steps tells a run step by step, and counts the steps that there are.
func (v *view) steps(events []trace.Event) (told []toldStep, all int) {
	steps := stepsOf(events)
	ranks := make([]rank, len(steps))
	for i, s := range steps {
		ranks[i] = rankOf(events[s.First:s.End])
	}
	chosen := choose(ranks, toldMost)
	state := &trace.State{}
	for i, s := range steps {
		group := events[s.First:s.End]
		if chosen[i] {
			told = append(told, toldStep{Time: words.Clocked(group[0].T), Text: narrate.Group(v.phrases, state, group), Chief: ranks[i] == chief})
		}
		for i := range group {
			state.Apply(&group[i])
		}
	}
	return told, len(steps)
}

// rank is how much the story would lack without a step.
type rank uint8

const (
	chief  rank = iota
	second      // it shows how the lock works: what a client does at first, and each count
	minor       // a message among many
)

func rankOf(group []trace.Event) rank {
	least := minor
	for i := range group {
		switch e := &group[i]; e.Kind {
		case trace.Start, trace.Hold, trace.Lost, trace.Release, trace.Enter, trace.Leave, trace.Write,
			trace.ODown, trace.Promote, trace.Demote, trace.Fault, trace.Heal, trace.ClockSet, trace.Violation, trace.End:
			return chief
		case trace.Decide:
			least = second
		case trace.Phase:
			if e.Phase == trace.PhaseGaveUp {
				return chief
			}
			if e.Attempt == 1 && e.Activity == "" {
				least = second
			}
		}
	}
	return least
}

// choose says which steps are told: all, if there are so many at most, or else the
// last and the earliest of the highest rank.
func choose(ranks []rank, most int) []bool {
	if len(ranks) <= most {
		return slices.Repeat([]bool{true}, len(ranks))
	}
	chosen := make([]bool, len(ranks))
	chosen[len(ranks)-1] = true
	left := most - 1
	for r := chief; r < minor; r++ {
		for i := range ranks {
			if ranks[i] == r && !chosen[i] && left > 0 {
				chosen[i] = true
				left--
			}
		}
	}
	return chosen
}

// folded divides steps into those that are shown and those that are folded.
func (v *view) folded(steps []toldStep) []stretch {
	if len(steps) <= shownMost {
		return []stretch{{Steps: steps}}
	}
	var all []stretch
	for len(steps) > 0 {
		n := 1
		for n < len(steps) && steps[n].Chief == steps[0].Chief {
			n++
		}
		part := stretch{Steps: steps[:n]}
		if !steps[0].Chief && n > 1 { // to unfold one is no less to read
			part.Fold = v.Say("site.run.folded", "n", strconv.Itoa(n), "from", steps[0].Time, "to", steps[n-1].Time)
		}
		all, steps = append(all, part), steps[n:]
	}
	return all
}
