package hands

import (
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// message is the menu of a message. What has arrived, or been lost, is past help.
func (m *maker) message(name string) []Offer {
	why := m.landed(name)
	return []Offer{
		{Label: m.say.Say("hands.drop"), Action: run.Action{Verb: run.Drop, Msg: name}, Blocked: why},
		{
			Label: m.say.Say("hands.delay"), Action: run.Action{Verb: run.Delay, Msg: name}, Blocked: why,
			Amount: amount(run.MaxTime, func(a *run.Action, d trace.Duration) { a.By = d },
				100*trace.Millisecond, trace.Second, 5*trace.Second, 30*trace.Second),
		},
		{Label: m.say.Say("hands.duplicate"), Action: run.Action{Verb: run.Duplicate, Msg: name}, Blocked: why},
	}
}

// landed is why nothing can be done to a message any more, or nothing. That chance will
// take one is not given away.
func (m *maker) landed(name string) string {
	switch x := m.s.Message(name); {
	case x == nil:
		return m.blocked(true, "arrived")
	case x.Lost:
		return m.blocked(true, "lost")
	default:
		return m.blocked(x.Arrive > 0 && x.Arrive <= m.t, "arriving")
	}
}
