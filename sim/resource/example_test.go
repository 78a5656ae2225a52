package resource_test

import (
	"fmt"
	"strconv"

	"lockstep/sim/resource"
)

// A client reads, and writes what follows from that reading.
func ExampleNext() {
	seats, err := resource.New(resource.Config{ID: "seats", Kind: resource.Stock, Initial: "2"})
	if err != nil {
		fmt.Println(err)
		return
	}
	version, value, _ := resource.ParseReading(seats.Do("A", []string{"READ"}).Reply)
	op, left, _ := resource.Next(seats.Kind(), value, "A")
	sold := seats.Do("A", []string{"WRITE", op, left, "BASE", strconv.FormatInt(version, 10), "KEY", "A/1"})
	fmt.Println(sold.Reply, "with", sold.Value, "left")
	// Output: OK 1 with 1 left
}
