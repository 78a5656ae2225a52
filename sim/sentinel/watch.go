package sentinel

import (
	"math"
	"slices"

	"lockstep/sim/trace"
)

// node is what a sentinel knows of a node that it watches.
type node struct {
	id trace.NodeID

	pinged       int  // the number of the last ping
	heard        int  // the number of the latest ping that was answered
	waiting      bool // a ping is unanswered
	waitingSince trace.Local

	known    bool // it has answered since the primary last changed
	answered trace.Local
	follows  trace.NodeID
	since    trace.Local // since when it says that it follows this one
	offset   int64

	down bool // subjectively
	told bool // to follow the primary
}

// ping asks every node, if it is time to.
func (s *Sentinel) ping() {
	if s.now < s.pingAt {
		return
	}
	s.pingAt = s.now.Add(s.config.PingEvery)
	for _, n := range s.nodes {
		if !n.waiting {
			n.waiting, n.waitingSince = true, s.now
		}
		n.pinged++
		s.send(string(n.id), Ping{n.pinged})
	}
}

// pong takes a node's answer. Any answer is a sign of life; one that was overtaken
// by a later one says nothing about what the node is now.
func (s *Sentinel) pong(n *node, m Pong) {
	if m.Number > n.pinged {
		return // it answers to who we were before a crash
	}
	n.waiting = false
	if m.Number < n.heard {
		return
	}
	n.heard = m.Number
	if !n.known || n.follows != m.Follows {
		n.since = s.now
	}
	n.known, n.answered, n.follows, n.offset = true, s.now, m.Follows, m.Offset
	s.watchPromotion(n)
	s.repair(n)
}

// judge finds a node subjectively down, or up again.
func (s *Sentinel) judge(n *node) {
	down := s.now >= s.downAt(n)
	switch {
	case down && !n.down:
		s.note(Fact{What: SDown, Node: n.id})
	case !down && n.down:
		n.since = s.now
		s.note(Fact{What: SDownEnd, Node: n.id})
	}
	n.down = down
}

// downAt is when a node is to be found subjectively down if nothing is heard of it
// before then that says otherwise.
func (s *Sentinel) downAt(n *node) trace.Local {
	at := trace.Local(math.MaxInt64)
	if n.waiting {
		at = n.waitingSince.Add(s.config.DownAfter)
	}
	if n.id == s.disk.primary && n.known && n.follows != "" {
		at = min(at, n.since.Add(s.config.DownAfter+2*s.config.PingEvery))
	}
	return at
}

// agrees tells whether another sentinel finds the primary down, as far as its last
// opinion still counts.
func (s *Sentinel) agrees(p *peer) bool { return p.down && s.now < s.opinionEnds(p) }

// opinionEnds is when another sentinel's last opinion counts no more.
func (s *Sentinel) opinionEnds(p *peer) trace.Local { return p.downSince.Add(5 * s.config.AskEvery) }

// count finds the primary objectively down, or not.
func (s *Sentinel) count() {
	primary := s.primary()
	var agree []string
	if primary.down {
		agree = append(agree, s.config.ID)
		for _, p := range s.peers {
			if s.agrees(p) {
				agree = append(agree, p.id)
			}
		}
		slices.Sort(agree)
	}
	odown := len(agree) >= s.config.Quorum
	switch {
	case odown && !s.odown:
		s.note(Fact{What: ODown, Node: primary.id, Votes: agree})
	case !odown && s.odown:
		s.note(Fact{What: ODownEnd, Node: primary.id})
	}
	s.odown = odown
}

// repair tells a node to follow the primary if it has followed something else for
// too long.
func (s *Sentinel) repair(n *node) {
	f := &s.failover
	switch {
	case n.id == s.disk.primary, f.state == promoting && n.id == f.choice:
		return
	case n.follows == s.disk.primary:
		if n.told {
			n.told = false
			s.note(Fact{What: Reconfigured, Node: n.id, From: s.disk.primary})
		}
		return
	}
	patience := s.config.FailoverTimeout
	switch {
	case f.state == reconfiguring && n.id != f.old:
		patience = reconfigureWait
	case n.follows == "":
		patience = 4 * s.config.TellEvery
	}
	if s.now.Sub(n.since) >= patience && s.primaryIsWell() {
		n.since = s.now // so that it gets as long again before the next time
		s.follow(n)
	}
}

func (s *Sentinel) follow(n *node) {
	n.told = true
	s.send(string(n.id), ReplicaOf{s.disk.primary})
}

// primaryIsWell tells whether the configured primary lives and calls itself one.
func (s *Sentinel) primaryIsWell() bool {
	p := s.primary()
	return p.known && p.follows == "" && !p.down && s.now.Sub(p.answered) <= 2*s.config.PingEvery
}
