package main

import (
	"strings"
	"testing"
)

// Only what the runtime says of a float is another; a program that formats floats does.
func TestOnlyPanicsDoNotSayWhichFloat(t *testing.T) {
	module, tools := trial(t, trialPackage)
	out, complaint, code := runIn(t, tools, module, "float")
	if out != "3.141592653589793" {
		t.Errorf("the program writes %q", out)
	}
	if code != 2 || !strings.Contains(complaint, "panic: ") || !strings.Contains(complaint, "a float") {
		t.Errorf("ends with %d and says\n%s", code, complaint)
	}
}

func TestWithoutFloats(t *testing.T) {
	const known = `
	gwrite(strconv.AppendFloat(buf[:0], v, 'g', -1, 64))
	gwrite(strconv.AppendFloat(buf[:0], float64(v), 'g', -1, 32))
	gwrite(strconv.AppendComplex(buf[:0], c, 'g', -1, 128))
	gwrite(strconv.AppendComplex(buf[:0], complex128(c), 'g', -1, 64))
	i := strconv.RuntimeFormatBase10(buf[:], v)
`
	const want = `
	gwrite(append(buf[:0], "a float"...))
	gwrite(append(buf[:0], "a float"...))
	gwrite(append(buf[:0], "a float"...))
	gwrite(append(buf[:0], "a float"...))
	i := strconv.RuntimeFormatBase10(buf[:], v)
`
	got, err := withoutFloats([]byte(known))
	if err != nil || string(got) != want {
		t.Errorf("becomes %v\n%s", err, got)
	}
	for name, source := range map[string]string{
		"another way to print": strings.ReplaceAll(known, "-1", "shortest"),
		"one more":             known + `gwrite(strconv.AppendFloat(buf[:0], v, 'x', -1, 16))`,
	} {
		if _, err := withoutFloats([]byte(source)); err == nil {
			t.Errorf("%s: a print.go that nobody knows is taken", name)
		}
	}
}
