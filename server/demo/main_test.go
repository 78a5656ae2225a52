package demo_test

import (
	"fmt"
	"os"
	"testing"

	"lockstep/lessons"
	"lockstep/server/demo"
	"lockstep/sim/scenario"
)

// TestMain looks whether any test has left a folder.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "demo")
	if err != nil {
		panic(err)
	}
	os.Setenv("TMPDIR", dir)
	status := m.Run()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		fmt.Printf("FAIL: left in the temporary folder: %v\n", left)
		status = 1
	}
	os.RemoveAll(dir)
	os.Exit(status)
}

func story(t *testing.T) demo.Story {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	return demo.Story{Library: library}
}
