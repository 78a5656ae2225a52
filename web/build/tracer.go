package main

import (
	"bytes"
	"fmt"
	"regexp"
)

// Every Go program can write a trace of its goroutines, and the runtime asks at every
// turn whether it is to. Nobody starts one in the viewer, which does not have package
// runtime/trace. Where the answer is written into the question, the linker finds the
// tracer unused.

// tracing is how the runtime asks: whether a trace is written, whether one is coming to
// its end, and whether this thread was let in to write. A declaration is no question.
var tracing = regexp.MustCompile(`(func )?\b(?:trace(?:Enabled|AllocFreeEnabled|ShuttingDown)|(?:trace|tl)\.ok)\(\)`)

// withoutTracer has every such question of a file answered: no.
func withoutTracer(source []byte) []byte {
	return tracing.ReplaceAllFunc(source, func(asked []byte) []byte {
		if bytes.HasPrefix(asked, []byte("func ")) {
			return asked
		}
		return []byte("false")
	})
}

// knownTracer refuses a traceruntime.go that does not define what is asked.
func knownTracer(source []byte) error {
	for _, definition := range []string{
		"func traceEnabled() bool {", "func traceAllocFreeEnabled() bool {", "func traceShuttingDown() bool {",
		"func (tl traceLocker) ok() bool {",
	} {
		if !bytes.Contains(source, []byte(definition)) {
			return fmt.Errorf("it has no %q, and in Go 1.26 there is one", definition)
		}
	}
	return nil
}
