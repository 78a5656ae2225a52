package run_test

import (
	"fmt"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// A run becomes a link, and a link that run again.
func Example() {
	crash := run.Action{At: 1_200_000, Verb: run.Crash, Target: "n3", Restart: 2 * trace.Second}
	if err := crash.Check(); err != nil {
		fmt.Println(err)
		return
	}
	r := &run.Run{Scenario: "redlock", Seed: 7, Actions: []run.Action{crash}}
	r.Params = []run.Param{{Name: "lock.ttl", Value: "30s"}}
	link := r.Link()
	fmt.Println(link)

	again, err := run.Parse(link)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Scenario, again.Seed, again.Params, again.Actions[0].Verb, again.Actions[0].Target)
	// Output:
	// AgAHcmVkbG9jawcBCGxvY2sudHRsAzMwcwABAQCAvpIBAAJuMwCAkvQB
	// redlock 7 [{lock.ttl 30s}] crash n3
}
