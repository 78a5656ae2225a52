package world

import (
	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// process is a client: a machine of its own with its clocks, and what it does. The
// world resumes one activity at a time.
type process struct {
	endpoint
	w      *world
	client *Client

	activities []*activity // in the order in which they began, the worker first
	records    []named

	pause, stall standstill
}

type named struct {
	name string
	*record
}

// standstill is a time in which a process, or its worker, does nothing.
type standstill struct {
	on    bool
	until trace.Time
}

// record returns what outlives the activities of that name.
func (p *process) record(name string) *record {
	for _, r := range p.records {
		if r.name == name {
			return r.record
		}
	}
	r := &record{asked: make(map[stepNode]int)}
	p.records = append(p.records, named{name, r})
	return r
}

// spawn begins the client's life, at the instant at.
func (p *process) spawn(at trace.Time) {
	p.activities = p.activities[:0]
	life := p.client.Life
	if life == nil {
		job := p.client.Job
		if job.Line == "" {
			job.Line = p.name
		}
		life = func(e lock.Env) { lock.Do(e, p.client.Lock, job) }
	}
	p.begin("", at, life)
}

// crash kills the process where it stands.
func (p *process) crash(_ run.Data, by string) []trace.Key {
	p.down, p.crashedBy = true, by
	p.life++
	p.pause, p.stall = standstill{}, standstill{}
	p.killAll()
	return nil
}

// restart begins its life anew, but not before its time.
func (p *process) restart() { p.spawn(max(p.w.t, p.client.Start)) }

func (p *process) killAll() {
	for _, a := range p.activities {
		if a.alive {
			a.stop()
		}
	}
}

// reading is what the clock shows that the process's lock goes by.
func (p *process) reading() trace.Local {
	if p.client.Lock.Clock == lock.WallClock {
		return p.clocks.Wall.At(p.w.t)
	}
	return p.steady()
}

// steady is what the process's monotonic clock shows.
func (p *process) steady() trace.Local { return p.clocks.Steady.At(p.w.t) }

// epoch is what a wall clock that is right shows when a run begins: it counts from
// 1970, as clocks on the wire do. The trace counts from the run's beginning.
const epoch = 1_800_000_000 * trace.Second

// release lets what could have gone on while it stood still go on.
func (p *process) release() {
	for _, a := range p.activities {
		if a.alive && a.ready && !a.held() {
			a.ready = false
			a.wake()
		}
	}
}

// info introduces the client in the Start event.
func (c *Client) info() trace.ClientInfo {
	o := &c.Lock
	nodes := o.Nodes
	if o.Kind == trace.LockConsensus {
		nodes = o.Members
	}
	return trace.ClientInfo{
		ID: c.ID, Lock: o.Kind, Profile: o.Profile, Claims: o.Claims, Key: o.Key, TTL: o.TTL, Nodes: nodes,
		NodeTimeout: o.NodeTimeout, RetryDelay: o.RetryDelay, Watchdog: o.Watchdog,
		Fence: string(o.Fence), Stops: o.StopAtValidity, Wall: o.Clock == lock.WallClock,
		Absolute: o.Expiry == lock.Absolute,
		Resource: c.Job.Resource,
	}
}
