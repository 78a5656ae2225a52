package narrate

import (
	"slices"

	"lockstep/sim/trace"
)

// A node of the simulator tells what it holds after every command. Of a real server only
// its answer is known: a refusal does not say whose key is in the way, and of a key that
// runs out nobody hears. So an event without the key it is about is told as far as the
// answer goes, and what is said beyond that is said as a presumption.

// real reports whether a command was run by a server whose clock nobody reads: one
// outside the simulator, whose keys others may change unseen.
func (t teller) real() bool { return !t.e.At.Read }

// tells reports whether the event says what the node holds under that key.
func (t teller) tells(key string) bool {
	return slices.ContainsFunc(t.e.Keys, func(k trace.Key) bool { return k.Name == key })
}

// ranOut reports whether the key's time is over by its node's clock, although nobody has
// said that it is gone.
func (t teller) ranOut(key string) bool {
	n := t.node(t.e.Node)
	if n == nil {
		return false
	}
	k := n.Key(key)
	return k != nil && !k.Stays && n.Clock.At(t.e.T) >= k.Dies
}

// presumed is that key's form for a lock's key that should be somebody's, or the
// client's own, by all that was heard.
func (t teller) presumed(form, key string) string {
	switch owner, found := t.owner(t.e.Node, key); {
	case !found || owner == "" || t.ranOut(key):
		return form
	case owner == t.e.Who:
		return t.form(form, ".own")
	}
	return t.form(form, ".presumed")
}

// matches reports whether the node's key, as far as it is known, holds the token that the
// command names, and has time left.
func (t teller) matches(key string) bool {
	n := t.node(t.e.Node)
	if n == nil {
		return false
	}
	k := n.Key(key)
	_, token, ok := compared(t.e.Cmd)
	return k != nil && !t.ranOut(key) && (!ok || k.Holds(token))
}
