package sentinel

import "lockstep/sim/trace"

// adopt takes another sentinel's configuration if it is newer than its own.
func (s *Sentinel) adopt(m Announcement) {
	s.learn(m.Epoch)
	if m.ConfigEpoch <= s.disk.configEpoch || s.node(m.Primary) == nil {
		return
	}
	if m.Primary == s.disk.primary {
		s.disk.configEpoch = m.ConfigEpoch
		return
	}
	s.switchTo(m.Primary, m.ConfigEpoch)
}

// tell announces the configuration, if there ever was a failover and it is time to.
func (s *Sentinel) tell() {
	if s.disk.configEpoch == 0 || s.now < s.tellAt {
		return
	}
	s.tellAt = s.now.Add(s.config.TellEvery)
	for _, p := range s.peers {
		s.send(p.id, Announcement{Epoch: s.disk.epoch, Primary: s.disk.primary, ConfigEpoch: s.disk.configEpoch})
	}
}

// switchTo makes another node the configured primary. What was known of the old
// one, and of who follows whom, is known no more.
func (s *Sentinel) switchTo(primary trace.NodeID, configEpoch int64) {
	s.note(Fact{What: Switched, Node: primary, From: s.disk.primary, Epoch: configEpoch})
	s.disk.primary, s.disk.configEpoch = primary, configEpoch
	s.disk.epoch = max(s.disk.epoch, configEpoch)
	s.odown, s.standing, s.retryAt = false, false, 0
	s.failover = failover{}
	for _, n := range s.nodes {
		n.known, n.told = false, false
	}
	for _, p := range s.peers {
		p.down = false
	}
}
