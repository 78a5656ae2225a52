package world

import (
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// linkFault is what faults have made of a link, in one direction.
type linkFault struct {
	from, to string
	cut      bool
	by       string // who cut it
	ppm      uint64 // lost, in a million
	slow     trace.Duration
}

// linkFaults are the links that are not as usual, in the order in which that came
// about.
type linkFaults struct {
	list []linkFault
	at   map[pair]int // where in the list each is
}

func (l *linkFaults) get(from, to string) linkFault {
	if i, ok := l.at[pair{from, to}]; ok {
		return l.list[i]
	}
	return linkFault{from: from, to: to}
}

// change changes one link. One that is as usual again keeps its place in the list.
func (l *linkFaults) change(from, to string, change func(*linkFault)) {
	i, ok := l.at[pair{from, to}]
	if !ok {
		if l.at == nil {
			l.at = make(map[pair]int)
		}
		i = len(l.list)
		l.at[pair{from, to}] = i
		l.list = append(l.list, linkFault{from: from, to: to})
	}
	change(&l.list[i])
}

// pair is a link, from the first to the second.
type pair [2]string

// across lists the links between the groups of a cut: both ways, or only those
// that lead away from the first group.
func across(groups [][]string, oneWay bool) []pair {
	var pairs []pair
	for i, group := range groups {
		for j, other := range groups {
			if i == j || oneWay && i != 0 {
				continue
			}
			for _, from := range group {
				for _, to := range other {
					pairs = append(pairs, pair{from, to})
				}
			}
		}
	}
	return pairs
}

// doLinks carries out a fault of links: a cut, loss, or slowness.
func (w *world) doLinks(d *deed, e trace.Event) {
	pairs := []pair{d.Link}
	if d.Verb == run.Partition {
		pairs = across(d.Cut, d.OneWay)
	}
	for _, p := range pairs {
		if w.machine(p[0]) == nil || w.machine(p[1]) == nil {
			e.Why = trace.WhyNoSuchLink
			w.emit(e)
			return
		}
		e.Links = append(e.Links, trace.LinkName(p[0], p[1]))
	}
	e.PPM, e.Lasts = d.PPM, d.By
	w.emit(e)
	for _, p := range pairs {
		w.links.change(p[0], p[1], func(f *linkFault) {
			switch d.Verb {
			case run.Partition:
				f.cut, f.by = true, d.by
			case run.Lose:
				f.ppm = uint64(d.PPM)
			case run.Slow:
				f.slow = d.By
			}
		})
	}
}

// heal ends faults of links, and says which.
func (w *world) heal(d *deed, e trace.Event) {
	h := &d.Heal
	healed := w.healThose(d, trace.WhatPartition, h.Cut.All, across(h.Cut.Cut, false),
		func(f linkFault) bool { return f.cut }, func(f *linkFault) { f.cut, f.by = false, "" })
	healed = w.healThose(d, trace.WhatSlow, h.Slow.All, one(h.Slow),
		func(f linkFault) bool { return f.slow > 0 }, func(f *linkFault) { f.slow = 0 }) || healed
	healed = w.healThose(d, trace.WhatLose, h.Lose.All, one(h.Lose),
		func(f linkFault) bool { return f.ppm > 0 }, func(f *linkFault) { f.ppm = 0 }) || healed
	if !healed {
		e.Why = trace.WhyNothingToHeal
		w.emit(e)
	}
}

func one(h run.HealLink) []pair {
	if h.Link == [2]string{} {
		return nil
	}
	return []pair{h.Link}
}

// healThose ends one sort of fault: everywhere, or on the links listed.
func (w *world) healThose(d *deed, what string, all bool, listed []pair, ill func(linkFault) bool, cure func(*linkFault)) bool {
	var links []string
	chosen := make(map[pair]bool)
	for _, p := range listed {
		chosen[p] = true
	}
	for i := range w.links.list {
		f := &w.links.list[i]
		if ill(*f) && (all || chosen[pair{f.from, f.to}]) {
			cure(f)
			links = append(links, trace.LinkName(f.from, f.to))
		}
	}
	if links == nil {
		return false
	}
	w.emit(trace.Event{Kind: trace.Heal, What: what, By: d.by, Links: links})
	return true
}
