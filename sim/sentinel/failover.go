package sentinel

import (
	"cmp"
	"slices"
	"strconv"

	"lockstep/sim/trace"
)

// failover is how far this sentinel is with the failover that it stands for, or
// leads.
type failover struct {
	state    state
	epoch    int64
	deadline trace.Local // of the state
	old      trace.NodeID
	choice   trace.NodeID // the replica that is to become the primary
	asked    int          // the last ping sent to it before it was told so
	votes    []string     // who made this sentinel the leader
}

type state uint8

const (
	idle          state = iota
	electing            // it is a candidate
	promoting           // it leads, and waits for its choice to become a primary
	reconfiguring       // that is done; the other replicas are to follow
)

// step takes the failover one state further and tells whether it did.
func (s *Sentinel) step() bool {
	f := &s.failover
	switch f.state {
	case idle:
		return s.stepIdle()
	case electing:
		if votes := s.votes(); len(votes) >= s.config.majority() {
			f.votes = votes
			s.lead()
			return true
		}
		if s.now >= f.deadline {
			s.abort(WhyNotElected)
			return true
		}
	case promoting:
		if s.now >= f.deadline {
			s.abort(WhyNotPromoted)
			return true
		}
	case reconfiguring:
		if s.now >= f.deadline || s.allFollow() {
			s.failover = failover{}
			return true
		}
	}
	return false
}

// stepIdle stands for election if the primary is objectively down and nothing
// forbids it.
func (s *Sentinel) stepIdle() bool {
	if !s.odown || s.now < s.retryAt {
		s.standing = false
		return false
	}
	if !s.standing {
		s.standing = true
		s.standAt = s.now.Add(s.random("stand in epoch "+strconv.FormatInt(s.disk.epoch+1, 10), standDelay))
	}
	if s.now < s.standAt {
		return false
	}
	s.stand()
	return true
}

// lead selects a replica and tells it to become the primary.
func (s *Sentinel) lead() {
	f := &s.failover
	s.note(Fact{What: Elected, Node: f.old, Epoch: f.epoch, Votes: f.votes})
	choice := s.best()
	if choice == nil {
		s.abort(WhyNoGoodReplica)
		return
	}
	f.state, f.choice, f.deadline = promoting, choice.id, s.now.Add(s.config.FailoverTimeout)
	s.note(Fact{What: Selected, Node: choice.id, From: f.old, Epoch: f.epoch})
	s.promote(choice)
}

func (s *Sentinel) promote(n *node) {
	s.failover.asked = n.pinged
	s.send(string(n.id), ReplicaOf{})
}

// best returns the replica to promote, or nil if none is good.
func (s *Sentinel) best() *node {
	var good []*node
	for _, n := range s.nodes {
		recent := n.known && s.now.Sub(n.answered) <= 5*s.config.PingEvery
		if n.id != s.disk.primary && !n.down && recent && s.config.priority(n.id) > 0 {
			good = append(good, n)
		}
	}
	if len(good) == 0 {
		return nil
	}
	return slices.MinFunc(good, func(a, b *node) int {
		return cmp.Or(
			cmp.Compare(s.config.priority(a.id), s.config.priority(b.id)),
			cmp.Compare(b.offset, a.offset),
			cmp.Compare(a.id, b.id),
		)
	})
}

// watchPromotion looks at an answer of the replica that was told to become the
// primary. Only a ping that was sent afterwards says what came of it.
func (s *Sentinel) watchPromotion(n *node) {
	f := &s.failover
	if f.state != promoting || n.id != f.choice || n.heard <= f.asked {
		return
	}
	if n.follows != "" {
		s.promote(n)
		return
	}
	s.note(Fact{What: Promoted, Node: n.id, From: f.old, Epoch: f.epoch, Votes: f.votes})
	done := *f
	s.switchTo(n.id, done.epoch)
	done.state, done.deadline = reconfiguring, s.now.Add(s.config.FailoverTimeout)
	s.failover = done
	for _, other := range s.nodes {
		if s.mustFollow(other) {
			s.follow(other)
		}
	}
	s.tellAt = s.now
}

// mustFollow tells whether the failover is not over before this node follows. The
// old primary need not: it is taken care of when it comes back.
func (s *Sentinel) mustFollow(n *node) bool {
	return n.id != s.failover.choice && n.id != s.failover.old && !n.down
}

func (s *Sentinel) allFollow() bool {
	for _, n := range s.nodes {
		if s.mustFollow(n) && (!n.known || n.follows != s.disk.primary) {
			return false
		}
	}
	return true
}

func (s *Sentinel) abort(why string) {
	s.note(Fact{What: Aborted, Node: s.failover.old, Epoch: s.failover.epoch, Why: why})
	s.failover = failover{}
}
