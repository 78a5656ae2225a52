package scenario_test

import (
	"fmt"

	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
)

// A scenario that is put together: a base, a variant laid over it, another cluster.
func Example() {
	base, err := scenario.Parse("base.yaml", []byte(`
id: S12
title: {en: A node restarts empty}
cluster: {independent: 5}
lock: {kind: redlock}
clients: [{id: A, work: {on: invoice, takes: 1s}}]
resources: {invoice: {kind: ledger}}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	tree := base.Tree()
	for _, part := range []struct{ path, yaml string }{
		{"cluster", "{single: {}}"},
		{"lock", "{kind: token, ttl: 30s}"},
		{"id", "S12.D"},
	} {
		value, err := strictyaml.ParseGiven("the "+part.path, part.yaml)
		if err != nil {
			fmt.Println(err)
			return
		}
		if tree, err = tree.Set(part.path, value); err != nil {
			fmt.Println(err)
			return
		}
	}
	s, err := scenario.New(tree)
	if err != nil {
		fmt.Println(err)
		return
	}
	var library scenario.Library
	if err := library.Add(s); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.ID + ": " + s.Title("en"))
	// Output: S12.D: A node restarts empty
}
