package narrate

import "lockstep/sim/trace"

// links puts directed links into words: two sides, where they are all the links
// between two groups, or else one by one.
func (t teller) links() (key string, args []string) {
	var from, to []string // who stands at the beginning and the end of any
	pairs := make(map[string]bool, len(t.e.Links))
	for _, link := range t.e.Links {
		pairs[link] = true
	}
	for _, link := range t.e.Links {
		a, b, _ := trace.ParseLink(link)
		if pairs[trace.LinkName(b, a)] && (contains(to, a) || contains(from, b)) {
			continue // the way back
		}
		from, to = added(from, a), added(to, b)
	}
	there, back := 0, 0
	for _, a := range from {
		for _, b := range to {
			if pairs[trace.LinkName(a, b)] {
				there++
			}
			if pairs[trace.LinkName(b, a)] {
				back++
			}
		}
	}
	args = []string{"from", t.list(from), "to", t.list(to)}
	switch all := len(from) * len(to); {
	case there == all && back == all && len(pairs) == 2*all:
		return ".both", args
	case there == all && len(pairs) == all:
		return ".oneway", args
	}
	var names []string
	for _, link := range t.e.Links {
		a, b, _ := trace.ParseLink(link)
		if a > b && pairs[trace.LinkName(b, a)] {
			continue
		}
		sign := "→"
		if pairs[trace.LinkName(b, a)] {
			sign = "–"
		}
		names = append(names, a+sign+b)
	}
	return ".links", []string{"links", t.list(names)}
}

func added(list []string, x string) []string {
	if contains(list, x) {
		return list
	}
	return append(list, x)
}
