package trace

import "slices"

// Apply folds the next event into the state. It keeps a pointer to e, which
// must not change afterwards.
func (s *State) Apply(e *Event) {
	s.T, s.Seq, s.Last = e.T, e.Seq+1, e
	s.line(e)
	switch e.Kind {
	case Start:
		s.start(e)
	case Phase:
		s.phase(e)
	case Send:
		s.send(e)
	case Deliver:
		s.deliver(e)
	case Drop:
		s.drop(e)
	case Timeout:
		s.answer(e.Msg, NoAnswer)
	case Exec:
		s.exec(e)
	case Expire:
		for _, n := range s.sharing(e.Node) {
			s.remove(n, e.Key, GhostExpired)
		}
	case Decide:
		if c := s.Client(ClientID(e.Who)); c != nil && e.Activity == "" {
			c.Count = e // a renewal's count is its watchdog's affair
		}
	case Hold, Extend, Lost, Release:
		s.believe(e)
	case Enter, Leave:
		if c := s.Client(ClientID(e.Who)); c != nil {
			c.Inside = e.Kind == Enter
		}
	case Read, Write:
		s.touch(e)
	case Replicate:
		s.replicate(e)
	case SDown, ODown, Promote, Demote:
		s.failover(e)
	case Fault:
		s.fault(e)
	case Heal:
		s.heal(e)
	case ClockSet:
		s.setClock(e)
	case Violation:
		s.Broken = append(s.Broken, *e)
	case End:
		s.Stopped = e
	}
}

// line notes where in its source the client that caused e is.
func (s *State) line(e *Event) {
	who := e.Who
	if e.Kind == Send {
		who = e.From
	}
	c := s.Client(ClientID(who))
	switch {
	case c == nil || e.Line == 0:
	case e.Activity == "":
		c.File, c.Line = e.File, e.Line
	default:
		a := c.activity(e.Activity)
		a.File, a.Line = e.File, e.Line
	}
}

// activity returns the client's activity of that name, which it may just have
// begun.
func (c *ClientState) activity(name string) *ActivityState {
	for i := range c.Others {
		if c.Others[i].Name == name {
			return &c.Others[i]
		}
	}
	c.Others = append(c.Others, ActivityState{Name: name})
	return &c.Others[len(c.Others)-1]
}

func (s *State) start(e *Event) {
	for _, n := range e.Nodes {
		s.Nodes = append(s.Nodes, NodeState{NodeInfo: n})
	}
	for _, c := range e.Clients {
		s.Clients = append(s.Clients, ClientState{ClientInfo: c, Votes: make([]Vote, len(e.Nodes))})
	}
	for _, r := range e.Resources {
		s.Resources = append(s.Resources, ResourceState{ResourceInfo: r})
	}
}

func (s *State) phase(e *Event) {
	c := s.Client(ClientID(e.Who))
	if c == nil {
		return
	}
	if e.Activity != "" {
		a := c.activity(e.Activity)
		a.Phase, a.Since, a.Waits = e.Phase, e.T, e.Lasts
		if e.Phase == PhaseDone {
			c.Others = slices.DeleteFunc(c.Others, func(a ActivityState) bool { return a.Name == e.Activity })
		}
		return
	}
	c.Phase, c.Since, c.Waits = e.Phase, e.T, e.Lasts
	if e.Phase == PhaseDone || e.Phase == PhaseGaveUp {
		c.File, c.Line = "", 0
		c.Others = nil
	}
	if e.Attempt == c.Attempt {
		return
	}
	c.Attempt, c.Count, c.OKs = e.Attempt, nil, 0
	clear(c.Votes)
	c.awaited = nil
	s.Messages = slices.DeleteFunc(s.Messages, func(m Message) bool {
		if !m.Lost {
			return false
		}
		name, _ := ParseMsg(m.Name)
		return name.Client == c.ID
	})
}

// ask takes a request for a node's vote, unless it is a copy, of which the
// client knows nothing.
func (s *State) ask(msg string) {
	name, ok := ParseMsg(msg)
	c := s.Client(name.Client)
	if !ok || c == nil || name.Attempt != c.Attempt || name.Copy > 0 {
		return
	}
	c.awaited = append(c.awaited, name)
	s.vote(c, name.Node, Asked)
}

// answer takes what came of the request that msg is or replies to, if the client
// still waits for it.
func (s *State) answer(msg string, v Vote) {
	name, ok := ParseMsg(msg)
	c := s.Client(name.Client)
	if !ok || c == nil {
		return
	}
	name.Reply = false
	if i := slices.Index(c.awaited, name); i >= 0 {
		c.awaited = slices.Delete(c.awaited, i, i+1)
		if v == Granted {
			c.OKs++
		}
		s.vote(c, name.Node, v)
	}
}

func (s *State) vote(c *ClientState, node NodeID, v Vote) {
	for i := range s.Nodes {
		// One OK is enough, however often a node is asked.
		if s.Nodes[i].ID == node && c.Votes[i] != Granted {
			c.Votes[i] = v
		}
	}
}

func (s *State) send(e *Event) {
	s.Messages = append(s.Messages, Message{
		Name: e.Msg, From: e.From, To: e.To, Purpose: e.Purpose, Cmd: e.Cmd, Reply: e.Reply, OK: e.OK,
		Sent: e.T, Arrive: e.Arrive,
	})
	if len(e.Cmd) > 0 && e.Purpose == ToAcquire {
		s.ask(e.Msg)
	}
}

func (s *State) deliver(e *Event) {
	i := s.indexOf(e.Msg)
	if i < 0 {
		return
	}
	if m := &s.Messages[i]; m.IsReply() && m.Purpose == ToAcquire {
		if m.OK {
			s.answer(e.Msg, Granted)
		} else {
			s.answer(e.Msg, Refused)
		}
	}
	s.Messages = slices.Delete(s.Messages, i, i+1)
}

func (s *State) drop(e *Event) {
	m := s.Message(e.Msg)
	if m == nil {
		return
	}
	m.Lost, m.LostAt, m.Why, m.By = true, e.T, e.Why, e.By
	// Of a link's lost messages the last one of a sort matters.
	lost := *m
	s.Messages = slices.DeleteFunc(s.Messages, func(x Message) bool {
		return x.Lost && x.Name != lost.Name && x.From == lost.From && x.To == lost.To && x.Purpose == lost.Purpose
	})
}

func (s *State) exec(e *Event) {
	for _, n := range s.sharing(e.Node) {
		s.set(n, e.Keys, e.Who, GhostDeleted)
	}
}

// sharing returns the nodes that hold what that one holds: itself, or all members
// of the lock service if it is one.
func (s *State) sharing(id NodeID) []*NodeState {
	n := s.Node(id)
	if n == nil {
		return nil
	}
	if n.Role != RoleConsensus {
		return []*NodeState{n}
	}
	var all []*NodeState
	for i := range s.Nodes {
		if s.Nodes[i].Role == RoleConsensus {
			all = append(all, &s.Nodes[i])
		}
	}
	return all
}

// set makes a node hold keys as an event tells it. Those that are gone went for
// that reason; those that are new are who's. A key that is set anew has no ghost.
func (s *State) set(n *NodeState, keys []Key, who, why string) {
	for _, k := range keys {
		if k.PTTL == Gone {
			s.remove(n, k.Name, why)
			continue
		}
		held := n.Key(k.Name)
		if held == nil {
			n.Keys = append(n.Keys, HeldKey{Name: k.Name})
			held = &n.Keys[len(n.Keys)-1]
		}
		if held.Owner == "" || held.Value != k.Value {
			held.Owner, held.Set = who, s.T
		}
		dies := n.Clock.At(s.T).Add(k.PTTL)
		if held.Value != k.Value || held.Dies != dies {
			held.Granted = k.PTTL
		}
		held.Value, held.Stays, held.Dies = k.Value, k.PTTL == NoExpiry, dies
		n.Ghosts = slices.DeleteFunc(n.Ghosts, func(g Ghost) bool { return g.Name == k.Name && g.Value == k.Value })
	}
}

// remove takes a key from a node, leaving a ghost while its owner believes in
// it.
func (s *State) remove(n *NodeState, name, why string) {
	k := n.Key(name)
	if k == nil {
		return
	}
	c := s.Client(ClientID(k.Owner))
	if c != nil && c.Belief != nil && c.Belief.Key == name && k.Holds(c.Belief.Token) {
		n.Ghosts = append(n.Ghosts, Ghost{Name: name, Value: k.Value, Owner: k.Owner, At: s.T, Why: why})
	}
	n.Keys = slices.DeleteFunc(n.Keys, func(k HeldKey) bool { return k.Name == name })
}

func (s *State) believe(e *Event) {
	c := s.Client(ClientID(e.Who))
	if c == nil {
		return
	}
	if e.Kind == Hold || e.Kind == Extend {
		since := e.T
		if e.Kind == Extend && c.Belief != nil {
			since = c.Belief.Since
		}
		from := e.At.Local
		if !e.At.Read {
			from = c.Clock.At(e.T)
		}
		c.Belief = &Belief{Key: e.Key, Token: e.Token, From: from, Until: e.Until, Since: since, Fence: e.Fence}
		return
	}
	s.forget(c)
}

// forget ends a client's belief, and with it the ghosts it kept.
func (s *State) forget(c *ClientState) {
	c.Belief = nil
	for i := range s.Nodes {
		n := &s.Nodes[i]
		n.Ghosts = slices.DeleteFunc(n.Ghosts, func(g Ghost) bool { return g.Owner == string(c.ID) })
	}
}
