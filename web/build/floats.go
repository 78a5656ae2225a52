package main

import (
	"fmt"
	"regexp"
)

// Every Go program can print floats: the runtime does, when a float is what a program
// panics with. For that it carries how a float is written shortest, and 11 KiB of
// powers of ten that nothing compresses. The viewer writes its decimals from whole
// numbers, so without these 24 KiB less go over the wire. Its runtime says "a float"
// instead of which; the linker then finds the rest unused, unless the program itself
// formats floats: so that works all the same.

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
