package sentinel

import (
	"slices"
	"strconv"
)

// ask asks the other sentinels about the primary while it seems down and, while
// this one is a candidate, for their votes.
func (s *Sentinel) ask() {
	if !s.primary().down {
		return
	}
	m := Down{Primary: s.disk.primary, Epoch: s.disk.epoch}
	if s.failover.state == electing {
		m.Candidate = s.config.ID
	}
	for _, p := range s.peers {
		if s.now >= p.askAt {
			p.askAt = s.now.Add(s.config.AskEvery)
			s.send(p.id, m)
		}
	}
}

// opine answers another sentinel's question. It gives its vote only if both speak
// of the same primary.
func (s *Sentinel) opine(p *peer, m Down) {
	s.learn(m.Epoch)
	o := Opinion{Primary: m.Primary}
	if m.Primary == s.disk.primary {
		o.Down = s.primary().down
		if m.Candidate != "" {
			o.Leader, o.Epoch = s.vote(m.Epoch, m.Candidate)
		}
	}
	s.send(p.id, o)
}

// hear takes another sentinel's answer.
func (s *Sentinel) hear(p *peer, m Opinion) {
	s.learn(m.Epoch)
	if m.Primary != s.disk.primary {
		return
	}
	p.down, p.downSince = m.Down, s.now
	if m.Leader != "" && m.Epoch >= p.epoch {
		p.leader, p.epoch = m.Leader, m.Epoch
	}
}

// learn takes note of an epoch. A candidate of an earlier one cannot win any more.
func (s *Sentinel) learn(epoch int64) {
	if epoch <= s.disk.epoch {
		return
	}
	s.disk.epoch = epoch
	if s.failover.state == electing {
		s.abort(WhyOvertaken)
	}
}

// vote gives this epoch's vote to the candidate if it is still there to give, and
// returns whom it last voted for, and in which epoch.
func (s *Sentinel) vote(epoch int64, candidate string) (string, int64) {
	if epoch > s.disk.voteEpoch && epoch >= s.disk.epoch {
		s.disk.vote, s.disk.voteEpoch = candidate, epoch
		s.note(Fact{What: Voted, Node: s.disk.primary, Epoch: epoch, Votes: []string{candidate}})
		if candidate != s.config.ID {
			s.standing = false
			s.holdBack()
		}
	}
	return s.disk.vote, s.disk.voteEpoch
}

// holdBack keeps the sentinel from standing for two failover timeouts, and a
// little, so that not all who wait come back at once.
func (s *Sentinel) holdBack() {
	wait := 2*s.config.FailoverTimeout + s.random("retry after epoch "+strconv.FormatInt(s.disk.epoch, 10), retryJitter)
	s.retryAt = s.now.Add(wait)
}

// stand begins an election in the next epoch.
func (s *Sentinel) stand() {
	s.standing = false
	s.disk.epoch++
	s.failover = failover{
		state: electing, epoch: s.disk.epoch, old: s.disk.primary,
		deadline: s.now.Add(min(electionTimeout, s.config.FailoverTimeout)),
	}
	s.note(Fact{What: Stood, Node: s.disk.primary, Epoch: s.disk.epoch})
	s.vote(s.disk.epoch, s.config.ID)
	s.holdBack()
	for _, p := range s.peers {
		p.askAt = s.now
	}
}

// votes returns who voted for this sentinel in the election that it stands in.
func (s *Sentinel) votes() []string {
	epoch := s.failover.epoch
	var votes []string
	if s.disk.vote == s.config.ID && s.disk.voteEpoch == epoch {
		votes = append(votes, s.config.ID)
	}
	for _, p := range s.peers {
		if p.leader == s.config.ID && p.epoch == epoch {
			votes = append(votes, p.id)
		}
	}
	slices.Sort(votes)
	return votes
}
