package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// trial is a program built as the viewer is, before its data is rewritten.
func trial(t *testing.T, pkg string) (module []byte, tools toolchain) {
	t.Helper()
	root, tools, err := where()
	if err != nil {
		t.Fatal(err)
	}
	needKnown(t, tools)
	if module, err = linked(root, tools, pkg, "-s -w"); err != nil {
		t.Fatal(err)
	}
	return module, tools
}

// needKnown gives a test up where the viewer is built whole, but never where nothing may
// be skipped: it is too large then.
func needKnown(t *testing.T, tools toolchain) {
	t.Helper()
	switch why := "nothing is left out of a viewer built by " + tools.version + ": it is known for Go 1.26"; {
	case tools.known():
	case os.Getenv("CI") == "true":
		t.Fatal(why)
	default:
		t.Skip(why)
	}
}

// runIn runs a module as the toolchain's own tests run theirs. It returns what was
// written, and the exit code.
func runIn(t *testing.T, tools toolchain, module []byte, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is not installed, and nothing may be skipped here")
		}
		t.Skip("node is not installed: no WebAssembly was run")
	}
	file := filepath.Join(t.TempDir(), "trial.wasm")
	if err := os.WriteFile(file, module, 0o666); err != nil {
		t.Fatal(err)
	}
	launcher := filepath.Join(tools.root, "lib", "wasm", "go_js_wasm_exec")
	cmd := exec.Command(launcher, append([]string{file}, args...)...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), complaint.String(), cmd.ProcessState.ExitCode()
}

const trialPackage = "./web/build/testdata/trial"

// A program without names does what it did: stacks grow, the collector finds what
// lives, panics are recovered.
func TestWithoutNamesAllWorks(t *testing.T) {
	linked, tools := trial(t, trialPackage)
	slim, err := withoutNames(linked)
	if err != nil {
		t.Fatal(err)
	}
	if out, complaint, code := runIn(t, tools, slim, "all"); out != "done\n" || code != 0 {
		t.Errorf("says %q and ends with %d:\n%s", out, code, complaint)
	}
	_, complaint, code := runIn(t, tools, slim, "deadlock")
	if code != 2 || !strings.Contains(complaint, "all goroutines are asleep") {
		t.Errorf("a deadlock ends with %d:\n%s", code, complaint)
	}
}

// Of a panic that nobody recovers the message and the code stay; only the trace goes.
func TestWithoutNamesPanicsSayWhy(t *testing.T) {
	linked, tools := trial(t, trialPackage)
	slim, err := withoutNames(linked)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		module []byte
		named  bool
	}{"as linked": {linked, true}, "without names": {slim, false}} {
		_, complaint, code := runIn(t, tools, c.module, "panic")
		if code != 2 || !strings.Contains(complaint, "the trial's end") {
			t.Errorf("%s: ends with %d and says\n%s", what, code, complaint)
		}
		for _, name := range []string{"main.explode", "main.go:"} {
			if strings.Contains(complaint, name) != c.named {
				t.Errorf("%s: the trace has %s: %v, want %v\n%s", what, name, !c.named, c.named, complaint)
			}
		}
	}
}

// Whoever drops what is needed is found out.
func TestTooMuchForgottenIsNoticed(t *testing.T) {
	linked, tools := trial(t, trialPackage)
	for what, spoil := range map[string]func(f *function){
		"no stack maps": func(f *function) {
			if len(f.pcdata) > 1 {
				f.pcdata[1] = nil
			}
		},
		"no pointers in arguments": func(f *function) { f.lose(0) },
		"no pointers in locals":    func(f *function) { f.lose(1) },
		"no objects on the stack":  func(f *function) { f.lose(2) },
		"no sizes of frames":       func(f *function) { f.frame = nil },
		"no name at all":           func(f *function) { f.name = "" },
		"no name of the runtime's": func(f *function) {
			if f.name == "runtime." {
				f.name = ""
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			spoilt, err := withFunctions(linked, func(f *function) {
				f.forgetPrinting()
				spoil(f)
			})
			if err != nil {
				t.Fatal(err)
			}
			if out, _, code := runIn(t, tools, spoilt, "all"); out == "done\n" && code == 0 {
				t.Error("the trial passes nevertheless")
			}
		})
	}
}

func (f *function) lose(kind int) {
	if kind < len(f.funcdata) {
		f.funcdata[kind] = missing
	}
}

// Random runs of the engine have the hashes that they have natively.
func TestWithoutNamesRunsAreTheSame(t *testing.T) {
	const runs = "200"
	linked, tools := trial(t, "./sim/sweep/print")
	slim, err := withoutNames(linked)
	if err != nil {
		t.Fatal(err)
	}
	got, complaint, code := runIn(t, tools, slim, runs)
	if code != 0 {
		t.Fatalf("ends with %d:\n%s", code, complaint)
	}
	want, err := output(exec.Command("go", "run", "lockstep/sim/sweep/print", runs))
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || got != string(want) {
		t.Errorf("natively and in WebAssembly without names:\n%s\n%s", want, got)
	}
}

// The viewer itself asks for no names while it runs: nothing in it gets at the
// places where it is.
func TestTheViewerAsksForNoNames(t *testing.T) {
	module, _ := trial(t, "./wasm")
	seen := 0
	_, err := withFunctions(module, func(f *function) {
		seen++
		switch f.name {
		case "runtime.Caller", "runtime.Callers", "runtime.FuncForPC", "runtime.Stack":
			t.Errorf("%s is part of it, and would find no names", f.name)
		}
		f.forgetPrinting() // a table that loses nothing need not fit where it was
	})
	if err != nil || seen < 1000 {
		t.Errorf("%d functions, %v", seen, err)
	}
}

// What is written is read again as it was, but for what was dropped.
func TestTablesKeepTheRest(t *testing.T) {
	module, _ := trial(t, trialPackage)
	slim, err := withoutNames(module)
	if err != nil {
		t.Fatal(err)
	}
	var old, now []string
	describe := func(all *[]string) func(*function) {
		return func(f *function) {
			f.forgetPrinting()
			for len(f.pcdata) > 0 && f.pcdata[len(f.pcdata)-1] == nil {
				f.pcdata = f.pcdata[:len(f.pcdata)-1]
			}
			for len(f.funcdata) > 0 && f.funcdata[len(f.funcdata)-1] == missing {
				f.funcdata = f.funcdata[:len(f.funcdata)-1]
			}
			clear(f.record[recordName : recordName+4])
			clear(f.record[recordFrame : recordFrame+4])
			clear(f.record[recordPCData : recordPCData+4])
			f.record[recordData] = 0
			*all = append(*all, fmt.Sprintf("%q %x %x %x %x", f.name, f.record, f.frame, f.pcdata, f.funcdata))
		}
	}
	if _, err := withFunctions(module, describe(&old)); err != nil {
		t.Fatal(err)
	}
	if _, err := withFunctions(slim, describe(&now)); err != nil {
		t.Fatal(err)
	}
	if len(old) < 1000 || len(old) != len(now) {
		t.Fatalf("%d functions became %d", len(old), len(now))
	}
	for i := range old {
		if old[i] != now[i] {
			t.Fatalf("function %d was\n%s\nand is\n%s", i, old[i], now[i])
		}
	}
}

// Tables that are laid out in another way are refused, and it is said what helps.
func TestTablesThatAreNotWhatWeExpect(t *testing.T) {
	linked, _ := trial(t, trialPackage)
	memory := func() []byte {
		_, size, segments := takenApart(t, linked)
		return image(t, segments, size)
	}
	good := memory()
	found, err := findTables(good)
	if err != nil {
		t.Fatal(err)
	}
	at := func(part []byte) int { return len(good) - cap(part) }
	first := at(found.functions) + int(u32(found.functions[4:]))
	for what, c := range map[string]struct {
		spoil func(m []byte)
		want  string
	}{
		"functions inlined": {func(m []byte) {
			i, start := 0, at(found.functions)
			record := func() []byte { return m[start+int(u32(found.functions[8*i+4:])):] }
			for record()[recordData] <= inlineTree {
				i++
			}
			put32(record()[recordSize+4*u32(record()[recordPCData:])+4*inlineTree:], 8)
		}, "has other functions inlined"},
		"functions apart": {func(m []byte) {
			record, index := m[at(found.functions)+int(u32(found.functions[12:])):], m[at(found.functions)+8:]
			put32(record, u32(record)+1)
			put32(index, u32(index)+1)
		}, "function 1 is number"},
		"another mark":         {func(m []byte) { m[at(found.names)-headerSize]-- }, "no header"},
		"no tables":            {func(m []byte) { clear(m) }, "no header"},
		"another word size":    {func(m []byte) { m[at(found.names)-headerSize+7] = 4 }, "no header"},
		"more functions":       {func(m []byte) { m[at(found.names)-headerSize+8]++ }, "the index is not one of"},
		"files elsewhere":      {func(m []byte) { m[at(found.names)-headerSize+48]++ }, "the slice in word 7"},
		"a record elsewhere":   {func(m []byte) { put32(m[at(found.functions)+4:], 1<<31) }, "function 0: "},
		"another function":     {func(m []byte) { m[first]++ }, "index and record disagree"},
		"a name elsewhere":     {func(m []byte) { put32(m[first+recordName:], 1<<31) }, "a name at"},
		"values elsewhere":     {func(m []byte) { put32(m[first+recordFrame:], 1<<31) }, "values at"},
		"much too many values": {func(m []byte) { put32(m[first+recordPCData:], 1<<31) }, "its record at"},
	} {
		t.Run(what, func(t *testing.T) {
			m := memory()
			c.spoil(m)
			err := slim(m, (*function).forgetPrinting)
			if !errors.Is(err, errLayout) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "-names") {
				t.Errorf("error %v, want one that says %q", err, c.want)
			}
		})
	}
}
