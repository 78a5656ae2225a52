package site

import (
	"strconv"

	"lockstep/sim/run"
	"lockstep/sim/run/runjson"
)

// changesMost is how many changes of one kind a page lists: a link may hold hundreds.
const changesMost = 20

// changes lists what a run has otherwise than its scenario: none for a run of the
// scenario as it stands.
func (v *view) changes(r *run.Run) []string {
	var all []string
	list := func(n int, change func(i int) string) {
		for i := range min(n, changesMost) {
			all = append(all, change(i))
		}
		if n > changesMost {
			all = append(all, v.Say("site.run.changed.more", "n", strconv.Itoa(n-changesMost)))
		}
	}
	list(len(r.Params), func(i int) string { return r.Params[i].Name + ": " + r.Params[i].Value })
	list(len(r.Actions), func(i int) string { return string(runjson.Append(nil, r.Actions[i])) })
	if n := len(r.Choices); n > 0 {
		all = append(all, v.Say("site.run.changed.choices", "n", strconv.Itoa(n)))
	}
	if r.Seed != 0 {
		all = append(all, v.Say("site.run.seed", "seed", strconv.FormatUint(r.Seed, 10)))
	}
	return all
}
