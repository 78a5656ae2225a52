package world

import (
	"strconv"

	"lockstep/sim/redis"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// deed is a fault or an action, and by whom.
type deed struct {
	run.Action
	by   string
	seen int // how many of the events that it waits for have come
}

// schedule takes the scenario's faults and then the actions: those at a time go
// into the queue, those at an event wait for it.
func (w *world) schedule(faults, actions []run.Action) {
	for _, a := range faults {
		w.await(deed{Action: a, by: trace.ByScenario}, scenarioFault)
	}
	for i, a := range actions {
		w.await(deed{Action: a, by: trace.ByAction + strconv.Itoa(i+1)}, action)
	}
}

func (w *world) await(d deed, class class) {
	w.deeds = append(w.deeds, d)
	index := len(w.deeds) - 1
	if d.When == nil {
		w.queue.push(item{at: d.At, class: class, do: doFault, index: index})
		return
	}
	w.triggers = append(w.triggers, trigger{index, class})
}

// trigger is a deed that waits for an event.
type trigger struct {
	index int
	class class
}

// trip notes which deeds an event lets loose. It is called while a process runs,
// so what they do waits until that process has parked: see carryOut.
func (w *world) trip(e *trace.Event) {
	kept := w.triggers[:0]
	for _, t := range w.triggers {
		d := &w.deeds[t.index]
		if !d.When.Matches(e) {
			kept = append(kept, t)
			continue
		}
		if d.seen++; d.seen < max(d.When.Nth, 1) {
			kept = append(kept, t)
			continue
		}
		if d.After > 0 {
			w.queue.push(item{at: w.t.Add(d.After), class: t.class, do: doFault, index: t.index})
		} else {
			w.due = append(w.due, t.index)
		}
	}
	w.triggers = kept
}

// tellUntripped tells of the deeds whose events never came: nothing that somebody did
// to a world passes in silence.
func (w *world) tellUntripped() {
	untripped := w.triggers
	w.triggers = nil // the run is over: nothing is let loose any more
	for _, t := range untripped {
		d := &w.deeds[t.index]
		w.emit(trace.Event{Kind: trace.Fault, What: d.Verb.String(), Who: d.Target, By: d.by, Why: trace.WhyNeverCame})
	}
}

// carryOut does what triggers have let loose: before the process whose event it
// was takes its next step.
func (w *world) carryOut() {
	for len(w.due) > 0 {
		index := w.due[0]
		w.due = w.due[1:]
		w.do(index)
	}
}

// do carries out a fault or action. One that has nothing to act on stays in the
// trace with the reason, and does nothing.
func (w *world) do(index int) {
	d := &w.deeds[index]
	e := trace.Event{Kind: trace.Fault, What: d.Verb.String(), Who: d.Target, By: d.by}
	switch d.Verb {
	case run.Partition, run.Lose, run.Slow:
		w.doLinks(d, e)
	case run.Heal:
		w.heal(d, e)
	case run.Drop, run.Delay, run.Duplicate:
		w.doMessage(d, e)
	default:
		w.doMachine(d, index, e)
	}
}

func (w *world) doMessage(d *deed, e trace.Event) {
	e.Msg = d.Msg
	m := w.underWay(d.Msg)
	if m == nil {
		e.Why = trace.WhyNoSuchMsg
		w.emit(e)
		return
	}
	switch d.Verb {
	case run.Drop:
		w.emit(e)
		w.drop(m, trace.WhyDropped, d.by)
	case run.Delay:
		w.delay(m, d.By)
		if e.Lasts = d.By; !m.lost {
			e.Arrive = m.arrive
		}
		w.emit(e)
	case run.Duplicate:
		w.emit(e)
		w.duplicate(m)
	}
}

// doMachine carries out what is done to one machine.
func (w *world) doMachine(d *deed, index int, e trace.Event) {
	m := w.machine(d.Target)
	if d.Of == run.OfClient {
		if p, ok := m.(*process); ok {
			w.doClient(d, index, p, e)
			return
		}
		e.Why = trace.WhyNoSuchClient
		w.emit(e)
		return
	}
	switch m := m.(type) {
	case *host:
		if d.Of == run.OfNode {
			w.doHost(d, index, m, e)
			return
		}
	case *sentinelHost:
		w.doOther(d, index, m, e)
		return
	case *member:
		w.doOther(d, index, m, e)
		return
	}
	e.Why = trace.WhyNoSuchNode
	w.emit(e)
}

// mortal is a machine that may crash and come back.
type mortal interface {
	machine
	crash(d run.Data, by string) []trace.Key // and what became of its keys
	restart()
}

// doOther carries out what can be done to a machine that is neither client nor
// Redis node.
func (w *world) doOther(d *deed, index int, m mortal, e trace.Event) {
	switch d.Verb {
	case run.Crash:
		w.crash(d, index, m, e)
	case run.Restart:
		w.restart(m, e)
	case run.Clock:
		w.setClock(d, m.end(), e)
		if s, ok := m.(*sentinelHost); ok && !s.down {
			s.arm()
		}
	default:
		e.Why = trace.WhyNoRedis
		w.emit(e)
	}
}

func (w *world) doHost(d *deed, index int, h *host, e trace.Event) {
	switch d.Verb {
	case run.Crash:
		e.Data = d.Data.String()
		w.crash(d, index, h, e)
		return
	case run.Restart:
		w.restart(h, e)
		return
	case run.Clock:
		if !h.down {
			h.expire() // what the old time has brought about
		}
		w.setClock(d, &h.endpoint, e)
		if h.down {
			return
		}
		h.expire()
		h.watch()
		return
	}
	if e.Key = d.Key; h.down {
		e.Why = trace.WhyNodeDown
		w.emit(e)
		return
	}
	switch d.Verb {
	case run.Command:
		h.operate(d.Args)
	case run.Flush:
		h.flush(e)
	case run.Evict:
		h.evict(e)
	}
}

func (w *world) doClient(d *deed, index int, p *process, e trace.Event) {
	switch d.Verb {
	case run.Crash:
		w.crash(d, index, p, e)
	case run.Restart:
		w.restart(p, e)
	case run.Pause:
		w.still(d, index, p, &p.pause, doUnpause, e)
	case run.Stall:
		w.still(d, index, p, &p.stall, doUnstall, e)
	case run.Clock:
		w.setClock(d, &p.endpoint, e)
		for _, a := range p.activities {
			if a.alive {
				a.rearm()
			}
		}
	}
}

// crash takes a machine down, and lets it come back if the fault says when.
func (w *world) crash(d *deed, index int, m mortal, e trace.Event) {
	if m.end().down {
		e.Why = trace.WhyAlreadyDown
		w.emit(e)
		return
	}
	e.Keys = m.crash(d.Data, d.by)
	e.Lasts = d.Restart
	w.emit(e)
	if d.Restart > 0 {
		w.queue.push(item{at: w.t.Add(d.Restart), class: ordinary, do: doRestart, machine: m, index: index, generation: m.end().life})
	}
}

// restart brings a machine back.
func (w *world) restart(m mortal, e trace.Event) {
	e.What = trace.WhatRestart
	if !m.end().down {
		e.Why = trace.WhyNotDown
		w.emit(e)
		return
	}
	e.Kind = trace.Heal
	w.emit(e)
	m.end().down = false
	m.restart()
}

// still makes a process, or its worker, stand still. Of standstills that overlap
// the one that ends last counts.
func (w *world) still(d *deed, index int, p *process, s *standstill, end task, e trace.Event) {
	e.Lasts = d.For
	if p.down {
		e.Why = trace.WhyClientDown
		w.emit(e)
		return
	}
	w.emit(e)
	s.on, s.until = true, max(s.until, w.t.Add(d.For))
	w.queue.push(item{at: w.t.Add(d.For), class: ordinary, do: end, machine: p, index: index})
}

// move ends a standstill, unless a longer one has begun meanwhile or the process
// was killed in it, which ended it too.
func (w *world) move(p *process, s *standstill, what run.Verb, by string) {
	if !s.on || w.t < s.until {
		return
	}
	s.on = false
	w.emit(trace.Event{Kind: trace.Heal, What: what.String(), Who: p.name, By: by})
	w.carryOut()
	p.release()
}

// setClock makes a machine's wall clock jump, or both its clocks run at another
// rate.
func (w *world) setClock(d *deed, m *endpoint, e trace.Event) {
	e.Offset, e.Rate = d.Jump, d.Rate
	w.emit(e)
	rate := d.Rate
	if rate == 0 {
		rate = m.clocks.Wall.Rate()
	}
	offset := w.wall(m).Sub(trace.Local(w.t)) + d.Jump
	m.clocks.Set(w.t, offset, rate)
	w.emit(trace.Event{Kind: trace.ClockSet, Who: m.name, Offset: offset, Rate: rate, At: trace.ReadAt(w.wall(m))})
}

// persistence is a crash's Data as a node takes it.
func persistence(d run.Data) redis.Data {
	switch d {
	case run.DataKeep:
		return redis.Keep
	case run.DataLose:
		return redis.Lose
	}
	return redis.Policy
}
