package playground

import (
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/profile"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// option is an option of a lock that a reader may set.
type option struct {
	name    string // as scenarios have it
	applies func(*lock.Options) bool
	value   func(*lock.Options) string
	add     func(*trial, Knob, *lock.Options)
}

// options are those, in the order of the form.
var options = []option{
	{"kind", always, func(o *lock.Options) string { return o.Kind },
		func(t *trial, k Knob, o *lock.Options) { t.choice(k, trace.Locks[:]) }},
	{"profile", always, func(o *lock.Options) string { return o.Profile },
		func(t *trial, k Knob, o *lock.Options) { t.choice(k, libraries(o)) }},
	{"ttl", lives, spanOf(func(o *lock.Options) trace.Duration { return o.TTL }),
		func(t *trial, k Knob, o *lock.Options) { t.span(k, o.TTL) }},
	{"node_timeout", asks, spanOf(func(o *lock.Options) trace.Duration { return o.NodeTimeout }),
		func(t *trial, k Knob, o *lock.Options) { t.span(k, o.NodeTimeout) }},
	{"drift", drifts, func(o *lock.Options) string { return run.Ratio(o.DriftPPM).String() },
		func(t *trial, k Knob, o *lock.Options) { t.plain(k, Share, "0", "1") }},
	{"retries", competes, func(o *lock.Options) string { return attempts(o.Retries) },
		func(t *trial, k Knob, o *lock.Options) { t.plain(k, Times, "0", "1000") }},
	{"retry_delay", competes, spanOf(func(o *lock.Options) trace.Duration { return o.RetryDelay }),
		func(t *trial, k Knob, o *lock.Options) { t.span(k, o.RetryDelay) }},
}

func always(*lock.Options) bool     { return true }
func lives(o *lock.Options) bool    { return o.TTL > 0 }
func asks(o *lock.Options) bool     { return len(o.Nodes) > 0 }
func drifts(o *lock.Options) bool   { return o.Kind == trace.LockRedlock }
func competes(o *lock.Options) bool { return o.Kind != trace.LockFencing }

func spanOf(of func(*lock.Options) trace.Duration) func(*lock.Options) string {
	return func(o *lock.Options) string { return of(o).String() }
}

// attempts writes how often something is done again.
func attempts(n int) string {
	if n == lock.NoLimit {
		return "none"
	}
	return strconv.Itoa(n)
}

// libraries are the profiles of the lock's own kind, and none where it has none: what a
// scenario says itself goes on top of a profile, its kind too, and another kind of lock
// with a library's other habits is nobody's.
func libraries(o *lock.Options) []string {
	var ids []string
	if o.Profile == "" {
		ids = append(ids, "")
	}
	for _, p := range profile.All() {
		if kind, ok := p.Lock.Get("kind"); ok {
			if text, err := kind.Text(); err == nil && text == o.Kind {
				ids = append(ids, p.ID)
			}
		}
	}
	return ids
}

// guards are the names of all guards.
func guards() []string { return resource.GuardNames() }

// plain adds a knob whose bounds are its form's own, if they compile.
func (t *trial) plain(k Knob, f Form, least, most string) {
	if t.compiles(k.Path, least) && t.compiles(k.Path, most) {
		k.Form, k.Least, k.Most = f, least, most
		t.knobs = append(t.knobs, k)
	}
}

// locks adds the options of the locks. One that all clients take from the top of the
// file is one knob; what a client says for itself, or has otherwise by the kind of its
// lock, is the client's.
func (t *trial) locks() {
	_, shared := t.scenario.Tree().Get("lock")
	for _, o := range options {
		var own, common []*world.Client
		for i := range t.config.Clients {
			c := &t.config.Clients[i]
			switch {
			case !o.applies(&c.Lock):
			case shared && !t.saysItself(c, o.name):
				common = append(common, c)
			default:
				own = append(own, c)
			}
		}
		if len(common) > 0 && o.same(common) {
			k := Knob{Path: "lock." + o.name, Part: Lock, Topic: o.name, Default: o.value(&common[0].Lock)}
			o.add(t, k, &common[0].Lock)
		} else {
			own = append(own, common...)
		}
		for _, c := range own {
			id := string(c.ID)
			k := Knob{Path: "clients." + id + ".lock." + o.name, Part: Client, Of: id, Topic: o.name, Default: o.value(&c.Lock)}
			o.add(t, k, &c.Lock)
		}
	}
}

func (o *option) same(clients []*world.Client) bool {
	for _, c := range clients {
		if o.value(&c.Lock) != o.value(&clients[0].Lock) || c.Lock.Kind != clients[0].Lock.Kind {
			return false
		}
	}
	return true
}

// saysItself tells whether the file has that option with the client.
func (t *trial) saysItself(c *world.Client, option string) bool {
	says := false
	clients, _ := t.scenario.Tree().Get("clients")
	clients.Each("", func(v strictyaml.Value) error {
		id, _ := v.Get("id")
		if text, err := id.Text(); err == nil && text == string(c.ID) {
			own, _ := v.Get("lock")
			_, says = own.Get(option)
		}
		return nil
	})
	return says
}
