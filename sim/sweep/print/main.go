// Command print prints the hashes of a sweep, one line a run. Built natively and
// for js/wasm it must print the same.
package main

import (
	"fmt"
	"os"
	"strconv"

	"lockstep/sim/sweep"
	"lockstep/sim/world"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: print RUNS")
	}
	n, err := strconv.ParseUint(args[0], 10, 32)
	if err != nil {
		return err
	}
	engine := world.NewEngine()
	defer engine.Close()
	for seed := range n {
		events, err := sweep.Random(seed).Play(engine)
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		fmt.Println(seed, len(events), events[len(events)-1].Hash)
	}
	return nil
}
