package scenario

import (
	"slices"

	"lockstep/sim/run"
	"lockstep/sim/run/runjson"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

const exampleFault = "{at: 2s, restart: {node: n3}}"

func (r *worldReader) readFaults(v strictyaml.Value) error {
	return v.Each("["+exampleFault+"]", r.readFault)
}

func (r *worldReader) readFault(v strictyaml.Value) error {
	b, err := v.JSON(exampleFault)
	if err != nil {
		return err
	}
	a, err := runjson.Action(b)
	if err != nil {
		return v.Errorf("%v", err)
	}
	if len(r.config.Faults) == run.MaxActions {
		return v.Errorf("a scenario has at most %d faults", run.MaxActions)
	}
	if err := r.checkNames(v, &a); err != nil {
		return err
	}
	r.config.Faults = append(r.config.Faults, a)
	return nil
}

// checkNames tells whether all that a fault names exists. What a person does to a
// run may be in vain; a file that speaks of nobody is a mistake.
func (r *worldReader) checkNames(v strictyaml.Value, a *run.Action) error {
	type named struct {
		sort, name string
		among      []string
	}
	var all []named
	machine := func(names ...string) {
		for _, name := range names {
			all = append(all, named{"machine", name, r.everybody()})
		}
	}
	if a.Target != "" {
		all = append(all, named{a.Of.String(), a.Target, r.targets(a)})
	}
	machine(slices.Concat(a.Cut...)...)
	machine(slices.Concat(a.Heal.Cut.Cut...)...)
	for _, link := range [][2]string{a.Link, a.Heal.Slow.Link, a.Heal.Lose.Link} {
		if link != [2]string{} {
			machine(link[:]...)
		}
	}
	if t := a.When; t != nil {
		if t.Who != "" && !(t.Who == trace.Operator && t.Kind == trace.Exec) {
			machine(t.Who)
		}
		if t.Node != "" {
			machine(t.Node)
		}
	}
	for _, x := range all {
		if err := mustBe(v, x.sort, x.name, x.among); err != nil {
			return err
		}
	}
	return r.checkMsg(v, a)
}

// targets is whom a fault can be done to.
func (r *worldReader) targets(a *run.Action) []string {
	switch a.Of {
	case run.OfClient:
		return r.clients
	case run.OfSentinel:
		return r.sentinels
	}
	switch a.Verb {
	case run.Flush, run.Evict, run.Command: // done to keys
		return r.nodes
	}
	return slices.Concat(r.nodes, r.members)
}

// checkMsg tells whether the message that a fault is done to can exist: between whom
// it is. Whether they ever say such a thing to each other is for the run to show.
func (r *worldReader) checkMsg(v strictyaml.Value, a *run.Action) error {
	if a.Msg == "" {
		return nil
	}
	if at, ok := v.Find(a.Msg); ok {
		v = at
	}
	m, ok := trace.ParseMsg(a.Msg)
	if !ok {
		return v.Errorf("%q: a message is called by who asks, the attempt, the step, and who is asked, such as A/1/set>n3, or A/1/set<n3 for the answer", a.Msg)
	}
	if err := mustBe(v, "sender", string(m.Client), slices.Concat(r.clients, r.nodes, r.sentinels)); err != nil {
		return err
	}
	return mustBe(v, "addressee", string(m.Node), slices.Concat(r.nodes, r.sentinels, r.members, r.resources))
}
