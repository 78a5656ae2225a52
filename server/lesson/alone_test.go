package lesson

import (
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// alone is the figure of a run of those events.
func alone(t *testing.T, events ...trace.Event) string {
	t.Helper()
	for i := range events {
		events[i].Seq, events[i].T = i, trace.Time(i)
	}
	html, err := Alone(&Scene{ID: "scene-1", Title: "A run", Lang: "en"}, events, Options{
		Phrases: map[string]phrase.Catalog{"en": {}},
		Source:  func(file string) (string, bool) { return "package lock\nfunc f() {}\n", strings.HasSuffix(file, ".go") },
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(html)
}

// Every file that a run goes through has its panel, the busiest first; and the line
// that a watchdog runs is lit beside its client's own.
func TestFigureAloneHasEverySource(t *testing.T) {
	at := func(activity, phase, file string) trace.Event {
		return trace.Event{Kind: trace.Phase, Who: "A", Activity: activity, Phase: phase, File: file, Line: 2}
	}
	got := alone(t,
		trace.Event{Kind: trace.Start, Clients: []trace.ClientInfo{{ID: "A"}}},
		at("", trace.PhaseAsk, "single.go"), at("", trace.PhaseWork, "work.go"), at("", trace.PhaseWork, "work.go"),
		at(trace.WatchdogActivity, trace.PhaseRenew, "watchdog.go"),
	)
	rest := got
	for _, want := range []string{"work.go", "single.go", "watchdog.go"} {
		_, after, ok := strings.Cut(rest, `data-source="`+want+`"`)
		if !ok {
			t.Errorf("no panel for %s, or not in its place:\n%s", want, got)
			continue
		}
		rest = after
	}
	if lit := strings.Count(got, `data-line="2" class="now"`); lit != 0 {
		t.Errorf("before anything runs %d lines are lit", lit)
	}
}

// A legend explains what the run's pictures have, and nothing else.
func TestLegendExplainsWhatIsThere(t *testing.T) {
	redis := trace.Event{Kind: trace.Start, Nodes: []trace.NodeInfo{{ID: "n1"}, {ID: "n2"}}}
	failover := trace.Event{Kind: trace.Start, Nodes: []trace.NodeInfo{
		{ID: "n1", Role: trace.RolePrimary}, {ID: "n2", Role: trace.RoleReplica}, {ID: "s1", Role: trace.RoleSentinel},
	}}
	fault := func(what, why string) trace.Event { return trace.Event{Kind: trace.Fault, What: what, Why: why} }
	for _, tt := range []struct {
		name   string
		events []trace.Event
		want   string
	}{
		{"five nodes and no mishap", []trace.Event{redis}, ""},
		{"a primary, a replica, a sentinel", []trace.Event{failover}, "primary beads lens"},
		{"a cut", []trace.Event{redis, fault(trace.WhatPartition, "")}, "wall"},
		{"a cut that there was nothing for", []trace.Event{redis, fault(trace.WhatPartition, trace.WhyNoSuchNode)}, ""},
		{"a slow link", []trace.Event{redis, fault(trace.WhatSlow, "")}, "chip"},
		{"a clock", []trace.Event{redis, {Kind: trace.ClockSet}}, "chip"},
		{"a number", []trace.Event{redis, {Kind: trace.Hold, Fence: 33}}, "ticket"},
		{"a refused write", []trace.Event{redis, {Kind: trace.Write}}, "refused"},
		{"a write", []trace.Event{redis, {Kind: trace.Write, OK: true}}, ""},
		{"a broken rule", []trace.Event{redis, {Kind: trace.Violation}}, "broken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			html := alone(t, tt.events...)
			var got []string
			for _, s := range special {
				if strings.Contains(html, `<div class="legend-`+s.Name+`"><dt><svg class="scene sample`) {
					got = append(got, s.Name)
				}
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("it explains %q, want %q", s, tt.want)
			}
		})
	}
}
