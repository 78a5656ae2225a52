package profile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// file is a scenario of one client that locks as a library does.
const file = `id: prepared
title: {en: A client of a library}
cluster: {independent: %d}
network: {latency: 1ms, loss: 1}
lock: {profile: %s, key: lock}
clients: [{id: A, start: 10ms, work: {on: invoice, takes: 0s}}]
resources: {invoice: {kind: ledger}}
`

// open is a link on which a situation may do what it likes.
var open = world.Link{Min: 0, Max: trace.Duration(world.MaxTime), LossPPM: 1}

// compile makes the world in which the profile meets the situation. Doctored options go
// on top.
func (s *situation) compile(t *testing.T, l *library, doctored ...run.Param) *world.Config {
	t.Helper()
	sc, err := scenario.Parse("prepared.yaml", fmt.Appendf(nil, file, s.nodes, l.profile))
	if err != nil {
		t.Fatal(err)
	}
	c, err := sc.Compile(slices.Concat(s.options(), doctored))
	if err != nil {
		t.Fatal(err)
	}
	c.Network.Usual = open
	c.Resources = []resource.Config{{ID: "invoice"}}
	c.Clients[0].Job = lock.Job{Resource: "invoice", Takes: s.work} // no resource takes part in this
	return c
}

// simulated plays the situation in a world and returns its journal.
func (s *situation) simulated(t *testing.T, e *world.Engine, l *library, doctored ...run.Param) string {
	t.Helper()
	events, err := e.Run(s.compile(t, l, doctored...), s, s.actions, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := witness{library: l, looks: s.looks}
	for i := range events {
		w.see(&events[i])
	}
	w.lookUntil(trace.Time(trace.MaxSpan))
	return w.String()
}

// witness writes a trace into a journal.
type witness struct {
	journal
	library *library
	state   trace.State
	looks   []trace.Time
}

func (w *witness) lookUntil(end trace.Time) {
	for len(w.looks) > 0 && w.looks[0] < end {
		var each []string
		for i := range w.state.Nodes {
			each = append(each, heldBy(&w.state.Nodes[i], w.looks[0]))
		}
		w.writef(w.looks[0], "%s", found(each))
		w.looks = w.looks[1:]
	}
}

func (w *witness) see(e *trace.Event) {
	w.lookUntil(e.T)
	w.state.Apply(e)
	switch {
	case e.Kind == trace.Exec && slices.Contains(e.Cmd, "lock"):
		o := understand(e.Cmd, nil)
		if o.verb != other {
			w.shows(o.token)
		}
		w.writef(e.T, "%s: %v: %s, %s", e.Node, o, o.said(e.Reply), heldBy(w.state.Node(e.Node), e.T))
	case e.Kind == trace.Hold:
		w.writef(e.T, "A holds%s", w.library.until(trace.Time(e.Until)))
		if !w.library.tells {
			w.tellLeft(e)
		}
	case e.Kind == trace.Extend:
		w.writef(e.T, "A holds on%s", w.library.until(trace.Time(e.Until)))
	case e.Kind == trace.Decide && e.Activity != "" && !e.OK:
		w.writef(e.T, "A gets no more time")
	case e.Kind == trace.Phase && e.Activity == "":
		switch lock.Phase(e.Phase) {
		case lock.Wait:
			w.writef(e.T, "attempt %d failed", e.Attempt)
		case lock.GaveUp:
			w.writef(e.T, "A gives up")
		case lock.GiveBack:
			w.writef(e.T, "A gives back")
		}
	}
}

// tellLeft writes down what the node would say of the time left to a holder who asked it.
func (w *witness) tellLeft(e *trace.Event) {
	text := "A is told that its key is gone"
	if k := w.state.Nodes[0].Key("lock"); k != nil && k.Value == e.Token && k.Dies > trace.Local(e.T) {
		text = "A is told that its key is there until " + trace.Duration(k.Dies).String()
	}
	w.writef(e.T, "%s", text)
}

// heldBy says what a node has under the lock's name.
func heldBy(n *trace.NodeState, at trace.Time) string {
	k := n.Key("lock")
	if k == nil || !k.Stays && k.Dies <= trace.Local(at) {
		return noKey
	}
	value := k.Value
	if strings.HasPrefix(value, "[") {
		value = notText
	}
	return held(value, k.Stays, trace.Time(k.Dies))
}
