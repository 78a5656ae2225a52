package sweep_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

const runs = 1000

func play(t testing.TB, e *world.Engine, w *sweep.World) []trace.Event {
	t.Helper()
	events, err := w.Play(e)
	if err != nil {
		t.Fatalf("seed %d: %v", w.Seed, err)
	}
	return events
}

func hash(events []trace.Event) string { return events[len(events)-1].Hash }

// The same run twice, on an engine that has served another run in between and on
// a fresh one, gives the same trace; and the sweep reaches what it is there for.
func TestSameRunSameTrace(t *testing.T) {
	used := world.NewEngine()
	defer used.Close()
	before := runtime.NumGoroutine()
	var counts sweep.Counts
	for seed := range uint64(runs) {
		w := sweep.Random(seed)
		first := play(t, used, w)
		play(t, used, sweep.Random(seed+runs))
		second := play(t, used, sweep.Random(seed))
		if a, b := hash(first), hash(second); a != b {
			t.Fatalf("seed %d gave %s and then %s", seed, a, b)
		}
		if seed%10 == 0 {
			fresh := world.NewEngine()
			third := play(t, fresh, w)
			fresh.Close()
			if a, b := hash(first), hash(third); a != b {
				t.Fatalf("seed %d gave %s on a used engine and %s on a fresh one", seed, a, b)
			}
		}
		if got := trace.Hash(first); got != hash(first) {
			t.Fatalf("seed %d: the trace hashes to %s and says %s", seed, got, hash(first))
		}
		wellFormed(t, seed, first)
		counts.Add(w, first)
	}
	t.Logf("\n%s", counts.String())
	for _, row := range counts.Rows() {
		if row.N == 0 {
			t.Errorf("in none of %d runs: %s", runs, row.What)
		}
	}
	for i := 0; runtime.NumGoroutine() > before && i < 100_000; i++ {
		runtime.Gosched() // those that are ending may end
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after: a coroutine was left behind", before, after)
	}
}

// wellFormed holds what every trace must hold.
func wellFormed(t *testing.T, seed uint64, events []trace.Event) {
	t.Helper()
	now := trace.Time(0)
	for i := range events {
		e := &events[i]
		if e.Seq != i || e.T < now {
			t.Fatalf("seed %d: event %d has seq %d and t %d after %d", seed, i, e.Seq, e.T, now)
		}
		now = e.T
		if (e.Kind == trace.Start) != (i == 0) || (e.Kind == trace.End) != (i == len(events)-1) {
			t.Fatalf("seed %d: %v stands at place %d of %d", seed, e.Kind, i, len(events))
		}
	}
}

// Every fault that is drawn is one that somebody could do, and the run's link says
// all of them.
func TestLinksCarryTheFaults(t *testing.T) {
	t.Parallel()
	e := world.NewEngine()
	defer e.Close()
	actions := 0
	for seed := range uint64(300) {
		w := sweep.Random(seed)
		for _, a := range append(w.Config.Faults, w.Actions...) {
			if err := a.Check(); err != nil {
				t.Fatalf("seed %d: %+v: %v", seed, a, err)
			}
		}
		r, err := run.Parse(w.Run().Link())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(w.Actions) > 0 && !reflect.DeepEqual(r.Actions, w.Actions) {
			t.Fatalf("seed %d: the actions\n%+v\ncome back from their link as\n%+v", seed, w.Actions, r.Actions)
		}
		actions += len(r.Actions)
		want := hash(play(t, e, w))
		w.Actions = r.Actions
		if got := hash(play(t, e, w)); got != want {
			t.Fatalf("seed %d gave %s and %s from its link", seed, want, got)
		}
	}
	if actions < 300 {
		t.Errorf("only %d actions were drawn", actions)
	}
}

// Natively and in WebAssembly the same runs give the same hashes.
func TestNativeAgainstWASM(t *testing.T) {
	t.Parallel()
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
