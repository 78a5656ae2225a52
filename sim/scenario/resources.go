package scenario

import (
	"regexp"

	"lockstep/sim/resource"
	"lockstep/sim/strictyaml"
	"lockstep/sim/world"
)

// What resources may be called: their names stand in names of messages, beside
// those of clients and nodes.
var (
	resourceName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,31}$`)
	machineName  = regexp.MustCompile(`^[nsc][0-9]+$`)
)

func (r *worldReader) readResources(v strictyaml.Value) error {
	err := v.Entries("{invoice-42: {kind: ledger}}", func(name string, v strictyaml.Value) error {
		switch {
		case !resourceName.MatchString(name):
			return v.Errorf("a resource is called by a small letter and up to 31 small letters, digits, - or _ more")
		case machineName.MatchString(name):
			return v.Errorf("nodes, sentinels and members of the lock service are called so: n1, s1, c1")
		case len(r.resources) == world.MaxResources:
			return v.Errorf("a scenario has at most %d resources", world.MaxResources)
		}
		r.resources = append(r.resources, name)
		return r.readResource(name, v)
	})
	if err == nil && len(r.resources) == 0 {
		err = v.Errorf("a scenario has at least one resource, such as {invoice-42: {kind: ledger}}")
	}
	return err
}

func (r *worldReader) readResource(name string, v strictyaml.Value) error {
	c := resource.Config{ID: name}
	var kinds []words[resource.Kind]
	for i, name := range resource.KindNames() {
		kinds = append(kinds, word(name, resource.Kind(i)))
	}
	var guards []words[resource.Guard]
	for i, name := range resource.GuardNames() {
		guards = append(guards, word(name, resource.Guard(i)))
	}
	var initial strictyaml.Value
	err := v.Fields(map[string]strictyaml.Reader{
		"kind":    strictyaml.Into(&c.Kind, oneOf(kinds...)),
		"guard":   strictyaml.Into(&c.Guard, oneOf(guards...)),
		"initial": later(&initial),
	}, "kind")
	if err != nil {
		return err
	}
	if !initial.IsZero() {
		if c.Initial, err = initial.Text(); err != nil {
			return err
		}
		if _, err := resource.New(c); err != nil {
			return initial.Errorf("%v", err)
		}
	}
	r.config.Resources = append(r.config.Resources, c)
	return nil
}
