// Package narrate puts a trace into words: one sentence for one event, in the
// reader's language, such that somebody could learn the algorithm from the
// sentences alone. The page's line about the present event and the command
// line's transcript both come from here. It also says what a step changed ([What]) and
// what a branch is called ([Changed]). How a whole run comes out, and how two compare,
// is for package verdict to say.
//
// Nothing is said that the engine did not compute: every number is the event's
// or the state's. The browser's viewer carries this package, so it imports
// neither fmt nor anything else that is large.
package narrate

import (
	"lockstep/sim/trace"
	"lockstep/sim/unseen"
	"lockstep/web/phrase"
)

// Event returns the sentence for e. before is the state just before e, that is,
// after the event with the preceding number: what e ended or removed, such as
// the message it delivered, is there still. Event changes neither.
func Event(c phrase.Catalog, before *trace.State, e *trace.Event) string {
	return seen(teller{c, before, e}.event())
}

// seen is a sentence in which nothing of other people's, such as the name of a key, is
// there without being seen, or turns the rest about.
func seen(sentence string) string { return unseen.Shown(sentence) }

func (t teller) event() string {
	e := t.e
	switch e.Kind {
	case trace.Start:
		return t.start()
	case trace.Phase:
		return t.phase()
	case trace.Send:
		return t.send()
	case trace.Deliver:
		return t.deliver()
	case trace.Drop:
		return t.drop()
	case trace.Timeout:
		return t.timeout()
	case trace.Exec:
		return t.exec()
	case trace.Expire:
		return t.expire()
	case trace.Decide:
		return t.decide()
	case trace.Hold, trace.Extend:
		return t.believe()
	case trace.Lost, trace.Release:
		return t.forget()
	case trace.Enter, trace.Leave:
		return t.cross()
	case trace.Write, trace.Read:
		return t.use()
	case trace.Replicate, trace.SDown, trace.ODown, trace.Promote, trace.Demote:
		return t.failover()
	case trace.Fault, trace.Heal:
		return t.fault()
	case trace.ClockSet:
		return t.clock()
	case trace.Violation:
		return t.violation()
	case trace.End:
		return t.end()
	}
	return e.Kind.String()
}

// teller is one event with what is needed to tell of it.
type teller struct {
	c  phrase.Catalog
	st *trace.State
	e  *trace.Event
}

func (t teller) end() string {
	return t.c.Say("event.end", "why", t.known("end", t.e.Why), "verdict", t.known("verdict", t.e.Verdict))
}
