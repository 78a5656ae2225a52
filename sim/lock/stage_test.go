package lock_test

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// stage is a small world for one client: servers that answer from functions, a
// network in which every way takes a millisecond, and a journal of what happened.
// What many clients do to each other is package world's to show.
type stage struct {
	now     trace.Time     // true time, which the monotonic clock shows
	ahead   trace.Duration // how far the wall clock is ahead of it
	servers map[trace.NodeID]handler
	asks    []question
	events  []trace.Event
	lines   []string
	players []*player
	tokens  int

	// cue, if set, is called when an activity begins a phase.
	cue func(p *player, ph lock.Phase)

	// heard, if set, is called after an activity has reported something.
	heard func(p *player, e trace.Event)

	// look, if set, is called before a clock is read, with how often one was.
	look  func(n int)
	looks int
}

// handler answers a command.
type handler func(at trace.Local, cmd []string) answer

// answer is what a handler says, or its silence, which need not mean that it did
// nothing.
type answer struct {
	text   string
	silent bool
	takes  trace.Duration // how much longer than the usual way
}

var silence = answer{silent: true}

func say(text string) answer { return answer{text: text} }

// always gives one answer to everything.
func always(text string) handler {
	return func(trace.Local, []string) answer { return say(text) }
}

func silent(trace.Local, []string) answer { return silence }

// saying answers commands by their first word, with the last answer again once
// there is no other.
func saying(answers map[string][]string) handler {
	given := make(map[string]int)
	return func(_ trace.Local, cmd []string) answer {
		verb := cmd[0]
		list := answers[verb]
		if len(list) == 0 {
			return silence
		}
		text := list[min(given[verb], len(list)-1)]
		given[verb]++
		if text == "" {
			return silence
		}
		return say(text)
	}
}

// question is what one node was asked.
type question struct {
	lock.Question
	at   trace.Time
	who  string
	node trace.NodeID
}

// usualWay is how long a message takes.
const usualWay = ms

// player is one activity on the stage: an Env.
type player struct {
	s       *stage
	name    string
	attempt int
	wakes   trace.Time
	yield   func(struct{}) bool
	next    func() (struct{}, bool)
	kill    func()
	over    bool
}

var _ lock.Env = (*player)(nil)

// dead unwinds a player that was killed.
type dead struct{}

// play plays a client's whole life.
func (s *stage) play(t *testing.T, o lock.Options, job lock.Job) {
	t.Helper()
	s.enter("", func(e lock.Env) { lock.Do(e, o, job) })
	for turns := 0; ; turns++ {
		if turns == 100_000 {
			t.Fatalf("it does not end:\n%s", s.journal())
		}
		ready := slices.DeleteFunc(slices.Clone(s.players), func(p *player) bool { return p.over })
		if len(ready) == 0 {
			return
		}
		p := slices.MinFunc(ready, func(a, b *player) int { return cmp.Compare(a.wakes, b.wakes) })
		s.now = max(s.now, p.wakes)
		if _, more := p.next(); !more {
			p.over = true
		}
	}
}

func (s *stage) enter(name string, f func(lock.Env)) *player {
	p := &player{s: s, name: name, wakes: s.now}
	p.next, p.kill = iter.Pull(func(yield func(struct{}) bool) {
		p.yield = yield
		defer func() {
			if r := recover(); r != nil && r != any(dead{}) {
				panic(r)
			}
		}()
		f(p)
	})
	s.players = append(s.players, p)
	return p
}

// crash ends the whole process where it stands.
func (s *stage) crash() {
	for _, p := range s.players {
		p.over = true
	}
	panic(dead{})
}

// pause lets time pass in which the process does nothing.
func (s *stage) pause(d trace.Duration) { s.now = s.now.Add(d) }

func (p *player) Stop() {
	p.kill()
	p.over = true
}

// sleep lets others have their turn.
func (p *player) sleep(d trace.Duration) {
	p.wakes = p.s.now.Add(d)
	if !p.yield(struct{}{}) {
		panic(dead{})
	}
}

func (p *player) writef(format string, args ...any) {
	who := "A"
	if p.name != "" {
		who = p.name
	}
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	p.s.lines = append(p.s.lines, fmt.Sprintf("%12s  %-8s  %s", trace.Duration(p.s.now), who, text))
}

func (s *stage) journal() string { return strings.Join(s.lines, "\n") + "\n" }

func (p *player) Attempt() { p.attempt++ }

func (p *player) Now() trace.Local {
	p.s.looks++
	if p.s.look != nil {
		p.s.look(p.s.looks)
	}
	return trace.Local(p.s.now)
}

func (p *player) Wall() trace.Local { return p.Now().Add(p.s.ahead) }

func (p *player) Sleep(ph lock.Phase, d trace.Duration) {
	p.writef("%s for %v", ph, d)
	p.s.events = append(p.s.events, trace.Event{Kind: trace.Phase, T: p.s.now, Activity: p.name, Phase: string(ph), Lasts: d})
	p.sleep(d)
}

func (p *player) Phase(ph lock.Phase) {
	p.writef("- %s", ph)
	p.s.events = append(p.s.events, trace.Event{Kind: trace.Phase, T: p.s.now, Activity: p.name, Phase: string(ph)})
	if p.s.cue != nil {
		p.s.cue(p, ph)
	}
}

func (p *player) Token() string {
	p.s.tokens++
	return fmt.Sprintf("t%d", p.s.tokens)
}

func (p *player) Random(_ string, most trace.Duration) trace.Duration { return most / 2 }

func (p *player) Go(name string, f func(lock.Env)) lock.Task { return p.s.enter(name, f) }

func (p *player) Report(e trace.Event) {
	e.T, e.Activity, e.Attempt = p.s.now, p.name, p.attempt
	p.s.events = append(p.s.events, e)
	p.writef("%s", sentence(e))
	if p.s.heard != nil {
		p.s.heard(p, e)
	}
}

// sentence is an event in the journal's words.
func sentence(e trace.Event) string {
	var b strings.Builder
	b.WriteString(strings.ToUpper(e.Kind.String()))
	add := func(name string, value any, there bool) {
		if there {
			fmt.Fprintf(&b, " %s %v", name, value)
		}
	}
	add("acks", e.Acks, e.Kind == trace.Decide)
	add("of", e.Need, e.Kind == trace.Decide)
	add("elapsed", e.Elapsed, e.Kind == trace.Decide)
	add("validity", e.Validity, e.Kind == trace.Decide)
	add("token", e.Token, e.Token != "")
	switch {
	case e.Kind != trace.Hold && e.Kind != trace.Extend:
	case e.Until == trace.Forever:
		add("for", "ever", true)
	default:
		add("until", trace.Duration(e.Until), true)
	}
	add("fence", e.Fence, e.Fence != 0)
	add("resource", e.Resource, e.Resource != "")
	add("why:", e.Why, e.Why != "")
	return b.String()
}

func (p *player) Ask(q lock.Question) []lock.Reply {
	replies := make([]lock.Reply, len(q.Nodes))
	if q.Order == lock.Parallel {
		p.ask(q, q.Nodes, replies)
		return replies
	}
	for i := range q.Nodes {
		p.ask(q, q.Nodes[i:i+1], replies[i:i+1])
	}
	return replies
}

func (p *player) ask(q lock.Question, nodes []trace.NodeID, replies []lock.Reply) {
	began := p.s.now
	for _, n := range nodes {
		p.s.asks = append(p.s.asks, question{Question: q, at: p.s.now, who: p.name, node: n})
	}
	p.sleep(usualWay)
	most := 2 * usualWay
	for i, n := range nodes {
		serve := p.s.servers[n]
		if serve == nil {
			serve = silent
		}
		a := serve(trace.Local(p.s.now), q.Cmd)
		replies[i].Node = n
		if a.silent || 2*usualWay+a.takes >= q.Timeout {
			p.writef("%s %s: %s -> (silence)", q.Step, n, worded(q.Cmd))
			most = max(most, q.Timeout)
			continue
		}
		replies[i] = lock.Reply{Node: n, Answered: true, Text: a.text, OK: q.Granted(a.text)}
		p.writef("%s %s: %s -> %s", q.Step, n, worded(q.Cmd), a.text)
		most = max(most, 2*usualWay+a.takes)
	}
	p.sleep(most - p.s.now.Sub(began))
}

// worded is a command without the text of its script.
func worded(cmd []string) string {
	if cmd[0] == "EVAL" {
		cmd = append([]string{"EVAL", scripts[cmd[1]]}, cmd[3:]...)
	}
	return strings.Join(cmd, " ")
}

var scripts = map[string]string{
	lock.CompareAndDelete:   "compare-and-delete",
	lock.CompareAndExpire:   "compare-and-expire",
	lock.CompareAndSet:      "compare-and-set",
	lock.SetIfMineOrMissing: "set-if-mine-or-missing",
	lock.TakeAgain:          "take-again",
	lock.GiveBackOne:        "give-back-one",
	lock.ExpireIfMine:       "expire-if-mine",
}

// of returns the events of a kind.
func (s *stage) of(k trace.Kind) []trace.Event { return of(s.events, k, "") }

// the returns the one event of a kind.
func (s *stage) the(t *testing.T, k trace.Kind) trace.Event {
	t.Helper()
	list := s.of(k)
	if len(list) != 1 {
		t.Fatalf("there are %d %s events and not one:\n%s", len(list), k, s.journal())
	}
	return list[0]
}

// asked returns the questions of a step.
func (s *stage) asked(step string) []question {
	return slices.DeleteFunc(slices.Clone(s.asks), func(q question) bool { return q.Step != step })
}

// whom returns the nodes that were asked a step, in order.
func (s *stage) whom(step string) []trace.NodeID {
	var list []trace.NodeID
	for _, q := range s.asked(step) {
		list = append(list, q.node)
	}
	return list
}

// phases returns an activity's phases, in order.
func (s *stage) phases(activity string) []lock.Phase {
	var list []lock.Phase
	for _, e := range s.events {
		if e.Kind == trace.Phase && e.Activity == activity {
			list = append(list, lock.Phase(e.Phase))
		}
	}
	return list
}
