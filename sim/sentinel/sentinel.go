package sentinel

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

// A Sentinel is one process. Every now that it is given is a reading of its own
// steady clock.
type Sentinel struct {
	config Config
	disk   disk

	// The rest is in memory, and a crash loses it.
	now   trace.Local
	out   []Out
	nodes []*node
	peers []*peer
	odown bool

	pingAt   trace.Local
	tellAt   trace.Local
	standing bool // it will stand at standAt, if nothing comes between
	standAt  trace.Local
	retryAt  trace.Local // it does not stand before
	failover failover
}

// disk is what a sentinel writes to its configuration file before it answers.
type disk struct {
	epoch       int64 // the highest heard of
	primary     trace.NodeID
	configEpoch int64  // whose leader made it the primary
	vote        string // the sentinel that it last voted for
	voteEpoch   int64  // and in which epoch
}

// peer is another sentinel.
type peer struct {
	id    string
	askAt trace.Local

	down      bool // it said so of the primary
	downSince trace.Local
	leader    string // whom it voted for
	epoch     int64  // in which epoch
}

// New starts a sentinel. The error is for whoever wrote the scenario.
func New(c Config, now trace.Local) (*Sentinel, error) {
	c, err := c.ready()
	if err != nil {
		return nil, err
	}
	s := &Sentinel{config: c, disk: disk{primary: c.Nodes[0]}}
	s.Restart(now)
	return s, nil
}

// Restart is the process coming back after a crash: it knows its configuration,
// epoch and vote, which are on disk, and nothing of how the nodes are.
func (s *Sentinel) Restart(now trace.Local) {
	*s = Sentinel{config: s.config, disk: s.disk, now: now}
	for _, id := range s.config.Nodes {
		s.nodes = append(s.nodes, &node{id: id})
	}
	for _, id := range s.config.Sentinels {
		s.peers = append(s.peers, &peer{id: id})
	}
	s.pingAt = now.Add(s.random("first ping", s.config.PingEvery))
	s.tellAt = now
}

// Primary returns the node that this sentinel's configuration names.
func (s *Sentinel) Primary() trace.NodeID { return s.disk.primary }

// Tick does what is due. What it returns is valid until the next call.
func (s *Sentinel) Tick(now trace.Local) []Out {
	s.begin(now)
	s.ping()
	s.advance()
	return s.out
}

// Receive takes a message that arrived from a node or a sentinel; one that it does
// not expect means nothing. What it returns is valid until the next call.
func (s *Sentinel) Receive(now trace.Local, from string, m Message) []Out {
	s.begin(now)
	switch m := m.(type) {
	case Pong:
		if n := s.node(trace.NodeID(from)); n != nil {
			s.pong(n, m)
		}
	case Down:
		if p := s.peer(from); p != nil {
			s.opine(p, m)
		}
	case Opinion:
		if p := s.peer(from); p != nil {
			s.hear(p, m)
		}
	case Announcement:
		if p := s.peer(from); p != nil {
			s.adopt(m)
		}
	}
	s.advance()
	return s.out
}

func (s *Sentinel) begin(now trace.Local) {
	s.now = now
	s.out = s.out[:0]
}

// advance draws the conclusions from what is known by now.
func (s *Sentinel) advance() {
	for _, n := range s.nodes {
		s.judge(n)
	}
	s.count()
	for s.step() {
	}
	s.ask()
	s.tell()
}

// Next returns when Tick is due next. Every call of Tick, Receive or Restart may
// change it.
func (s *Sentinel) Next() trace.Local {
	next := s.pingAt
	for _, n := range s.nodes {
		if !n.down {
			next = min(next, s.downAt(n))
		}
	}
	if s.primary().down {
		for _, p := range s.peers {
			next = min(next, p.askAt)
			if s.agrees(p) {
				next = min(next, s.opinionEnds(p))
			}
		}
	}
	if s.disk.configEpoch > 0 {
		next = min(next, s.tellAt)
	}
	switch {
	case s.failover.state != idle:
		next = min(next, s.failover.deadline)
	case s.standing:
		next = min(next, s.standAt)
	case s.odown:
		next = min(next, s.retryAt)
	}
	return next
}

// Answer answers a client's SENTINEL get-master-addr-by-name, as redis-cli writes
// it. A node's id stands for its address.
func (s *Sentinel) Answer(cmd []string) string {
	const form = "(error) ERR the form is SENTINEL get-master-addr-by-name name"
	if len(cmd) != 3 || !strings.EqualFold(cmd[0], "SENTINEL") || !strings.EqualFold(cmd[1], "get-master-addr-by-name") {
		return form
	}
	if cmd[2] != s.config.Name {
		return "(nil)"
	}
	return strconv.Quote(string(s.disk.primary))
}

func (s *Sentinel) node(id trace.NodeID) *node {
	for _, n := range s.nodes {
		if n.id == id {
			return n
		}
	}
	return nil
}

// primary returns the watched node that the configuration names.
func (s *Sentinel) primary() *node { return s.node(s.disk.primary) }

func (s *Sentinel) peer(id string) *peer {
	for _, p := range s.peers {
		if p.id == id {
			return p
		}
	}
	return nil
}

func (s *Sentinel) send(to string, m Message) { s.out = append(s.out, Out{To: to, Msg: m}) }

func (s *Sentinel) note(f Fact) { s.out = append(s.out, Out{Fact: f}) }

// random draws a span for an occasion of this sentinel.
func (s *Sentinel) random(occasion string, max trace.Duration) trace.Duration {
	return s.config.Random(s.config.ID+" "+occasion, max)
}
