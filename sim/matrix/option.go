package matrix

import (
	"strings"

	"lockstep/sim/strictyaml"
)

// Option is something that a scenario sets beyond the variant: of everybody's lock by
// its name, clock; of anything else by its path, clients.A.lock.nodes. The value is
// YAML. What clients want, and what goes wrong, is the story and no option.
type Option struct{ Name, Value string }

// sets lists the options that the scenario sets of a variant.
func (s *Scenario) sets(v *Variant) []Option {
	list, laid := options{variant: v.world}, s.laid(v)
	for _, section := range []string{"lock", "cluster", "network"} {
		if part, ok := laid.Get(section); ok {
			list.add(part, section)
		}
	}
	clients, _ := laid.Get("clients")
	_ = clients.Each("", func(client strictyaml.Value) error { // there may be none
		var id string
		err := client.Entries("", func(name string, v strictyaml.Value) (err error) {
			switch name {
			case "id":
				id, err = v.Text()
			case "lock":
				list.add(v, "clients", id, "lock")
			}
			return err
		})
		return err
	})
	return list.found
}

// options collects what is other than a variant has it.
type options struct {
	variant strictyaml.Value
	found   []Option
}

// add takes what stands at a path: single values and lists are options.
func (o *options) add(v strictyaml.Value, path ...string) {
	err := v.Entries("", func(name string, v strictyaml.Value) error {
		o.add(v, append(path[:len(path):len(path)], name)...)
		return nil
	})
	if err == nil {
		return
	}
	name, value := strings.Join(path, "."), flow(v)
	if has, ok := o.variant.Find(name); ok && flow(has) == value {
		return
	}
	o.found = append(o.found, Option{strings.TrimPrefix(name, "lock."), value})
}

// flow writes a value on one line, as YAML has it.
func flow(v strictyaml.Value) string {
	if text, err := v.Text(); err == nil {
		return text
	}
	var parts []string
	if v.Each("", func(v strictyaml.Value) error { parts = append(parts, flow(v)); return nil }) == nil {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	_ = v.Entries("", func(name string, v strictyaml.Value) error { parts = append(parts, name+": "+flow(v)); return nil })
	return "{" + strings.Join(parts, ", ") + "}"
}
