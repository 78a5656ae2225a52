package world

import (
	_ "crypto/sha256" // for trace.Hasher
	"slices"

	"lockstep/sim/check"
	"lockstep/sim/choice"
	"lockstep/sim/redis"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Engine runs worlds, one at a time, on nodes that it keeps for the next run. It
// must not be used by two goroutines at once.
type Engine struct {
	nodes []*redis.Node
	sites map[uintptr]site
	queue queue
	hash  trace.Hasher

	// events is where a run's trace grows. Its caller gets a copy of just the
	// right size: events are large, and runs differ widely in length.
	events []trace.Event
}

// NewEngine returns an engine. It makes nodes as runs need them.
func NewEngine() *Engine { return &Engine{sites: make(map[uintptr]site)} }

// Close gives up the engine's nodes.
func (e *Engine) Close() {
	for _, n := range e.nodes {
		n.Close()
	}
	e.nodes = nil
}

// Run runs a world to its end, or up to and including until unless that is 0,
// and returns its trace, which ends with an End event. Only a world that cannot be
// made is an error.
func (e *Engine) Run(c *Config, choose choice.Chooser, actions []run.Action, until trace.Time) ([]trace.Event, error) {
	e.queue.reset()
	e.hash.Reset()
	defer func() { clear(e.events) }() // the copy alone keeps what events point to
	w := &world{
		engine: e, config: c, choose: choose, queue: &e.queue,
		check: check.New(), events: e.events[:0],
	}
	defer w.close() // a panic of ours must not leave coroutines behind
	if err := w.build(); err != nil {
		return nil, err
	}
	w.begin(actions)
	w.end(w.loop(until))
	e.events = w.events
	return slices.Clone(w.events), nil
}

// world is one run under way.
type world struct {
	engine *Engine
	config *Config
	choose choice.Chooser
	t      trace.Time
	queue  *queue

	machines  []machine // all there are, by the order of their making
	processes []*process
	alive     int // activities that have not come to their end
	hosts     []*host
	sentinels []*sentinelHost
	quorum    lockService

	flying  []*message     // under way
	errands int            // those of them that somebody waits for, or that change a node
	copies  map[string]int // of messages, by their names
	links   linkFaults

	deeds    []deed
	triggers []trigger // the deeds that wait for an event
	due      []int     // the deeds that an event has let loose

	check  *check.Checker
	events []trace.Event
	text   int // bytes that commands left behind in them
	steps  int // that scripts took
	work   int // keys that were copied in full

	longest trace.Duration // the longest time to live that a client asks for
}

// loop lets things happen in their order and returns why it stopped.
func (w *world) loop(until trace.Time) string {
	busy := trace.Time(0) // when the world was last not quiet
	for {
		next := w.queue.peek()
		switch {
		case w.full() != "":
			return w.full()
		case next == nil || w.quiet() && next.at > busy.Add(w.longest):
			return trace.EndNothingLeft
		case w.stale(next):
			w.queue.pop()
			continue
		case until > 0 && next.at > until:
			w.t = until
			return trace.EndAsked
		case next.at > MaxTime:
			w.t = MaxTime
			return trace.EndTime
		}
		if !w.quiet() {
			busy = next.at
		}
		it := w.queue.pop()
		w.t = it.at
		w.perform(&it)
		w.carryOut()
	}
}

// quiet tells whether nobody does anything any more, nothing is under way, and
// nothing is to be done to the world.
func (w *world) quiet() bool { return w.alive == 0 && w.errands == 0 && w.queue.deeds == 0 }

// emit appends an event to the trace, and right after it the violations that it
// gave rise to.
func (w *world) emit(e trace.Event) {
	if w.full() != "" {
		return // the run ends here, at whatever was going on
	}
	w.append(e)
	for _, v := range w.check.Feed(&w.events[len(w.events)-1]) {
		if w.full() == "" {
			w.append(v)
		}
	}
}

func (w *world) append(e trace.Event) {
	e.Seq, e.T = len(w.events), w.t
	w.text += textOf(&e)
	w.events = append(w.events, e)
	w.engine.hash.Add(&w.events[e.Seq])
	if len(w.triggers) > 0 {
		w.trip(&e)
	}
}

// textOf estimates the bytes that an event keeps of what somebody made up: commands,
// replies, keys, values, and the links that a fault names.
func textOf(e *trace.Event) int {
	const header = 40 // of a trace.Key
	n := len(e.Reply) + len(e.Value) + len(e.Key)
	for i := range e.Keys {
		n += header + len(e.Keys[i].Name) + len(e.Keys[i].Value)
	}
	for _, list := range [...][]string{e.Cmd, e.Links, e.Votes} {
		for _, s := range list {
			n += 16 + len(s)
		}
	}
	return n
}

// room is how many events are kept free for what is found out at the end, and for
// the End itself.
const room = 64

// full tells why the trace takes no more, or "". There is always room left for
// what is found out at the end.
func (w *world) full() string {
	switch {
	case len(w.events) >= MaxEvents-room:
		return trace.EndEvents
	case w.text >= MaxText:
		return trace.EndText
	case w.steps >= MaxScriptSteps:
		return trace.EndScriptSteps
	case w.queue.seq+w.work >= MaxWork:
		return trace.EndWork
	}
	return ""
}

func (w *world) end(why string) {
	if why == trace.EndNothingLeft {
		w.tellUntripped()
	}
	for _, v := range w.check.Finish(w.t) {
		if len(w.events) < MaxEvents-1 {
			w.append(v)
		}
	}
	w.events = append(w.events, trace.Event{
		Kind: trace.End, Seq: len(w.events), T: w.t, Why: why, Verdict: w.check.Outcome(), Hash: w.engine.hash.Sum(),
	})
}

// close stops every coroutine.
func (w *world) close() {
	for _, p := range w.processes {
		p.killAll()
	}
}
