package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The questions are answered; what sets, lists or says a setting stays, and so does what is
// not 0 where nobody sets it.
func TestWithoutSettings(t *testing.T) {
	const known = `
	if debug.gctrace > 1 && debug.invalidptr != 0 {
	async := debug.asynctimerchan.Load() != 0
	if debug.malloc {
	if debug.schedtrace <= 0 && lasttrace+int64(debug.schedtrace)*1000000 <= now {
	{name: "sbrk", value: &debug.sbrk},
	if n > debug.tracebackancestors {
	trace.debugMalloc = debug.malloc
	debug.malloc = (debug.inittrace | debug.sbrk) != 0
	if debug.traceadvanceperiod > 0 || debug.cgocheck == 0 {
`
	const want = `
	if 0 > 1 && debug.invalidptr != 0 {
	async := 0 != 0
	if false {
	if 0 <= 0 && lasttrace+int64(debug.schedtrace)*1000000 <= now {
	{name: "sbrk", value: &debug.sbrk},
	if n > debug.tracebackancestors {
	trace.debugMalloc = debug.malloc
	debug.malloc = (debug.inittrace | debug.sbrk) != 0
	if debug.traceadvanceperiod > 0 || debug.cgocheck == 0 {
`
	if got := string(withoutSettings([]byte(known))); got != want {
		t.Errorf("becomes\n%s", got)
	}
}

// The runtime that is here asks for each of them, and has them 0; one where that is
// otherwise is refused.
func TestKnownSettings(t *testing.T) {
	_, tools, err := where()
	if err != nil {
		t.Fatal(err)
	}
	needKnown(t, tools)
	runtime := filepath.Join(tools.root, "src", "runtime")
	list, err := os.ReadFile(filepath.Join(runtime, "runtime1.go"))
	if err != nil {
		t.Fatal(err)
	}
	if err := knownSettings(list); err != nil {
		t.Error(err)
	}
	for name, other := range map[string][2]string{
		"another name":   {`{name: "sbrk"`, `{name: "brk"`},
		"a usual value":  {"value: &debug.gctrace", "value: &debug.gctrace, def: 1"},
		"another one":    {"&debug.efence", "&debug.fence"},
		"set at the top": {"\tdebug.cgocheck = 1\n", "\tdebug.clobberfree = 1\n"},
	} {
		if spoilt := strings.Replace(string(list), other[0], other[1], 1); spoilt == string(list) || knownSettings([]byte(spoilt)) == nil {
			t.Errorf("%s is taken", name)
		}
	}

	files, err := filepath.Glob(filepath.Join(runtime, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	asked := make(map[string]bool)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, question := range setting.FindAllString(string(source), -1) {
			asked[strings.TrimSuffix(strings.Fields(question)[0], ".Load()")] = true
		}
	}
	for _, name := range settings {
		if !asked["debug."+name] {
			t.Errorf("nobody asks for %s", name)
		}
	}
}
