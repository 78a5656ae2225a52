package lesson

import (
	"html/template"

	"lockstep/sim/trace"
)

// Sign is what a legend explains: the end of its phrase's key, and how it is
// written if it is a text, or drawn if it is drawn as in the picture. Others are
// drawn by the style sheet.
type Sign struct {
	Name, Text string
	Drawing    template.HTML
}

// Signs are the marks of the picture that the legend explains: those of every
// picture, and those that this run needs.
func (v figureView) Signs() []Sign {
	return append([]Sign{
		{Name: "filled"}, {Name: "outlined"}, {Name: "equal", Text: "="}, {Name: "unequal", Text: "≠"}, {Name: "tether"},
		{Name: "message"}, {Name: "edge"}, {Name: "token", Text: "0032"}, {Name: "clock"},
		{Name: "try", Text: v.Say("scene.try", "n", "2")}, {Name: "hash", Text: "cf8a5768"},
	}, v.Frame.Signs...)
}

// special are the signs that not every run has, with what has them. They are drawn
// with the classes of the picture, 30 by 16.
var special = []struct {
	Sign
	of func(*trace.Event) bool
}{
	{Sign{Name: "primary", Drawing: `<rect class="card" x="2" y="3" width="26" height="12" rx="4"/><path class="primary-edge" d="M6 3H24"/>`},
		hasRole(trace.RolePrimary)},
	{Sign{Name: "beads", Drawing: `<g class="change"><rect class="bead" x="2" y="2.5" width="11" height="11" rx="2"/></g><g class="word"><circle class="bead" cx="22" cy="8" r="6"/></g>`},
		hasRole(trace.RoleReplica)},
	{Sign{Name: "lens", Drawing: `<path class="lens" d="M1 8Q15-6 29 8Q15 22 1 8Z"/>`},
		hasRole(trace.RoleSentinel)},
	{Sign{Name: "wall", Drawing: `<path class="way-fault" d="M1 8H29"/><path class="wall" d="M12.5 1V15M17.5 1V15"/>`},
		did(trace.WhatPartition)},
	{Sign{Name: "chip", Drawing: `<rect class="fault" x="1" y="1" width="28" height="14" rx="5"/><text class="fault-text mid" x="15" y="12">+2</text>`},
		func(e *trace.Event) bool {
			return e.Kind == trace.ClockSet || did(trace.WhatSlow)(e) || did(trace.WhatLose)(e)
		}},
	{Sign{Name: "ticket", Drawing: `<path class="ticket" d="M5 1H25L29 5V11L25 15H5L1 11V5Z"/><text class="num strong mid" x="15" y="12">33</text>`},
		func(e *trace.Event) bool { return e.Fence > 0 }},
	{Sign{Name: "refused", Drawing: `<rect class="refused" x="1" y="2" width="28" height="12" rx="5"/>`},
		func(e *trace.Event) bool { return e.Kind == trace.Write && !e.OK }},
	{Sign{Name: "broken", Drawing: `<path class="broken-line not-promised" d="M1 4H29"/><path class="broken-line" d="M1 12H29"/>`},
		func(e *trace.Event) bool { return e.Kind == trace.Violation }},
}

// signsOf returns the special signs that a run has.
func signsOf(events []trace.Event) []Sign {
	var signs []Sign
	for _, s := range special {
		for i := range events {
			if s.of(&events[i]) {
				signs = append(signs, s.Sign)
				break
			}
		}
	}
	return signs
}

func hasRole(role string) func(*trace.Event) bool {
	return func(e *trace.Event) bool {
		for i := range e.Nodes {
			if e.Nodes[i].Role == role {
				return true
			}
		}
		return false
	}
}

func did(what string) func(*trace.Event) bool {
	return func(e *trace.Event) bool { return e.Kind == trace.Fault && e.What == what && e.Why == "" }
}
