// Package verdict says of a whole run how it comes out and why ([Judge]), and of two
// where they part and what that makes of the outcome ([Compare]): in a reader's
// language, in a few sentences, whose every number is the trace's.
//
// It reads whole traces and weighs more than all sentences about single events, so the
// server carries it and the browser's viewer does not.
package verdict

import (
	"slices"
	"strconv"

	"lockstep/sim/because"
	"lockstep/sim/trace"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
	"lockstep/web/words"
)

// Verdict is how a run comes out, in words.
type Verdict struct {
	Outcome  string // one of the trace's verdicts; empty while the run is not known to its end
	Headline string // what held or broke, and when: Mutual exclusion broke at 3.930 s:
	Why      string // how it came to that
	Promise  string // whether the lock had promised otherwise, or what it did not promise
	At       trace.Time
	Seq      int // the event that decides it; -1 if none does

	kind   string // what sort of headline it has
	clause string // the outcome in a few words, for a comparison
}

// Judge says how a run comes out. Events are all that are known of it, from the first.
// What brought it about is said as far as the trace shows it.
func Judge(c phrase.Catalog, events []*trace.Event) Verdict {
	if len(events) == 0 || events[len(events)-1].Kind != trace.End {
		return Verdict{Headline: c.Say("verdict.pending"), Seq: -1}
	}
	end := events[len(events)-1]
	w := because.Of(events)
	j := judge{
		c: c, events: events, why: &w, causes: because.Causes(events, &w),
		is: Verdict{Outcome: end.Verdict, Seq: -1},
	}
	switch {
	case len(w.Events) > 0:
		j.broken()
	case w.Wait != because.Wait{}:
		j.stuck()
	default:
		j.held()
	}
	if end.Why != trace.EndNothingLeft {
		j.more(c.Say("verdict.limit", "why", words.Known(c, "end", end.Why)))
	}
	return j.is
}

// judge is one run and what decides it.
type judge struct {
	c      phrase.Catalog
	events []*trace.Event
	why    *because.Why
	causes []because.Cause
	is     Verdict
}

// more adds a sentence to those that say why.
func (j *judge) more(sentence string) {
	if j.is.Why == "" {
		j.is.Why = sentence
		return
	}
	j.is.Why = j.c.Say("sentence.and", "sentence", j.is.Why, "more", sentence)
}

// open sets the headline and the few words, which go by the same name.
func (j *judge) open(name string, args ...string) {
	j.is.kind = name
	j.is.Headline, j.is.clause = j.c.Say("verdict.head."+name, args...), j.c.Say("verdict.brief."+name, args...)
}

func (j *judge) time(t trace.Time) string { return words.Reading(j.c, trace.Local(t)) }

// form returns that key with the last of the endings that there is a phrase for.
func (j *judge) form(key string, endings ...string) string { return words.Form(j.c, key, endings...) }

// broken tells of what decides a run that is broken or guarded: the first of it, how it
// came about, and what came of it.
func (j *judge) broken() {
	first := j.why.Events[0]
	j.is.At, j.is.Seq = first.T, first.Seq
	j.open(nameOf(first), "t", j.time(first.T))
	j.more(j.says(first))
	j.because()
	for i, e := range j.why.Events {
		// A key that is deleted when all is done has led to nothing.
		if i > 0 && (e.Rule != trace.RuleForeignRelease || i+1 < len(j.why.Events)) {
			j.more(j.then(first.T, e))
		}
	}
	if j.is.Outcome == trace.VerdictGuarded && len(j.why.Events) == 1 && !because.Refusal(first) {
		j.more(j.c.Say("verdict.intact"))
	}
	promised := false
	for _, e := range j.why.Events {
		promised = promised || e.Promised
	}
	j.promise(promised, first.With, first.Who)
}

// nameOf is what the phrases call an event that decides.
func nameOf(e *trace.Event) string {
	switch {
	case because.Refusal(e) && e.OK:
		return "repeated"
	case because.Refusal(e):
		return "refused"
	case e.Rule == trace.RuleDoubleCharge, e.Rule == trace.RuleOversold, e.Rule == trace.RuleLostUpdate:
		return "damage"
	}
	return e.Rule
}

// says tells what an event that decides is.
func (j *judge) says(e *trace.Event) string {
	if because.Refusal(e) {
		key := j.form("verdict."+nameOf(e), "."+words.Slug(e.Why))
		return j.c.Say(key, "who", e.Who, "resource", e.Resource, "fence", strconv.FormatInt(e.Fence, 10), "why", words.Known(j.c, "why", e.Why))
	}
	key := "verdict." + e.Rule
	if e.With != "" {
		key = j.form(key, ".with")
	}
	if !j.c.Has(key) {
		return narrate.Rule(j.c, e)
	}
	return j.c.Say(key, "who", e.Who, "with", e.With, "resource", e.Resource, "node", string(e.Node))
}

// then is what says tells, and when, if that is not at once.
func (j *judge) then(first trace.Time, e *trace.Event) string {
	if e.T == first {
		return j.says(e)
	}
	return j.c.Say("verdict.then", "t", j.time(e.T), "what", j.says(e))
}

// because tells what brought it about.
func (j *judge) because() {
	for i := range j.causes {
		j.more(j.cause(&j.causes[i]))
	}
}

func (j *judge) cause(x *because.Cause) string {
	var nodes []string
	for _, id := range x.Nodes {
		nodes = append(nodes, string(id))
	}
	key := "verdict.cause." + x.Kind
	if len(nodes) > 1 {
		key = j.form(key, ".many")
	}
	args := []string{"who", x.Who, "with", x.With, "nodes", words.List(j.c, nodes)}
	if e := x.Event; e != nil {
		args = append(args, "t", j.time(e.T), "for", words.Span(j.c, e.Lasts), "offset", words.Signed(j.c, e.Offset), "rate", words.Ratio(e.Rate),
			"elapsed", words.Span(j.c, e.Elapsed), "k", strconv.Itoa(len(e.Acks)), "from", e.From)
	}
	if c := j.client(x.Who); c != nil {
		args = append(args, "patience", words.Span(j.c, c.NodeTimeout))
	}
	if x.Gone != nil {
		args = append(args, "gone", j.time(x.Gone.T))
	}
	if x.Away != nil {
		key = j.form(key, "."+x.Away.What)
		args = append(args, "away", j.time(x.Away.T))
	}
	if (x.Kind == because.Dead || x.Kind == because.Left) && j.find(trace.RuleDeadlock) != nil {
		key = j.form(key, ".ever")
	}
	return j.c.Say(key, args...)
}

// client returns the client of that name, or nil.
func (j *judge) client(name string) *trace.ClientInfo {
	for i := range j.events[0].Clients {
		if c := &j.events[0].Clients[i]; string(c.ID) == name {
			return c
		}
	}
	return nil
}

// find returns the first violation of a rule, or nil.
func (j *judge) find(rule string) *trace.Event {
	for _, e := range j.events {
		if e.Kind == trace.Violation && e.Rule == rule {
			return e
		}
	}
	return nil
}

// stuck tells of the longest wait.
func (j *judge) stuck() {
	w := &j.why.Wait
	j.is.At, j.is.Seq = j.shows()
	name := "stuck"
	switch {
	case w.Open:
		name += ".open"
	case w.GaveUp:
		name += ".gave-up"
	}
	j.open(name, "who", w.Who, "from", j.time(w.From), "to", j.time(w.To))
	j.because()
	if len(j.causes) == 0 {
		j.more(j.c.Say("verdict.unexplained"))
	}
	promised := false
	for i := range j.causes {
		e := j.causes[i].Event
		promised = promised || e != nil && e.Promised
	}
	j.promise(promised, w.Who)
}

// shows is where a wait shows: at an attempt that fails, or else where it begins.
func (j *judge) shows() (at trace.Time, seq int) {
	if e := j.why.Failed; e != nil {
		return e.T, e.Seq
	}
	from := j.why.Wait.From
	after := slices.IndexFunc(j.events, func(e *trace.Event) bool { return e.T > from })
	return from, after - 1 // all end later than a wait begins
}

// promise says whether the lock of the first of those who is a client had promised
// otherwise, and if it had not, what it does not promise: where there is a phrase for
// what brought it about.
func (j *judge) promise(promised bool, parties ...string) {
	lock := ""
	for i := range j.events[0].Clients {
		switch c := &j.events[0].Clients[i]; {
		case !slices.Contains(parties, string(c.ID)) || lock != "":
		case c.Claims != "":
			lock = c.Claims
		default:
			lock = c.Lock
		}
	}
	key := "verdict.promised"
	if !promised {
		key = j.opening()
	}
	if key != "" {
		j.is.Promise = j.c.Say(key, "lock", j.c.Say("verdict.lock."+lock))
	}
}

// opens says what it is that a lock does not promise, by what brought a run's outcome
// about.
var opens = [...]struct{ cause, what string }{
	{because.NodeClock, "node-clock"}, {because.OwnClock, "client-clock"}, {because.NodeRate, "rates"}, {because.OwnRate, "rates"},
	{because.Paused, "lease"}, {because.Stalled, "lease"}, {because.Outlasted, "lease"}, {because.Late, "lease"},
	{because.Uncounted, "lease"}, {because.Unrenewed, "lease"},
	{because.DataLost, "keys"}, {because.Flushed, "keys"}, {because.Evicted, "keys"}, {because.Typed, "command"},
	{because.Promoted, "failover"}, {because.Moved, "failover"}, {because.Copied, "failover"},
	{because.Twice, "twice"}, {because.Apart, "apart"}, {because.NoLock, "no-lock"},
	{because.Sent, "late"}, {because.Delayed, "late"}, {because.Doubled, "twice-sent"},
}

// opening is the phrase of what is not promised: that of the first cause that has one.
// That somebody waits for a while breaks no promise, whatever the cause.
func (j *judge) opening() string {
	if j.is.Outcome == trace.VerdictStuck {
		if j.find(trace.RuleDeadlock) != nil {
			return "verdict.open.deadlock"
		}
		return ""
	}
	for i := range j.causes {
		for _, o := range opens {
			if o.cause == j.causes[i].Kind {
				return "verdict.open." + o.what
			}
		}
	}
	return "verdict.open"
}

// held tells who was inside in a run that came to no harm.
func (j *judge) held() {
	var names, tried []string
	apart := true // one after another
	var end trace.Time
	for i := range j.why.Stays {
		s := &j.why.Stays[i]
		if !slices.Contains(names, s.Who) {
			names = append(names, s.Who)
		}
		apart = apart && (i == 0 || end != 0 && s.From >= end)
		end = s.To
	}
	for _, e := range j.events {
		if e.Kind == trace.Phase && e.Phase == trace.PhaseGaveUp && e.Activity == "" && !slices.Contains(names, e.Who) && !slices.Contains(tried, e.Who) {
			tried = append(tried, e.Who)
		}
	}
	switch n := len(j.why.Stays); {
	case n == 0:
		j.open("nobody")
	case n == 1 && end == 0:
		j.open("held")
		j.more(j.c.Say("verdict.held.open", "who", names[0], "from", j.time(j.why.Stays[0].From)))
	case n == 1:
		j.open("held")
		j.more(j.c.Say("verdict.held.one", "who", names[0], "from", j.time(j.why.Stays[0].From), "to", j.time(end)))
	case len(names) == 1:
		j.open("held")
		j.more(j.c.Say("verdict.held.same", "who", names[0]))
	case apart:
		j.open("held")
		j.more(j.c.Say("verdict.held", "names", words.List(j.c, names)))
	default:
		j.open("held")
		j.more(j.c.Say("verdict.held.places", "names", words.List(j.c, names)))
	}
	j.short()
	switch {
	case len(tried) > 0:
		j.more(j.c.Say("verdict.gave-up", "names", words.List(j.c, tried)))
	case len(names) == 0:
		j.more(j.c.Say("verdict.nobody"))
	}
	j.besides()
}

// short tells of the first stay that was cut short.
func (j *judge) short() {
	for i := range j.why.Stays {
		s := &j.why.Stays[i]
		switch {
		case s.Crashed:
			j.more(j.c.Say("verdict.held.crashed", "who", s.Who, "t", j.time(s.To)))
			return
		case s.Cut:
			j.more(j.c.Say("verdict.held.cut", "who", s.Who, "t", j.time(s.To)))
			return
		}
	}
}

// besides tells of the first rule that broke without harm.
func (j *judge) besides() {
	for _, e := range j.events {
		if e.Kind != trace.Violation {
			continue
		}
		j.is.At, j.is.Seq = e.T, e.Seq
		j.more(j.c.Say("verdict.besides", "t", j.time(e.T), "what", j.says(e)))
		if e.Promised {
			j.promise(true, e.Who)
		}
		return
	}
}
