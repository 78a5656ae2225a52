package trace

import "slices"

func (s *State) fault(e *Event) {
	if e.Why != "" { // it had nothing to act on
		return
	}
	for _, link := range e.Links {
		s.changeLink(link, func(l *LinkState) {
			switch e.What {
			case WhatPartition:
				l.Cut = true
			case WhatLose:
				l.PPM = e.PPM
			case WhatSlow:
				l.Slow = e.Lasts
			}
		})
	}
	if n := s.Node(NodeID(e.Who)); n != nil {
		s.faultOfNode(n, e)
	}
	if c := s.Client(ClientID(e.Who)); c != nil {
		s.faultOfClient(c, e)
	}
	if m := s.Message(e.Msg); m != nil && e.What == WhatDelay {
		m.Arrive = e.Arrive
	}
}

func (s *State) faultOfNode(n *NodeState, e *Event) {
	switch e.What {
	case WhatCrash:
		n.Down, n.Since, n.Data = true, e.T, e.Data
		s.set(n, e.Keys, "", GhostLost)
		if e.Data == DataLose {
			for len(n.Keys) > 0 {
				s.remove(n, n.Keys[0].Name, GhostLost)
			}
		}
	case WhatFlush, WhatEvict:
		s.set(n, e.Keys, Operator, GhostDeleted)
	}
}

func (s *State) faultOfClient(c *ClientState, e *Event) {
	switch e.What {
	case WhatCrash:
		c.Down, c.DownAt, c.Paused, c.Stalled, c.Inside = true, e.T, false, false, false
		c.File, c.Line = "", 0
		c.Others = nil
		s.forget(c)
	case WhatPause:
		if !c.Paused {
			c.PausedAt, c.Returns = e.T, 0
		}
		// Of pauses that overlap, the one that ends last counts.
		c.Paused, c.Returns = true, max(c.Returns, e.T+Time(e.Lasts))
	case WhatStall:
		if !c.Stalled {
			c.StallAt, c.Recovers = e.T, 0
		}
		c.Stalled, c.Recovers = true, max(c.Recovers, e.T+Time(e.Lasts))
	}
}

// changeLink changes the link of that name, and forgets it once it is as usual.
func (s *State) changeLink(name string, change func(*LinkState)) {
	from, to, _ := ParseLink(name)
	l := s.Link(from, to)
	change(&l)
	s.Links = slices.DeleteFunc(s.Links, func(x LinkState) bool { return x.From == from && x.To == to })
	if l != (LinkState{From: from, To: to}) {
		s.Links = append(s.Links, l)
	}
}

func (s *State) heal(e *Event) {
	for _, link := range e.Links {
		s.changeLink(link, func(l *LinkState) {
			switch e.What {
			case WhatPartition:
				l.Cut = false
			case WhatLose:
				l.PPM = 0
			case WhatSlow:
				l.Slow = 0
			}
		})
	}
	if n := s.Node(NodeID(e.Who)); n != nil && e.What == WhatRestart {
		n.Down = false
	}
	if c := s.Client(ClientID(e.Who)); c != nil {
		switch e.What {
		case WhatRestart:
			c.Down = false
		case WhatPause:
			c.Paused = false
		case WhatStall:
			c.Stalled = false
		}
	}
}

func (s *State) setClock(e *Event) {
	if n := s.Node(NodeID(e.Who)); n != nil {
		c := Clocks{Wall: n.Clock}
		c.Set(e.T, e.Offset, e.Rate)
		n.Clock = c.Wall
	}
	if c := s.Client(ClientID(e.Who)); c != nil {
		both := Clocks{Wall: c.WallClock, Steady: c.Clock}
		both.Set(e.T, e.Offset, e.Rate)
		c.WallClock, c.Clock = both.Wall, both.Steady
		if c.Wall {
			c.Clock = both.Wall
		}
	}
}
