package cli

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the scripts' expected outputs anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"lockstep": func() { os.Exit(Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

var place = regexp.MustCompile(`,"file":"[^"]*","line":\d+`)

// TestScripts runs the command line as a user does, and compares all it writes.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			// unlined FROM TO copies events without the places in the source, which
			// a comment may move.
			"unlined": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) != 2 {
					ts.Fatalf("usage: unlined from to")
				}
				text := place.ReplaceAllString(ts.ReadFile(args[0]), "")
				ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o666))
			},
		},
	})
}

// Every built-in scenario has a script with its transcript, called like it.
func TestEveryScenarioHasItsTranscript(t *testing.T) {
	library, err := dataFlag{}.library()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range library.Names() {
		b, err := os.ReadFile("testdata/script/" + name + ".txtar")
		if err != nil || !strings.Contains(string(b), "\nexec lockstep run "+name+"\ncmp stdout want\n") {
			t.Errorf("testdata/script/%s.txtar should hold the transcript: write one like redlock.txtar, and run go test -update (%v)", name, err)
		}
	}
}

// exits STATUS PROGRAM ARGUMENT... wants that exit status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits status program [argument...]")
	}
	status := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(status) != args[0] {
		ts.Fatalf("exit status %d, want %s", status, args[0])
	}
}
