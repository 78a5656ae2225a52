package hands_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/redis/resp"
	"lockstep/wasm/hands"
)

func TestParseCommand(t *testing.T) {
	for line, want := range map[string][]string{
		"PING":                            {"PING"},
		"  GET\tlock:invoice:42 ":         {"GET", "lock:invoice:42"},
		`SET k "two words"`:               {"SET", "k", "two words"},
		`SET k 'it\'s' `:                  {"SET", "k", "it's"},
		`SET k '\n'`:                      {"SET", "k", `\n`},
		`SET k "\x41\n\t\r\a\b\"\\\q\xg"`: {"SET", "k", "A\n\t\r\a\b\"\\qxg"},
		`SET k ""`:                        {"SET", "k", ""},
		`SET k pre"fix"`:                  {"SET", "k", "prefix"},
		`EVAL "return 1" 0`:               {"EVAL", "return 1", "0"},
		`SET k "锁"`:                       {"SET", "k", "锁"},
	} {
		if got, err := hands.ParseCommand(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %q, %v, want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]error{
		"":           hands.ErrNoCommand,
		" \t ":       hands.ErrNoCommand,
		`SET k "a`:   hands.ErrQuotes,
		`SET k 'a`:   hands.ErrQuotes,
		`SET k "a"b`: hands.ErrFollows,
		`'a'b`:       hands.ErrFollows,
		`SET k "a\`:  hands.ErrQuotes,
	} {
		if got, err := hands.ParseCommand(line); !errors.Is(err, want) || got != nil {
			t.Errorf("%s is %q, %v, want %v", line, got, err, want)
		}
	}
}

// Whatever bytes the arguments are: written as redis-cli prints them, they are read back.
func TestArgumentsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.SliceOfN(rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }), 1, 5).Draw(t, "args")
		var line []byte
		for _, arg := range args {
			line = append(resp.AppendQuoted(line, arg), ' ')
		}
		if got, err := hands.ParseCommand(string(line)); err != nil || !slices.Equal(got, args) {
			t.Fatalf("%s is %q, %v", line, got, err)
		}
	})
}

func FuzzParseCommand(f *testing.F) {
	f.Add(`SET k "\x41" 'b\'c'`)
	f.Fuzz(func(t *testing.T, line string) {
		args, err := hands.ParseCommand(line)
		if (err == nil) != (len(args) > 0) {
			t.Fatalf("%q is %q, %v", line, args, err)
		}
	})
}
