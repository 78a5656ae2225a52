package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// Every Go program can print floats: the runtime does, when a float is what a program
// panics with. For that it carries how a float is written shortest, and 11 KiB of
// powers of ten that nothing compresses. The viewer writes its decimals from whole
// numbers, so without these 24 KiB less go over the wire.

// overlay makes, in dir, a runtime that says "a float" instead of which, and returns
// the argument by which the go command builds with it. The linker then finds the rest
// unused, unless the program itself formats floats: so that works all the same.
func overlay(tools toolchain, dir string) (string, error) {
	original := filepath.Join(tools.root, "src", "runtime", "print.go")
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	if source, err = withoutFloats(source); err != nil {
		return "", fmt.Errorf("%s: %w", original, err)
	}
	changed := filepath.Join(dir, "print.go")
	if err := os.WriteFile(changed, source, 0o666); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return "-overlay=" + file, os.WriteFile(file, list, 0o666)
}

// float is where print.go appends a float, or the two of a complex number, to an
// empty buffer.
var float = regexp.MustCompile(`strconv\.Append(Float|Complex)\(buf\[:0\], [^\n]*, -1, \d+\)`)

// floatKinds are those that print.go prints: of 32, 64, and twice as many bits.
const floatKinds = 4

func withoutFloats(source []byte) ([]byte, error) {
	if n := len(float.FindAll(source, -1)); n != floatKinds {
		return nil, fmt.Errorf("it prints floats in %d places, and in Go 1.26 there are %d", n, floatKinds)
	}
	return float.ReplaceAll(source, []byte(`append(buf[:0], "a float"...)`)), nil
}
