package resource_test

import (
	"fmt"
	"strings"

	"lockstep/sim/resource"
)

// Two clients read the same, and both write what follows from that.
func Example() {
	seats, err := resource.New(resource.Config{ID: "seats", Kind: resource.Stock, Initial: "1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, asked := range []string{
		"A READ",
		"B READ",
		"A WRITE sell 0 BASE 0 KEY a",
		"B WRITE sell 0 BASE 0 KEY b",
	} {
		who, cmd, _ := strings.Cut(asked, " ")
		fmt.Println(seats.Do(who, strings.Fields(cmd)).Reply)
	}
	// Output:
	// 0 1
	// 0 1
	// OK 1
	// OK 2
}
