package sweep

import (
	"strconv"
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Situations that a sweep is there to reach. So are every verb, verdict, rule, kind
// of lock, and message between nodes: see situations.
const (
	HolderCrash   = "a holder, or a node that held its key, crashed"
	Retry         = "a client tried again"
	LostReply     = "the reply of a node that had given its vote got lost"
	ExpiredHeld   = "a key ran out while its owner believed in it"
	SplitVote     = "votes were split: an attempt failed although it had an OK"
	TooLate       = "a majority was collected too late"
	Promotion     = "a replica was promoted"
	DemotionLost  = "an old primary lost a key when it followed the new one"
	FullCopy      = "a replica took a full copy"
	NotCopied     = "too few replicas had what was written when WAIT was answered"
	RenewalOver   = "a renewal was refused"
	SpentTaken    = "a lock of which nothing was left was taken"
	OwnLeftover   = "a node refused a client for the key of an earlier attempt"
	CutShort      = "a caller's deadline came before its clean-up, and a key stayed"
	ErrorRaised   = "a node's error was raised although enough others said OK"
	Pending       = "neither side had the votes, and an attempt did not end"
	FencedOff     = "a resource refused a stale number"
	ActionMissed  = "an action had nothing to act on"
	TriggerPulled = "an event let a fault loose"
	ScriptStopped = "a script was stopped"
	Asked         = "the run was stopped"
	Ended         = "nothing was left to happen"
)

// betweenNodes are the purposes of what nodes and sentinels say to each other.
var betweenNodes = []string{string(trace.ToReplicate), string(trace.ToCopy), string(trace.ToVote), string(trace.ToConfigure)}

// Broke, DidVerb, CameTo, Held and Meddled name the situations of a rule, verb,
// verdict, kind of lock and purpose of a message between nodes.
func Broke(rule string) string     { return "it broke " + rule }
func DidVerb(verb string) string   { return "somebody did " + verb }
func CameTo(verdict string) string { return "it came to " + verdict }
func Held(kind string) string      { return "somebody held a lock of kind " + kind }
func Meddled(with string) string {
	return "a message of nodes was dropped, delayed or doubled, to " + with
}

// situations lists all that is counted.
var situations = func() []string {
	all := []string{
		HolderCrash, Retry, LostReply, ExpiredHeld, SplitVote, TooLate, Promotion, DemotionLost, FullCopy, NotCopied, RenewalOver,
		SpentTaken, OwnLeftover, CutShort, ErrorRaised, Pending, FencedOff, ActionMissed, TriggerPulled, ScriptStopped, Asked, Ended,
	}
	for v := run.Crash; v.Valid(); v++ {
		all = append(all, DidVerb(v.String()))
	}
	for _, list := range []struct {
		of   []string
		name func(string) string
	}{{trace.Verdicts[:], CameTo}, {trace.Rules[:], Broke}, {trace.Locks[:], Held}, {betweenNodes, Meddled}} {
		for _, x := range list.of {
			all = append(all, list.name(x))
		}
	}
	return all
}()

// Counts says in how many runs of a sweep each situation came up.
type Counts struct {
	Runs, Events int
	n            map[string]int
}

// Row is one situation and how often it came up.
type Row struct {
	What string
	N    int
}

// Rows lists the situations.
func (c *Counts) Rows() []Row {
	rows := make([]Row, len(situations))
	for i, what := range situations {
		rows[i] = Row{what, c.n[what]}
	}
	return rows
}

// Of returns in how many runs a situation came up.
func (c *Counts) Of(what string) int { return c.n[what] }

// String lists the counts, one a line.
func (c *Counts) String() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(c.Runs) + " runs, " + strconv.Itoa(c.Events) + " events\n")
	for _, row := range c.Rows() {
		b.WriteString(strconv.Itoa(row.N) + " runs: " + row.What + "\n")
	}
	return b.String()
}

// Add counts one run of a world.
func (c *Counts) Add(w *World, events []trace.Event) {
	if c.n == nil {
		c.n = make(map[string]int)
	}
	c.Runs++
	c.Events += len(events)
	l := look{world: w, seen: make(map[string]bool)}
	for i := range events {
		l.before(&events[i])
		l.state.Apply(&events[i])
		l.after(&events[i])
	}
	for _, what := range situations {
		if l.seen[what] {
			c.n[what]++
		}
	}
}

// Merge adds the counts of another part of the sweep.
func (c *Counts) Merge(other *Counts) {
	if c.n == nil {
		c.n = make(map[string]int)
	}
	c.Runs += other.Runs
	c.Events += other.Events
	for _, what := range situations {
		c.n[what] += other.n[what]
	}
}
