package profile_test

import (
	"fmt"
	"slices"
	"strings"

	"lockstep/sim/choice"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

const (
	us = trace.Microsecond
	ms = trace.Millisecond
)

// situation is what a program with a library and a client with its profile both meet:
// nodes in some state, what is done to them later, how each message fares, and what the
// caller wants.
//
// Nothing in it happens at one instant with anything that it could race with: clients act
// and messages arrive at even microseconds, but no reply just when time is up (see fare);
// people act at odd ones, somebody looks at others, and so does a caller's patience end.
type situation struct {
	nodes   int
	actions []run.Action   // by time
	refuse  []trace.NodeID // no process is there: connections are refused at once
	mute    []trace.NodeID // they accept connections, and that is all
	strange bool           // the nodes have never heard of the library's scripts
	roads   roads
	draws   choice.Seeded          // the delays between attempts
	drew    map[int]trace.Duration // or what they were, by attempt

	ttl      trace.Duration // 0 for the library's own
	tries    int            // attempts in all; 0 for as many as the library makes
	every    trace.Duration // the delay between attempts, where a library draws none
	patience trace.Duration // how long the caller waits for the lock; 0 for as long as it takes
	cancels  bool           // by a cancel instead of a deadline
	extends  trace.Duration // when the holder asks for more time, from when it holds; 0 for never
	work     trace.Duration // when it gives the lock back, from when it holds

	client goRedis
	looks  []trace.Time // when to look what is on the nodes
}

// clientStart is when the client begins.
const clientStart = trace.Time(10 * ms)

// usual is a situation in which nothing goes wrong.
func usual(nodes int) *situation {
	return &situation{
		nodes: nodes, roads: each(3*ms, 2*ms), work: 60 * ms,
		looks: looks(50*ms, 500*ms, 3*trace.Second, 9*trace.Second, 20*trace.Second),
	}
}

// options are what the caller tells the library by its calls, in the words of a
// scenario's lock.
func (s *situation) options() (list []run.Param) {
	add := func(name string, value any) {
		list = append(list, run.Param{Name: "lock." + name, Value: fmt.Sprint(value)})
	}
	if s.ttl > 0 {
		add("ttl", s.ttl)
	}
	if s.tries > 0 {
		add("retries", s.tries-1)
	}
	if s.every > 0 {
		add("retry_delay", s.every)
	}
	if s.patience > 0 {
		add("deadline", s.patience)
	}
	if s.extends > 0 {
		add("watchdog", s.extends)
		add("max_extensions", 1)
	}
	if s.client == asItComes && len(s.refuse) == 0 { // connecting heeds the context even so
		add("node_timeout", "5s")
	}
	return list
}

// fate is what becomes of a message.
type fate struct {
	takes trace.Duration
	exact bool // to the microsecond
	lost  bool
	cut   bool // its connection breaks, too
}

func takes(d trace.Duration) fate { return fate{takes: d} }

// roads says how each message fares, by the name that it has in a world.
type roads func(m trace.MsgName) fate

// fare is how a message fares. A question takes two microseconds more than a multiple of
// eight and its reply four, where a timeout is a multiple.
func (s *situation) fare(m trace.MsgName) fate {
	f := s.roads(m)
	switch {
	case f.exact:
		return f
	case m.Reply:
		f.takes = f.takes/8*8 + 4*us
	default:
		f.takes = f.takes/8*8 + 2*us
	}
	return f
}

func looks(at ...trace.Duration) []trace.Time {
	var list []trace.Time
	for _, d := range at {
		list = append(list, trace.Time(d/4*4+us))
	}
	return list
}

// each takes questions and answers so long, and a little longer for each node.
func each(question, answer trace.Duration) roads {
	return func(m trace.MsgName) fate {
		little := trace.Duration(m.Node[1]-'0') * 8 * us
		if m.Reply {
			return takes(answer + little)
		}
		return takes(question + little)
	}
}

// way is which messages are meant: of a step, there (set>) or back (set<).
func way(m trace.MsgName) string {
	if m.Reply {
		return m.Step + "<"
	}
	return m.Step + ">"
}

// but lets some messages of these nodes fare otherwise.
func (s *situation) but(f fate, where []trace.NodeID, ways ...string) {
	usual := s.roads
	s.roads = func(m trace.MsgName) fate {
		if slices.Contains(where, m.Node) && slices.Contains(ways, way(m)) {
			return f
		}
		return usual(m)
	}
}

// once lets them fare so in the first attempt only, and there the first time that the
// command is sent.
func (s *situation) once(f fate, where []trace.NodeID, ways ...string) {
	usual := s.roads
	s.but(f, where, ways...)
	otherwise := s.roads
	s.roads = func(m trace.MsgName) fate {
		if m.Attempt == 1 && m.Copy == 0 {
			return otherwise(m)
		}
		return usual(m)
	}
}

// silent lets no question reach these nodes.
func (s *situation) silent(where ...trace.NodeID) { s.but(lost, where, "set>", "del>", "extend>") }

var lost = fate{takes: 8 * us, lost: true}

// nodes names n nodes.
func nodes(n int) []trace.NodeID { return []trace.NodeID{"n1", "n2", "n3", "n4", "n5"}[:n] }

// do lets somebody run a command on these nodes.
func (s *situation) do(at trace.Duration, where []trace.NodeID, args ...string) {
	for _, n := range where {
		s.act(run.Action{At: trace.Time(at), Verb: run.Command, Target: string(n), Args: args})
	}
}

// act lets people do something: at the very beginning, or later.
func (s *situation) act(a run.Action) {
	if a.At > 0 {
		a.At = a.At/4*4 + 3
	}
	s.actions = append(s.actions, a)
	slices.SortStableFunc(s.actions, func(a, b run.Action) int { return int(a.At - b.At) })
}

// taken puts somebody else's key on these nodes before anything else happens.
func (s *situation) taken(where ...trace.NodeID) { s.do(0, where, "SET", "lock", "somebody") }

// dead takes these machines down before anything else happens: nobody is there who could
// refuse a connection.
func (s *situation) dead(where ...trace.NodeID) {
	for _, n := range where {
		s.act(run.Action{Verb: run.Crash, Target: string(n)})
	}
}

// stopped ends the processes of these nodes, of which the machines go on. A world has
// nobody who refuses a connection: nothing is heard from there either way.
func (s *situation) stopped(where ...trace.NodeID) {
	s.refuse = where
	s.dead(where...)
}

// muted lets these nodes accept connections and never say a word.
func (s *situation) muted(where ...trace.NodeID) {
	s.mute = where
	s.silent(where...)
}

// full takes all the memory of these nodes, so that they answer a SET with an error.
func (s *situation) full(where ...trace.NodeID) { s.do(0, where, "EVAL", fill, "0") }

const fill = `local i = 0
for _, size in ipairs({60000, 1000, 10}) do
	local text = ('x'):rep(size)
	repeat
		i = i + 1
		local r = redis.pcall('set', 'full' .. i, text)
	until r.err
end`

// Choose implements choice.Chooser for a world whose links are all open.
func (s *situation) Choose(key string, n uint64) uint64 {
	about, name, _ := strings.Cut(key, " ")
	m, ok := trace.ParseMsg(name)
	var attempt int
	switch {
	case about == "latency" && ok:
		return uint64(s.fare(m).takes)
	case about == "loss" && ok:
		if f := s.fare(m); f.lost || f.cut {
			return 0
		}
		return n - 1
	case about == "retry":
		fmt.Sscanf(name, "A/%d", &attempt)
		return min(uint64(s.drawn(attempt)), n-1)
	}
	return choice.Seeded(1).Choose(key, n)
}

// drawn is how much longer than it must the caller waits after an attempt: a whole number
// of milliseconds, up to what redsync draws at most.
func (s *situation) drawn(attempt int) trace.Duration {
	if s.drew != nil {
		return s.drew[attempt]
	}
	return trace.Duration(s.draws.Choose(fmt.Sprint("delay ", attempt), 200)) * ms
}
