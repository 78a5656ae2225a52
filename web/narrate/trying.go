package narrate

import (
	"slices"

	"lockstep/sim/trace"
	"lockstep/web/words"
)

// wait is how the wait for the next attempt is told. Chance has a part in it if it is
// longer than the client always waits.
func (t teller) wait() string {
	c := t.st.Client(trace.ClientID(t.e.Who))
	switch {
	case t.e.Lasts == 0 && c != nil && c.RetryDelay == 0:
		return t.kept("phase.wait.none")
	case t.e.Lasts == 0:
		return "phase.wait"
	case c == nil || t.e.Lasts > c.RetryDelay:
		return t.kept("phase.wait.for")
	}
	return t.kept("phase.wait.same")
}

// giveUp is how the end of all attempts is told, with its reason if that is another
// than their number.
func (t teller) giveUp() string {
	if t.e.Why == "" {
		return "phase.gave-up"
	}
	return t.kept(t.form("phase.gave-up", "."+words.Slug(t.e.Why)))
}

// kept is that key's form for a client that asks nobody to let go, although it may
// have set keys: no step lies between its count and this one. In a lock service one
// member's no is the answer of all.
func (t teller) kept(key string) string {
	c := t.st.Client(trace.ClientID(t.e.Who))
	if c == nil || c.Lock == trace.LockConsensus || c.Phase != trace.PhaseCount && c.Phase != trace.PhaseUndecided {
		return key
	}
	mayHave := func(v trace.Vote) bool { return v == trace.Granted || v == trace.NoAnswer }
	if !slices.ContainsFunc(c.Votes, mayHave) {
		return key
	}
	return t.form(key, ".kept")
}
