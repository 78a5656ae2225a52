package demo

import (
	"fmt"
	"slices"
	"strings"

	"lockstep/sim/trace"
)

// Plot is what a trace tells whatever the times, tokens and latencies were: who held,
// entered, read and wrote in which order, what failed, who found out, which rules
// broke, and how it ended.
//
// Of what sentinels find, it counts that one that crashed is down, and once: how many
// of them find it so before they elect a leader is chance, and so is whether on a busy
// machine they take a node for down that is not.
func Plot(events []trace.Event) []string {
	var plot []string
	crashed := make(map[string]bool)
	for i := range events {
		e := &events[i]
		line := beat(e)
		switch e.Kind {
		case trace.Fault:
			crashed[e.Who] = true
		case trace.SDown, trace.ODown:
			if !crashed[string(e.Node)] || slices.Contains(plot, line) {
				continue
			}
		}
		if line != "" {
			plot = append(plot, line)
		}
	}
	return plot
}

// beat is an event's line in the plot, or nothing.
func beat(e *trace.Event) string {
	switch e.Kind {
	case trace.Hold, trace.Lost, trace.Release, trace.Enter, trace.Leave:
		return fmt.Sprintf("%v %s", e.Kind, e.Who)
	case trace.Phase:
		if e.Phase == trace.PhaseGaveUp {
			return fmt.Sprintf("%s %s", e.Phase, e.Who)
		}
	case trace.Read:
		return fmt.Sprintf("read %s: %s", e.Who, e.Value)
	case trace.Write:
		return fmt.Sprintf("write %s: %s, leaves %s, from version %d of %d, ok %t", e.Who, e.Op, e.Value, e.Base, e.Version-1, e.OK)
	case trace.Fault:
		return "fault " + strings.Join(slices.Concat([]string{e.What}, strings.Fields(e.Who+" "+e.Data), e.Links), " ")
	case trace.SDown, trace.ODown:
		if !e.OK {
			return fmt.Sprintf("%v %s", e.Kind, e.Node)
		}
	case trace.Replicate:
		return fmt.Sprintf("%v %s from %s", e.Kind, e.Node, e.From)
	case trace.Promote:
		return fmt.Sprintf("promote %s instead of %s", e.Node, e.From)
	case trace.Violation:
		return fmt.Sprintf("violation %s of %s beside %q, promised %t", e.Rule, e.Who, e.With, e.Promised)
	case trace.End:
		return "end " + e.Verdict
	}
	return ""
}

// difference says at which line two plots part; nothing if they are one.
func difference(real, simulated []string) string {
	at := func(plot []string, i int) string {
		if i < len(plot) {
			return plot[i]
		}
		return "nothing more"
	}
	for i := range max(len(real), len(simulated)) {
		if r, s := at(real, i), at(simulated, i); r != s {
			return fmt.Sprintf("where the simulator has %q, there was %q", s, r)
		}
	}
	return ""
}
