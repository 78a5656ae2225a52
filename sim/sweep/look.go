package sweep

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// look watches one run, and notes which situations come up.
type look struct {
	world   *World
	seen    map[string]bool
	state   trace.State
	ghosts  int            // before the event that is looked at
	demoted []trace.NodeID // old primaries that have not taken a full copy yet
}

func (l *look) saw(what string, so bool) {
	if so {
		l.seen[what] = true
	}
}

// before looks at an event that has changed nothing yet.
func (l *look) before(e *trace.Event) {
	s := &l.state
	l.ghosts = ghosts(s)
	switch e.Kind {
	case trace.Fault, trace.Heal:
		l.change(e)
	case trace.Phase:
		l.saw(Retry, e.Attempt > 1 && e.Activity == "")
		l.saw(Pending, e.Phase == trace.PhaseUndecided)
		l.saw(CutShort, e.Phase == trace.PhaseGaveUp && l.cutShort(e.Who))
	case trace.Drop:
		m := s.Message(e.Msg)
		l.saw(LostReply, m != nil && m.IsReply() && m.Purpose == trace.ToAcquire && m.OK)
	case trace.Exec:
		l.saw(DidVerb(trace.WhatCommand), e.Who == trace.Operator)
		l.saw(NotCopied, e.Purpose == trace.ToConfirm && !e.OK)
		l.saw(OwnLeftover, e.Purpose == trace.ToAcquire && !e.OK && l.has(e.Who, e.Node))
		l.saw(ScriptStopped, strings.Contains(e.Reply, "the script was stopped"))
	case trace.Decide:
		l.saw(SplitVote, !e.OK && len(e.Acks) > 0)
		l.saw(TooLate, e.Why == trace.WhyTooLate)
		l.saw(ErrorRaised, e.Why == trace.WhyNodeFailed)
		if c := s.Client(trace.ClientID(e.Who)); c != nil {
			l.saw(SpentTaken, e.OK && len(e.Acks) > 0 && c.Lock != trace.LockSetNX && e.Validity <= 0)
		}
	case trace.Hold:
		if c := s.Client(trace.ClientID(e.Who)); c != nil {
			l.saw(Held(c.Lock), true)
		}
	case trace.Lost:
		l.saw(RenewalOver, e.Why == trace.WhyRenewalRefused)
	case trace.Write:
		l.saw(FencedOff, !e.OK && e.Why == trace.WhyStaleNumber)
	case trace.Violation:
		l.saw(Broke(e.Rule), true)
	case trace.Promote, trace.Demote, trace.Replicate:
		l.failover(e)
	case trace.End:
		l.saw(CameTo(e.Verdict), true)
		l.saw(Asked, e.Why == trace.EndAsked)
		l.saw(Ended, e.Why == trace.EndNothingLeft)
	}
}

// after looks at what the event has changed.
func (l *look) after(e *trace.Event) {
	l.saw(ExpiredHeld, e.Kind == trace.Expire && ghosts(&l.state) > l.ghosts)
}

// change looks at what is done to the world.
func (l *look) change(e *trace.Event) {
	if e.Why != "" {
		l.saw(ActionMissed, true)
		return
	}
	l.saw(DidVerb(e.What), true)
	if m := l.state.Message(e.Msg); m != nil && slices.Contains(betweenNodes, string(m.Purpose)) {
		l.saw(Meddled(string(m.Purpose)), true)
	}
	if number, ok := strings.CutPrefix(e.By, trace.ByAction); ok {
		i, err := strconv.Atoi(number)
		l.saw(TriggerPulled, err == nil && l.world.Actions[i-1].When != nil)
	}
	l.saw(DidVerb(trace.WhatHeal), e.Kind == trace.Heal && len(e.Links) > 0)
	l.saw(HolderCrash, e.What == trace.WhatCrash && l.holds(e.Who))
}

func (l *look) failover(e *trace.Event) {
	switch e.Kind {
	case trace.Promote:
		l.saw(Promotion, true)
	case trace.Demote:
		l.demoted = append(l.demoted, e.Node)
	case trace.Replicate:
		l.saw(FullCopy, e.Why == trace.WhyFullCopy)
		for _, id := range l.demoted {
			for _, k := range e.Keys {
				l.saw(DemotionLost, id == e.Node && k.PTTL == trace.Gone)
			}
		}
	}
}

// holds tells whether who is a client that believes it holds the lock, or a node
// with the key of one.
func (l *look) holds(who string) bool {
	s := &l.state
	if c := s.Client(trace.ClientID(who)); c != nil {
		return c.Belief != nil
	}
	for i := range s.Clients {
		for j, held := range s.True(&s.Clients[i]) {
			if held && string(s.Nodes[j].ID) == who {
				return true
			}
		}
	}
	return false
}

// has tells whether a node holds the key of a client's lock, as its own.
func (l *look) has(who string, node trace.NodeID) bool {
	n, c := l.state.Node(node), l.state.Client(trace.ClientID(who))
	if n == nil || c == nil {
		return false
	}
	k := n.Key(c.Key)
	return k != nil && k.Owner == who
}

// cutShort tells whether a client that gives up has left its clean-up out since its
// caller waits no longer, and a key with that.
func (l *look) cutShort(who string) bool {
	i := slices.IndexFunc(l.world.Config.Clients, func(c world.Client) bool { return string(c.ID) == who })
	o := &l.world.Config.Clients[i].Lock
	hurried := o.Deadline > 0 && !o.CleanUpLate
	tidies := o.CleanUp != lock.CleanNone && o.CleanUp != lock.CleanLast && !o.FailOnError
	counted := l.state.Client(trace.ClientID(who)).Phase == trace.PhaseCount // and did no more
	return hurried && tidies && counted &&
		slices.ContainsFunc(o.Nodes, func(n trace.NodeID) bool { return l.has(who, n) })
}

// ghosts counts the keys that are gone although somebody believes in them.
func ghosts(s *trace.State) int {
	n := 0
	for i := range s.Nodes {
		n += len(s.Nodes[i].Ghosts)
	}
	return n
}
