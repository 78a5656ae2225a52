package lesson

import (
	"errors"
	"fmt"
	"strconv"

	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

// place is a line of a file, for errors.
type place struct {
	file string
	line int // from 1
}

func (p place) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", p.file, p.line, fmt.Errorf(format, args...))
}

// readPart reads a piece of YAML that opens at that place and is called name in
// errors.
func readPart(at place, name string, text []byte, known map[string]strictyaml.Reader, required ...string) error {
	v, err := strictyaml.ParsePart(at.file, at.line, name, text)
	if err != nil {
		return err
	}
	return v.Fields(known, required...)
}

func instant(text string) (trace.Time, error) {
	d, err := trace.ParseDuration(text)
	return trace.Time(d), err
}

func boolean(text string) (bool, error) {
	switch text {
	case "true", "false":
		return text == "true", nil
	}
	return false, errors.New("it must be true or false")
}

// count reads how many, or which in a row.
func count(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, errors.New("it must be a whole number, 0 or more")
	}
	return n, nil
}

// seed reads what the command line takes for a seed too.
func seed(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, errors.New("it must be a whole number from 0 to 18446744073709551615")
	}
	return n, nil
}
