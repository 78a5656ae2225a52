package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// overlay makes, in dir, a runtime without what the viewer has no use for, and returns
// the argument by which the go command builds with it.
func overlay(tools toolchain, dir string) (string, error) {
	files, err := filepath.Glob(filepath.Join(tools.root, "src", "runtime", "*.go"))
	if err != nil {
		return "", err
	}
	replace := make(map[string]string)
	for _, original := range files {
		name := filepath.Base(original)
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(original)
		if err != nil {
			return "", err
		}
		changed, err := spared(name, source)
		if err != nil {
			return "", fmt.Errorf("%s: %w", original, err)
		}
		if bytes.Equal(changed, source) {
			continue
		}
		replace[original] = filepath.Join(dir, name)
		if err := os.WriteFile(replace[original], changed, 0o666); err != nil {
			return "", err
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return "-overlay=" + file, os.WriteFile(file, list, 0o666)
}

// spared is a file of the runtime as the viewer has it.
func spared(name string, source []byte) ([]byte, error) {
	switch name {
	case "print.go":
		return withoutFloats(source)
	case "traceruntime.go":
		if err := knownTracer(source); err != nil {
			return nil, err
		}
	case "runtime1.go":
		if err := knownSettings(source); err != nil {
			return nil, err
		}
	}
	return withoutSettings(withoutTracer(source)), nil
}
