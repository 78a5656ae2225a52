package sweep_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

const runs = 1000

func library(t testing.TB) *scenario.Library {
	t.Helper()
	l, err := scenario.Open(sweep.Files())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func play(t testing.TB, l *scenario.Library, e *world.Engine, r *run.Run) []trace.Event {
	t.Helper()
	events, err := l.Play(e, r, 0)
	if err != nil {
		t.Fatalf("seed %d: %v", r.Seed, err)
	}
	return events
}

// The same run twice, on an engine that has served another run in between and on
// a fresh one, gives the same trace; and the sweep reaches what it is there for.
func TestSameRunSameTrace(t *testing.T) {
	l := library(t)
	used := world.NewEngine()
	defer used.Close()
	before := runtime.NumGoroutine()
	var counts sweep.Counts
	for seed := range uint64(runs) {
		r := sweep.Random(seed)
		first := play(t, l, used, r)
		play(t, l, used, sweep.Random(seed+runs))
		second := play(t, l, used, r)
		if a, b := first[len(first)-1].Hash, second[len(second)-1].Hash; a != b {
			t.Fatalf("seed %d gave %s and then %s", seed, a, b)
		}
		if seed%50 == 0 {
			fresh := world.NewEngine()
			third := play(t, l, fresh, r)
			fresh.Close()
			if a, b := first[len(first)-1].Hash, third[len(third)-1].Hash; a != b {
				t.Fatalf("seed %d gave %s on a used engine and %s on a fresh one", seed, a, b)
			}
		}
		if got := trace.Hash(first); got != first[len(first)-1].Hash {
			t.Fatalf("seed %d: the trace hashes to %s and says %s", seed, got, first[len(first)-1].Hash)
		}
		wellFormed(t, seed, first)
		counts.Add(first)
	}
	t.Logf("\n%s", counts.String())
	for _, row := range counts.Rows() {
		if row.N*20 <= runs {
			t.Errorf("%d of %d runs is not above 5 %%: %s", row.N, runs, row.What)
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after: a coroutine was left behind", before, after)
	}
}

// wellFormed holds what every trace must hold.
func wellFormed(t *testing.T, seed uint64, events []trace.Event) {
	t.Helper()
	now := trace.Time(0)
	names := make(map[string]bool)
	for i := range events {
		e := &events[i]
		if e.Seq != i || e.T < now {
			t.Fatalf("seed %d: event %d has seq %d and t %d after %d", seed, i, e.Seq, e.T, now)
		}
		now = e.T
		if e.Kind == trace.Send {
			if names[e.Msg] {
				t.Fatalf("seed %d: two messages are called %s", seed, e.Msg)
			}
			names[e.Msg] = true
			if m, ok := trace.ParseMsg(e.Msg); !ok || m.Reply != (e.Cmd == nil) {
				t.Fatalf("seed %d: %q is no name for this message: %+v", seed, e.Msg, e)
			}
		}
		if (e.Kind == trace.Start) != (i == 0) || (e.Kind == trace.End) != (i == len(events)-1) {
			t.Fatalf("seed %d: %v stands at place %d of %d", seed, e.Kind, i, len(events))
		}
	}
}

// Natively and in WebAssembly the same runs give the same hashes.
func TestNativeAgainstWASM(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is not installed, and nothing may be skipped here")
		}
		t.Skip("node is not installed: native against WebAssembly was not compared")
	}
	dir := t.TempDir()
	native := build(t, filepath.Join(dir, "print"))
	wasm := build(t, filepath.Join(dir, "print.wasm"), "GOOS=js", "GOARCH=wasm")
	launcher := filepath.Join(strings.TrimSpace(output(t, exec.Command("go", "env", "GOROOT"))), "lib", "wasm", "go_js_wasm_exec")

	n := strconv.Itoa(runs)
	want := strings.Split(output(t, exec.Command(native, n)), "\n")
	got := strings.Split(output(t, exec.Command(launcher, wasm, n)), "\n")
	if len(want) != runs+1 || len(got) != runs+1 {
		t.Fatalf("%d lines natively, %d in WebAssembly, want %d", len(want)-1, len(got)-1, runs)
	}
	for i := range want {
		if want[i] != got[i] {
			t.Fatalf("natively %q, in WebAssembly %q", want[i], got[i])
		}
	}
}

func build(t *testing.T, to string, env ...string) string {
	t.Helper()
	cmd := exec.Command("go", "build", "-o", to, "lockstep/sim/sweep/print")
	cmd.Env = append(os.Environ(), env...)
	output(t, cmd)
	return to
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, complaint.String())
	}
	return out.String()
}

// Change one thing, and only its consequences change: every message that exists
// with and without a fault travels equally long.
func TestMessagesKeepTheirLatency(t *testing.T) {
	l := library(t)
	e := world.NewEngine()
	defer e.Close()
	var shared, added, moved int
	for seed := range uint64(200) {
		r := sweep.Random(seed)
		without := latencies(play(t, l, e, r))
		// With two nodes down nobody settles at once: there are more attempts.
		r.Actions = append(r.Actions,
			run.Action{At: 0, Verb: run.Crash, Node: "n1"}, run.Action{At: 0, Verb: run.Crash, Node: "n2"})
		with := latencies(play(t, l, e, r))
		for msg, b := range with {
			a, both := without[msg]
			switch {
			case !both:
				added++
			case a.takes != b.takes:
				t.Fatalf("seed %d: %s takes %d us without the fault and %d with it", seed, msg, a.takes, b.takes)
			default:
				shared++
				if a.sent != b.sent {
					moved++
				}
			}
		}
	}
	t.Logf("%d messages in both runs, %d of them at another time, %d only with the fault", shared, moved, added)
	if shared < 1000 || added < 1000 || moved < 100 {
		t.Error("the comparison saw too little to mean anything")
	}
}

type travel struct {
	sent  trace.Time
	takes trace.Duration
}

func latencies(events []trace.Event) map[string]travel {
	m := make(map[string]travel)
	for _, e := range events {
		if e.Kind == trace.Send && e.Arrive > 0 {
			m[e.Msg] = travel{e.T, e.Arrive.Sub(e.T)}
		}
	}
	return m
}
