package world

import (
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// deed is a fault or an action, and by whom.
type deed struct {
	run.Action
	by string
}

// schedule puts the scenario's faults and then the actions into the queue.
func (w *world) schedule(faults, actions []run.Action) {
	for _, a := range faults {
		w.queue.push(item{at: a.At, class: scenarioFault, do: doFault, index: len(w.deeds)})
		w.deeds = append(w.deeds, deed{a, trace.ByScenario})
	}
	for i, a := range actions {
		w.queue.push(item{at: a.At, class: action, do: doFault, index: len(w.deeds)})
		w.deeds = append(w.deeds, deed{a, trace.ByAction + strconv.Itoa(i+1)})
	}
}

// do carries out a fault or action. One that has nothing to act on stays in the
// trace with the reason, and does nothing.
func (w *world) do(index int) {
	d := &w.deeds[index]
	e := trace.Event{Kind: trace.Fault, What: d.Verb.String(), Who: string(d.Node), By: d.by}
	if d.Node == "" {
		e.Who = string(d.Who)
	}
	h, p := w.host(d.Node), w.process(d.Who)
	switch {
	case d.Node != "" && h == nil:
		e.Why = trace.WhyNoSuchNode
	case d.Node == "" && p == nil:
		e.Why = trace.WhyNoSuchClient
	case h != nil:
		w.doNode(d, h, e)
		return
	default:
		w.doClient(d, index, p, e)
		return
	}
	w.emit(e)
}

func (w *world) doNode(d *deed, h *host, e trace.Event) {
	switch d.Verb {
	case run.Crash:
		e.Data = d.Data.String()
		if h.down {
			e.Why = trace.WhyAlreadyDown
			break
		}
		h.crash(d.Data == run.Lose, d.by)
	case run.Restart:
		if !h.down {
			e.Why = trace.WhyNotDown
			break
		}
		e.Kind, e.Data = trace.Heal, trace.DataKeep
		if h.lose {
			e.Data = trace.DataLose
		}
		h.restart()
		w.emit(e)
		h.expire() // what ran out while it was down
		h.watch()
		return
	case run.Command:
		if !h.down {
			h.exec(&lock.Question{Cmd: d.Args}, "", trace.Operator)
			return
		}
		e.Why = trace.WhyNodeDown
	case run.Pause:
		e.Why = trace.WhyNoSuchClient
	}
	w.emit(e)
}

func (w *world) doClient(d *deed, index int, p *process, e trace.Event) {
	switch d.Verb {
	case run.Crash:
		if !p.up {
			e.Why = trace.WhyAlreadyDown
			break
		}
		w.emit(e)
		p.crash(d.by)
		return
	case run.Restart:
		if p.up {
			e.Why = trace.WhyNotDown
			break
		}
		e.Kind = trace.Heal
		w.emit(e)
		p.up = true
		p.spawn()
		p.resume()
		return
	case run.Pause:
		e.Lasts = d.For
		if !p.up {
			e.Why = trace.WhyClientDown
			break
		}
		w.emit(e)
		p.paused = true
		p.until = max(p.until, w.t+trace.Time(d.For))
		w.queue.push(item{at: w.t + trace.Time(d.For), class: ordinary, do: doUnpause, process: p, index: index})
		return
	case run.Command:
		e.Why = trace.WhyNoSuchNode
	}
	w.emit(e)
}

// unpause ends a pause, unless a longer one has begun meanwhile or the process
// was killed in it.
func (w *world) unpause(p *process, by string) {
	if !p.paused || w.t < p.until {
		return
	}
	p.paused = false
	w.emit(trace.Event{Kind: trace.Heal, What: run.Pause.String(), Who: string(p.client.ID), By: by})
	if p.ready {
		p.ready = false
		p.wake()
	}
}
