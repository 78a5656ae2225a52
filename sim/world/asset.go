package world

import (
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// asset is a resource on the network. It never fails: it is what locks are for,
// and what they fail to protect is to be seen.
type asset struct {
	endpoint
	w        *world
	resource *resource.Resource
}

func (a *asset) serve(m *message, r *request) {
	who := m.from.end().name
	res := a.resource.Do(who, r.ask.q.Cmd)
	if res.Op != "" {
		e := trace.Event{
			Kind: trace.Write, Who: who, Resource: a.name, Op: res.Op, OK: res.OK, Why: res.Why,
			Value: shownText(res.Value), Version: res.Version, Base: res.Base, Fence: res.Fence, Msg: m.text,
		}
		if res.Op == resource.OpRead {
			e.Kind = trace.Read
		}
		a.w.emit(e)
	}
	a.w.carryOut()
	a.w.reply(m, r, res.Reply)
}
