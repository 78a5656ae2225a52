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

	// An end of the lock that comes by itself.
	{"expiry", func(_ *world.Config, o *lock.Options) bool { return o.Kind != trace.LockFencing && o.TTL > 0 }},

	// A key on a Redis node.
	{"key", func(_ *world.Config, o *lock.Options) bool { return len(o.Nodes) > 0 }},

	// The time at which a key runs out, sent by the client: it may be an instant of
	// the client's clock. A lock service counts leases by its own.
	{"expiry on the wire", func(_ *world.Config, o *lock.Options) bool { return len(o.Nodes) > 0 && o.TTL > 0 }},

	// Several nodes that vote.
	{"votes", func(_ *world.Config, o *lock.Options) bool { return o.Kind == trace.LockRedlock }},

	// A lock that is renewed.
	{"renewal", func(_ *world.Config, o *lock.Options) bool { return o.Watchdog > 0 }},

	// A renewal that can set a key which is gone. A lease that has ended is gone.
	{"re-creation", func(_ *world.Config, o *lock.Options) bool { return len(o.Nodes) > 0 && o.Watchdog > 0 }},

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
