package sweep

import (
	"strconv"

	"lockstep/sim/choice"
	"lockstep/sim/trace"
)

// draw decides what a world consists of, by a seed and the name of what is to be
// decided.
type draw struct {
	from  choice.Seeded
	about string
}

func seeded(seed uint64) draw { return draw{choice.Seeded(seed), "sweep"} }

// of returns a draw about some part, whose decisions are its own.
func (d draw) of(part string) draw { return draw{d.from, d.about + "/" + part} }

// ofNth is of for one of several.
func (d draw) ofNth(part string, i int) draw { return d.of(part + strconv.Itoa(i)) }

// upTo draws a number from 0 up to and not including n.
func (d draw) upTo(what string, n int) int {
	return int(d.from.Choose(d.about+" "+what, uint64(n)))
}

// between draws a number from least up to and including most.
func (d draw) between(what string, least, most int) int {
	return least + d.upTo(what, most-least+1)
}

// span draws a span of whole milliseconds.
func (d draw) span(what string, least, most trace.Duration) trace.Duration {
	const ms = trace.Millisecond
	return trace.Duration(d.between(what, int(least/ms), int(most/ms))) * ms
}

// fine draws a span of microseconds.
func (d draw) fine(what string, least, most trace.Duration) trace.Duration {
	return trace.Duration(d.between(what, int(least), int(most)))
}

// in tells whether something is so that is in percent of all cases.
func (d draw) in(percent int, what string) bool { return d.upTo(what, 100) < percent }

// corners is in how many of a hundred cases something is as much as there can be, or
// as little.
const corners = 3

// corner is a number that was drawn, and now and then the most there can be.
func (d draw) corner(what string, n, most int) int {
	if d.in(corners, "the most "+what) {
		return most
	}
	return n
}

// one draws one of a list.
func one[T any](d draw, what string, list ...T) T { return list[d.upTo(what, len(list))] }

// some draws two of a list or more, up to most, each once, in any order.
func some[T any](d draw, what string, list []T, most int) []T {
	return shuffled(d, what, list)[:d.between(what, 2, min(most, len(list)))]
}

// shuffled returns a list in any order.
func shuffled[T any](d draw, what string, list []T) []T {
	list = append([]T(nil), list...)
	for i := range list {
		j := i + d.upTo(what+" "+strconv.Itoa(i), len(list)-i)
		list[i], list[j] = list[j], list[i]
	}
	return list
}
