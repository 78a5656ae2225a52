package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The questions are answered, and what defines them stays.
func TestWithoutTracer(t *testing.T) {
	const known = `
func traceEnabled() bool {
	return trace.enabled
}
	if traceEnabled() || traceShuttingDown() || traceAllocFreeEnabled() {
	trace := traceAcquire()
	if trace.ok() && other.ok() {
		traceRelease(trace)
	if tl.ok() {
func (tl traceLocker) ok() bool {
`
	const want = `
func traceEnabled() bool {
	return trace.enabled
}
	if false || false || false {
	trace := traceAcquire()
	if false && other.ok() {
		traceRelease(trace)
	if false {
func (tl traceLocker) ok() bool {
`
	if got := string(withoutTracer([]byte(known))); got != want {
		t.Errorf("becomes\n%s", got)
	}
}

// The runtime that is here asks what is answered, and one that asks otherwise is refused.
func TestKnownTracer(t *testing.T) {
	_, tools, err := where()
	if err != nil {
		t.Fatal(err)
	}
	needKnown(t, tools)
	source, err := os.ReadFile(filepath.Join(tools.root, "src", "runtime", "traceruntime.go"))
	if err != nil {
		t.Fatal(err)
	}
	if err := knownTracer(source); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"traceEnabled() bool", "traceShuttingDown() bool", "ok() bool"} {
		if knownTracer([]byte(strings.Replace(string(source), name, "another", 1))) == nil {
			t.Errorf("one without %s is taken", name)
		}
	}
	if asked := len(tracing.FindAll(source, -1)); asked <= 4 { // the definitions
		t.Errorf("it asks %d times", asked)
	}
}
