// Package sweep makes many random runs, with random faults, and counts what
// happened in them. A sweep in which nothing ever went wrong proves nothing: the
// counts say that the situations it is there for were really reached.
package sweep

import (
	"embed"
	"io/fs"
	"strconv"
	"strings"

	"lockstep/sim/check"
	"lockstep/sim/choice"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

//go:embed scenarios
var files embed.FS

// Files is the folder with the scenario that random runs play.
func Files() fs.FS { return files }

// Random returns the random run of that seed: a lock with a time to live of the
// order of the pauses, a lossy network, and up to six faults.
func Random(seed uint64) *run.Run {
	d := draw{choice.Seeded(seed), 0}
	r := &run.Run{Scenario: "sweep", Seed: seed, Params: []run.Param{
		{Name: "ttl", Value: d.span(200, 2000)},
		{Name: "node_timeout", Value: d.span(8, 40)},
		{Name: "nodes", Value: strconv.Itoa(3 + int(d.n(5)))},
		{Name: "retries", Value: strconv.Itoa(3 + int(d.n(8)))},
		{Name: "loss", Value: strconv.Itoa(int(d.n(60_000)))},
		{Name: "latency", Value: "500us.." + d.span(2, 12)},
		{Name: "order", Value: []string{"parallel", "sequential"}[d.n(2)]},
		{Name: "release", Value: []string{"script", "del"}[d.n(2)]},
	}}
	for range d.n(7) {
		r.Actions = append(r.Actions, d.actions()...)
	}
	return r
}

// draw draws from one seed in order. Runs draw by key; here the order is all
// there is.
type draw struct {
	from choice.Seeded
	i    int
}

func (d *draw) n(n uint64) uint64 {
	d.i++
	return d.from.Choose("sweep "+strconv.Itoa(d.i), n)
}

// span draws a whole number of milliseconds.
func (d *draw) span(least, most uint64) string {
	return strconv.FormatUint(least+d.n(most-least+1), 10) + "ms"
}

// actions draws one fault, and what heals it.
func (d *draw) actions() []run.Action {
	at := trace.Time(d.n(1200)) * trace.Time(trace.Millisecond)
	node := trace.NodeID("n" + strconv.Itoa(1+int(d.n(5))))
	client := []trace.ClientID{"A", "B"}[d.n(2)]
	later := at + trace.Time(1+d.n(800))*trace.Time(trace.Millisecond)
	switch d.n(8) {
	case 0, 1:
		return []run.Action{
			{At: at, Verb: run.Crash, Node: node, Data: run.Data(d.n(2))},
			{At: later, Verb: run.Restart, Node: node},
		}
	case 2, 3, 4:
		return []run.Action{{At: at, Verb: run.Pause, Who: client, For: trace.Duration(50+d.n(3000)) * trace.Millisecond}}
	case 5, 6:
		return []run.Action{{At: at, Verb: run.Crash, Who: client}, {At: later, Verb: run.Restart, Who: client}}
	}
	commands := [][]string{
		{"GET", "lock:invoice:42"}, {"DEL", "lock:invoice:42"}, {"SET", "lock:invoice:42", "mine", "PX", "150"},
		{"PEXPIRE", "lock:invoice:42", "30"}, {"EVAL", "while true do end", "0"}, {"NONSENSE"}, {"EVAL", d.sums(), "0"}, {"EVAL", d.sums(), "0"},
	}
	return []run.Action{{At: at, Verb: run.Command, Node: node, Args: commands[d.n(uint64(len(commands)))]}}
}

// situation is something that a sweep is there to reach.
type situation uint8

const (
	holderCrash situation = iota
	retry
	lostReply
	expiredHeld
	twoInside
	foreignKey
	splitVote
	actionMissed
	situations // how many there are
)

var texts = [situations]string{
	holderCrash:  "a holder, or a node that held its key, crashed",
	retry:        "a client tried again",
	lostReply:    "the reply of a node that had given its vote got lost",
	expiredHeld:  "a key ran out while its owner believed in it",
	twoInside:    "two clients were inside at once",
	foreignKey:   "a release deleted another client's key",
	splitVote:    "an attempt failed although it had an OK",
	actionMissed: "an action had nothing to act on",
}

// sums draws a script that computes with numbers of every sort, and shows all of
// their digits: where platforms differ, it is there.
func (d *draw) sums() string {
	numbers := []string{"0", "-0", "0/0", "1/0", "-1/0", "0.1", "2.5", "-3", "11", "2^53", "2^63", "-2^63", "1e15", "1e300", "7e-310"}
	sums := []string{
		"a + b", "a - b", "a * b", "a / b", "a % b", "a ^ b", "a * b + c", "math.pow(a, c)", "math.sqrt(a) * b", "math.fmod(a, b)",
		"math.floor(a * c)", "math.ceil(b / c)", "math.max(a, b, c)", "#(('x'):rep(5):sub(a, b))", "tonumber(tostring(a)) or b",
	}
	var b strings.Builder
	b.WriteString("local list, a, b, c = {}\n")
	for range 24 {
		for _, name := range []string{"a", "b", "c"} {
			b.WriteString(name + " = " + numbers[d.n(uint64(len(numbers)))] + " + 0." + strconv.Itoa(int(d.n(1000))) + " ")
		}
		b.WriteString("list[#list + 1] = string.format('%.17g', " + sums[d.n(uint64(len(sums)))] + ")\n")
	}
	b.WriteString("return table.concat(list, ' ')")
	return b.String()
}

// Counts says in how many runs of a sweep each situation came up.
type Counts struct {
	Runs int
	n    [situations]int
}

// String lists the counts, one a line.
func (c *Counts) String() string {
	var b strings.Builder
	for _, row := range c.Rows() {
		b.WriteString(strconv.Itoa(row.N) + " of " + strconv.Itoa(c.Runs) + " runs: " + row.What + "\n")
	}
	return b.String()
}

// Row is one situation and how often it came up.
type Row struct {
	What string
	N    int
}

// Rows lists the situations.
func (c *Counts) Rows() []Row {
	rows := make([]Row, situations)
	for i := range rows {
		rows[i] = Row{texts[i], c.n[i]}
	}
	return rows
}

// Add counts one run's trace.
func (c *Counts) Add(events []trace.Event) {
	c.Runs++
	var s trace.State
	var seen [situations]bool
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case trace.Fault:
			if e.Why != "" {
				seen[actionMissed] = true
			} else if e.What == trace.WhatCrash && holds(&s, e.Who) {
				seen[holderCrash] = true
			}
		case trace.Phase:
			seen[retry] = seen[retry] || e.Attempt > 1
		case trace.Drop:
			if m := s.Message(e.Msg); m != nil && m.IsReply() && m.Purpose == trace.ToAcquire && m.OK {
				seen[lostReply] = true
			}
		case trace.Violation:
			seen[twoInside] = seen[twoInside] || e.Rule == check.MutualExclusion
			seen[foreignKey] = seen[foreignKey] || e.Rule == check.ForeignRelease
		case trace.Decide:
			seen[splitVote] = seen[splitVote] || (!e.OK && len(e.Acks) > 0)
		}
		ghosts := countGhosts(&s)
		s.Apply(e)
		if e.Kind == trace.Expire && countGhosts(&s) > ghosts {
			seen[expiredHeld] = true
		}
	}
	for i, came := range seen {
		if came {
			c.n[i]++
		}
	}
}

// holds tells whether who is a client that believes it holds the lock, or a node
// with the key of one.
func holds(s *trace.State, who string) bool {
	if c := s.Client(trace.ClientID(who)); c != nil {
		return c.Belief != nil
	}
	for i := range s.Clients {
		for j, held := range s.True(&s.Clients[i]) {
			if held && string(s.Nodes[j].ID) == who {
				return true
			}
		}
	}
	return false
}

func countGhosts(s *trace.State) int {
	n := 0
	for i := range s.Nodes {
		n += len(s.Nodes[i].Ghosts)
	}
	return n
}
