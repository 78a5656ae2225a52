package main

import (
	"fmt"
	"regexp"
	"strings"
)

// Every Go program can be told by GODEBUG to watch its scheduler and its collector, and
// asks at every turn whether it was. A page has no such variable. Where the setting that
// holds without is written into the question, the linker finds unused what only watches.

// settings are those that are 0 where nobody sets them, and that the runtime asks for.
var settings = []string{
	"asynctimerchan", "checkfinalizers", "clobberfree", "dataindependenttiming", "dontfreezetheworld", "efence",
	"gccheckmark", "gcpacertrace", "gcshrinkstackoff", "gcstoptheworld", "gctrace", "inittrace", "sbrk", "scavtrace",
	"scheddetail", "schedtrace", "tracebackancestors", "tracebacklabels",
}

// setting is how the runtime asks: by comparing one with a number, or whether any of those
// is set that an allocation heeds.
var setting = regexp.MustCompile(`\bdebug\.(?:` + strings.Join(settings, "|") + `)(?:\.Load\(\))? ([<>!=]=?) (\d)|\bif debug\.malloc {`)

// withoutSettings has every such question of a file answered.
func withoutSettings(source []byte) []byte {
	return setting.ReplaceAllFunc(source, func(asked []byte) []byte {
		if compared := setting.FindSubmatch(asked); compared[1] != nil {
			return []byte(fmt.Sprintf("0 %s %s", compared[1], compared[2]))
		}
		return []byte("if false {")
	})
}

// knownSettings refuses a runtime1.go by which one of the settings is not 0 where nobody
// sets it.
func knownSettings(source []byte) error {
	for _, name := range settings {
		usual := regexp.MustCompile(`(?m)^\t\{name: "` + name + `", (?:value|atomic): &debug\.` + name + `(?:, def: 0)?\},$`)
		if !usual.Match(source) || strings.Contains(string(source), "\tdebug."+name+" = ") {
			return fmt.Errorf("debug.%s is not 0 from the start, and in Go 1.26 it is", name)
		}
	}
	return nil
}
