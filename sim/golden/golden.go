// Package golden compares what tests make with what a person has read and found right:
// files in testdata. They are written anew with
//
//	go test ./sim/lock -update
//
// and then read again, as a change to them is.
package golden

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

var update = flag.Bool("update", false, "write the files in testdata anew")

// Compare fails the test if a file is not as got. With -update it writes the file.
func Compare(t testing.TB, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test -update writes it", err)
	}
	if difference := diff.Diff(path, want, "now", []byte(got)); difference != nil {
		t.Errorf("%s", difference)
	}
}
