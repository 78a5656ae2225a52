package world

import "lockstep/sim/trace"

// endpoint is what all machines on the network have in common: clients, Redis
// nodes, sentinels, members of the lock service, and resources.
type endpoint struct {
	name      string
	clocks    trace.Clocks
	down      bool
	life      int    // how often it has crashed
	crashedBy string // who crashed it last
}

// machine is one of them, as what reaches it sees it.
type machine interface {
	end() *endpoint
}

func (e *endpoint) end() *endpoint { return e }

// server is a machine that answers requests. What it runs it says in the trace.
type server interface {
	machine

	// serve takes a client's request. A server that cannot answer, or not yet, does
	// not reply.
	serve(m *message, r *request)
}

// machine returns the machine of that name, or nil.
func (w *world) machine(name string) machine {
	for _, m := range w.machines {
		if m.end().name == name {
			return m
		}
	}
	return nil
}

// find returns the machine of that name if it is of that sort.
func find[M machine](w *world, name string) (m M, ok bool) {
	m, ok = w.machine(name).(M)
	return m, ok
}

// wall is what a machine's wall clock shows.
func (w *world) wall(e *endpoint) trace.Local { return e.clocks.Wall.At(w.t) }
