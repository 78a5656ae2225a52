package world

import (
	"lockstep/sim/redis/resp"
	"lockstep/sim/run"
	"lockstep/sim/sentinel"
	"lockstep/sim/trace"
)

// sentinelHost is a machine with one Redis Sentinel on it. What sentinels say to each
// other and to nodes is under way like any message; heartbeats are silent, or they
// would drown the trace.
type sentinelHost struct {
	endpoint
	w          *world
	sentinel   *sentinel.Sentinel
	sent       map[string]int // how many messages of a step have gone to somebody
	votes      []string       // those that elected it last
	due        trace.Time     // of its next tick
	generation int
}

// service is the name under which clients ask sentinels for the primary.
const service = "lock"

// watch makes the sentinel that looks after the primary and its replicas.
func (g *sentinelHost) watch(primary *host) error {
	c := sentinel.Config{
		ID: g.name, Name: service, Nodes: []trace.NodeID{primary.id}, Priorities: make(map[trace.NodeID]int),
		DownAfter: g.w.config.Replication.DownAfter, Quorum: g.w.config.Replication.Quorum,
		FailoverTimeout: g.w.config.Replication.FailoverTimeout,
		Random: func(key string, most trace.Duration) trace.Duration {
			return trace.Duration(g.w.choose.Choose("sentinel "+key, uint64(most)+1))
		},
	}
	for i := range g.w.config.Nodes {
		switch n := &g.w.config.Nodes[i]; n.Role {
		case trace.RolePrimary: // it may become a replica
			c.Priorities[n.ID] = n.Priority
		case trace.RoleReplica:
			c.Nodes = append(c.Nodes, n.ID)
			c.Priorities[n.ID] = n.Priority
		case trace.RoleSentinel:
			if string(n.ID) != g.name {
				c.Sentinels = append(c.Sentinels, string(n.ID))
			}
		}
	}
	var err error
	g.sentinel, err = sentinel.New(c, g.now())
	return err
}

func (g *sentinelHost) now() trace.Local { return g.clocks.Steady.At(g.w.t) }

// tick lets the sentinel do what is due.
func (g *sentinelHost) tick() {
	g.due = none
	g.take(nil, g.sentinel.Tick(g.now()))
}

// arm schedules its next tick.
func (g *sentinelHost) arm() {
	due := max(g.w.t, g.clocks.Steady.When(g.sentinel.Next()))
	if due == g.due {
		return
	}
	g.due = due
	g.generation++
	g.w.queue.push(item{at: due, class: ordinary, do: doTick, machine: g, generation: g.generation})
}

// take sends and tells what came of a tick, or of a message: unless what it found let
// something loose that takes it down before it can say the rest.
func (g *sentinelHost) take(of *message, outs []sentinel.Out) {
	life := g.life
	for i := range outs {
		out := &outs[i]
		if out.Msg != nil {
			g.send(of, out)
			continue
		}
		g.note(&out.Fact)
		if g.w.carryOut(); g.life != life {
			return
		}
	}
	g.arm()
}

func (g *sentinelHost) send(of *message, out *sentinel.Out) {
	step := out.Msg.Step()
	name := trace.MsgName{Client: trace.ClientID(g.name), Step: step, Node: trace.NodeID(out.To)}
	if _, ok := out.Msg.(sentinel.Opinion); ok && of != nil {
		name = of.name
		name.Reply = true
	} else {
		g.sent[step+">"+out.To]++
		name.Attempt = g.sent[step+">"+out.To]
	}
	to := g.w.machine(out.To)
	g.w.request(&message{
		name: name, text: name.String(), purpose: purposes[step], silent: purposes[step] == "",
		from: g, to: to, cargo: &mail{out.Msg, g.votes},
	})
}

// purposes of what sentinels send and receive, by step; the other steps are
// silent.
var purposes = map[string]trace.Purpose{"vote": trace.ToVote, "replicaof": trace.ToConfigure}

// note tells of what the sentinel has found.
func (g *sentinelHost) note(f *sentinel.Fact) {
	switch f.What {
	case sentinel.SDown, sentinel.SDownEnd:
		g.w.emit(trace.Event{Kind: trace.SDown, Who: g.name, Node: f.Node, OK: f.What == sentinel.SDownEnd})
	case sentinel.ODown:
		g.w.emit(trace.Event{Kind: trace.ODown, Who: g.name, Node: f.Node, Votes: f.Votes})
	case sentinel.Elected:
		g.votes = f.Votes
	}
}

// serve answers a client that asks where the primary is.
func (g *sentinelHost) serve(m *message, r *request) {
	text := g.sentinel.Answer(r.ask.q.Cmd)
	g.w.emit(trace.Event{
		Kind: trace.Exec, Node: trace.NodeID(g.name), Msg: m.text, Who: m.from.end().name, Cmd: shownCmd(r.ask.q.Cmd),
		Reply: shownReply(text), Purpose: m.purpose, OK: r.ask.q.Granted(text), At: trace.ReadAt(g.w.wall(&g.endpoint)),
	})
	life := g.life
	if g.w.carryOut(); g.life == life {
		g.w.reply(m, r, text)
	}
}

func (g *sentinelHost) crash(_ run.Data, by string) []trace.Key {
	g.down, g.crashedBy, g.due = true, by, none
	g.life++
	g.generation++
	return nil
}

// restart brings it back with its configuration, epoch and vote, which are on disk.
func (g *sentinelHost) restart() {
	g.sentinel.Restart(g.now())
	g.arm()
}

// mail is the cargo of what sentinels send and receive.
type mail struct {
	msg   sentinel.Message
	votes []string // those that elected its sender
}

func (x *mail) show(m *message, e *trace.Event) {
	var reply string
	if e.Cmd, reply = x.msg.Text(); m.name.Reply {
		e.Reply, e.OK = reply, true
	}
}

func (x *mail) deliver(w *world, m *message) {
	switch to := m.to.(type) {
	case *sentinelHost:
		to.take(m, to.sentinel.Receive(to.now(), m.from.end().name, x.msg))
	case *host:
		to.hear(m, x)
	}
}

// hear takes what a sentinel says to a node.
func (h *host) hear(m *message, x *mail) {
	by := m.from.(*sentinelHost)
	name := m.name
	name.Reply = true
	answer := &message{name: name, text: name.String(), purpose: m.purpose, silent: m.silent, from: h, to: by}
	switch msg := x.msg.(type) {
	case sentinel.Ping:
		pong := sentinel.Pong{Number: msg.Number, Offset: h.offset()}
		if h.follow.primary != nil {
			pong.Follows = h.follow.primary.id
		}
		answer.cargo = &mail{msg: pong}
	case sentinel.ReplicaOf:
		life := h.life
		h.obey(msg.Primary, trace.Event{Who: by.name, Votes: x.votes})
		if h.w.carryOut(); h.life != life {
			return
		}
		answer.cargo = &mail{msg: done{}}
	default:
		return
	}
	h.w.request(answer)
}

// obey makes the node follow a primary, or nobody.
func (h *host) obey(primary trace.NodeID, e trace.Event) {
	if primary == "" {
		h.promote(e)
		return
	}
	e.Votes = nil
	h.demote(primary, e)
}

// done is a node's answer to a sentinel that configured it. The sentinel goes by
// what the node says of itself at the next ping.
type done struct{}

func (done) Step() string             { return "replicaof" }
func (done) Text() ([]string, string) { return nil, resp.OK.String() }
