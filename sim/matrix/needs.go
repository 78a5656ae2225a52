package matrix

import (
	"lockstep/sim/lock"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Need is something that a variant must have for a scenario to act on.
type Need struct {
	Name string
	has  func(*world.Config, *lock.Options) bool
}

// Needs are all there are. What a variant has is read off its own options.
var Needs = []Need{
	// A lock that somebody holds. Fencing alone has none.
	{"lock", func(_ *world.Config, o *lock.Options) bool { return o.Kind != trace.LockFencing }},

	// A key on a Redis node.
	{"key", func(_ *world.Config, o *lock.Options) bool { return len(o.Nodes) > 0 }},

	// The time at which a key runs out, sent by the client: it may be an instant of
	// the client's clock. A lock service counts leases by its own.
	{"expiry on the wire", func(_ *world.Config, o *lock.Options) bool { return len(o.Nodes) > 0 && o.TTL > 0 }},

	// Several nodes that vote.
	{"votes", func(_ *world.Config, o *lock.Options) bool { return o.Kind == trace.LockRedlock }},

	// A replica that can be promoted.
	{"replica", func(c *world.Config, _ *lock.Options) bool {
		for _, n := range c.Nodes {
			if n.Role == trace.RoleReplica {
				return true
			}
		}
		return false
	}},

	// A key that is renewed.
	{"renewal", func(_ *world.Config, o *lock.Options) bool { return len(o.Nodes) > 0 && o.Watchdog > 0 }},

	// A client that goes by its clock: it refuses or stops because of what that says.
	{"client clock", func(_ *world.Config, o *lock.Options) bool { return o.ElapsedCheck || o.StopAtValidity }},
}

// need returns the need of that name.
func need(name string) (Need, bool) {
	for _, n := range Needs {
		if n.Name == name {
			return n, true
		}
	}
	return Need{}, false
}

func needNames() []string {
	var names []string
	for _, n := range Needs {
		names = append(names, n.Name)
	}
	return names
}
