package scenario

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"lockstep/sim/run"
)

// documented returns the next indented lines after a line of the package comment.
func documented(t *testing.T, after string) string {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), after)
	if !ok {
		t.Fatalf("the package comment does not say %q", after)
	}
	var b strings.Builder
	for line := range strings.Lines(rest) {
		indented, ok := strings.CutPrefix(line, "//\t")
		switch {
		case ok:
			b.WriteString(indented)
		case b.Len() > 0:
			return b.String()
		}
	}
	return b.String()
}

// The file that the package comment shows is one.
func TestDocumentedFile(t *testing.T) {
	s, err := Parse("x.yaml", []byte(documented(t, "makes a world of the two and runs it.\n")))
	if err != nil {
		t.Fatal(err)
	}
	if c := s.config; len(c.Nodes) != 5 || len(c.Clients) != 2 || len(c.Faults) != 3 || c.Clients[1].Lock.Retries != 10 {
		t.Errorf("it is %+v", c)
	}
}

// Each parameter that the package comment shows changes what is there, and gives
// what is not.
func TestDocumentedParameters(t *testing.T) {
	const clients = `
id: x
title: {en: T}
cluster: {independent: 3}
clients:
  - {id: A, lock: {kind: redlock}, work: {on: invoice-42, takes: 1s}}
  - {id: B, lock: {kind: redlock}, work: {on: invoice-42, takes: 1s}}
resources: {invoice-42: {kind: ledger}}
`
	const rest = `
lock: {kind: redlock, ttl: 5s}
network: {latency: 1ms, links: [{between: [A, n1], latency: 5ms}]}
faults: [{at: 1s, flush: {node: n1}}]
`
	full, lacking := parsed(t, clients+rest), parsed(t, clients)
	// Half a fault is none: this is of one that is there.
	const ofOneThere = "faults.0.at"
	params := regexp.MustCompile(`([\w.-]+)=(\S+(?: \S+)*)`).FindAllStringSubmatch(documented(t, "# Parameters\n"), -1)
	if len(params) < 11 {
		t.Errorf("only %q are shown", params)
	}
	for _, p := range params {
		param := []run.Param{{Name: p[1], Value: p[2]}}
		if _, err := full.Compile(param); err != nil {
			t.Errorf("%s, in a file that has it: %v", p[0], err)
		}
		if _, err := lacking.Compile(param); err != nil && p[1] != ofOneThere {
			t.Errorf("%s, in a file without: %v", p[0], err)
		}
	}
	_, err := lacking.Compile([]run.Param{{Name: ofOneThere, Value: "2s"}})
	if want := "parameter faults.0.at: it has 0 verbs and needs one of "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("half a fault: %v", err)
	}
}
