package spacetime_test

import (
	"strconv"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
	"lockstep/web/spacetime"
)

const (
	ms  = trace.Time(trace.Millisecond)
	sec = trace.Time(trace.Second)
)

// opened returns the scenarios of the lessons.
func opened(t testing.TB) *scenario.Library {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	return library
}

// played returns the events of a scenario.
func played(t testing.TB, name string) []*trace.Event { return playedOf(t, opened(t), name) }

func playedOf(t testing.TB, library *scenario.Library, name string) []*trace.Event {
	t.Helper()
	engine := world.NewEngine()
	defer engine.Close()
	events, err := library.Play(engine, &run.Run{Scenario: name}, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]*trace.Event, len(events))
	for i := range events {
		all[i] = &events[i]
	}
	return all
}

// told returns the story of events.
func told(events []*trace.Event) *spacetime.Story {
	s := new(spacetime.Story)
	s.Add(events, true)
	return s
}

// crowd is a run made by hand of the largest cast, in which everybody asks every node
// time and again, until there are so many events.
func crowd(n int) []*trace.Event {
	start := &trace.Event{Kind: trace.Start, Resources: []trace.ResourceInfo{{ID: "invoice-42", Kind: "ledger"}}}
	for i := range 9 {
		start.Nodes = append(start.Nodes, trace.NodeInfo{ID: trace.NodeID("n" + strconv.Itoa(i+1))})
	}
	for i := range 24 {
		start.Clients = append(start.Clients, trace.ClientInfo{ID: trace.ClientID(string(rune('A' + i))), Lock: trace.LockRedlock, Key: "lock", Resource: "invoice-42"})
	}
	events := []*trace.Event{start}
	add := func(at trace.Time, e trace.Event) {
		e.T, e.Seq = at, len(events)
		events = append(events, &e)
	}
	for round := 0; len(events) < n; round++ {
		client := string(rune('A' + round%24))
		sent, token := trace.Time(round)*7*ms, "token-of-client-"+client
		var names [9]trace.MsgName
		for i := range names {
			names[i] = trace.MsgName{Client: trace.ClientID(client), Attempt: 1 + round/24, Step: "set", Node: start.Nodes[i].ID}
			add(sent, trace.Event{Kind: trace.Send, Msg: names[i].String(), From: client, To: string(names[i].Node), Cmd: []string{"SET", "lock", token}, Purpose: trace.ToAcquire, Arrive: sent + trace.Time(i+1)*ms/2})
		}
		for i := range names {
			at := sent + trace.Time(i+1)*ms/2
			add(at, trace.Event{Kind: trace.Deliver, Msg: names[i].String(), Who: string(names[i].Node)})
			add(at, trace.Event{Kind: trace.Exec, Node: names[i].Node, Msg: names[i].String(), Who: client, Cmd: []string{"SET", "lock", token}, Reply: "OK", OK: true, Purpose: trace.ToAcquire, Keys: []trace.Key{{Name: "lock", Value: token, PTTL: 10 * trace.Second}}})
		}
		add(sent+6*ms, trace.Event{Kind: trace.Decide, Who: client, Attempt: 1 + round/24, Need: 5, OK: round%3 == 0})
	}
	return events
}

// happened counts the events up to and including t.
func happened(events []*trace.Event, t trace.Time) int {
	n := 0
	for n < len(events) && events[n].T <= t {
		n++
	}
	return n
}

// catalogs are those that were read: to read one takes longer than to draw with it.
var catalogs = make(map[string]phrase.Catalog)

// words returns the catalog of one language.
func words(t testing.TB, lang string) phrase.Catalog {
	t.Helper()
	if c, ok := catalogs[lang]; ok {
		return c
	}
	c, err := lessons.Phrases(lessons.FS, lang)
	if err != nil {
		t.Fatal(err)
	}
	catalogs[lang] = c
	return c
}
