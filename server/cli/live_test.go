package cli

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
)

// What differs from run to run: instants, tokens, spans, and where servers listen.
var (
	instant  = regexp.MustCompile(`(?m)^ *\d+\.\d{3} \d{3}`)
	token    = regexp.MustCompile(`\b[0-9a-f]{4}…`)
	spanned  = regexp.MustCompile(`\d+(\.\d+)?(ms|us|s)\b|\d+(\.\d+)? (µs|ms|s)\b`)
	socketed = regexp.MustCompile(`127\.0\.0\.1:\d+`)
)

// TestLive runs lockstep live as a user does, on real servers, and compares all that it
// writes but times, tokens and ports.
func TestLive(t *testing.T) {
	for _, text := range []string{"  0.012 345", "12ab…", "1.5ms", "9.898 s", "127.0.0.1:7001"} {
		if got := unvarying(text); got == text {
			t.Fatalf("%q is not masked", text)
		}
	}
	realtest.Server(t, real.Settings{}) // skips where there is none
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/live",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			// redis NAME [DIRECTIVE VALUE]... starts a server, whose address NAME holds then.
			"redis": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args)%2 != 1 {
					ts.Fatalf("usage: redis name [directive value]...")
				}
				p, err := real.Server(t.Context(), real.Settings{Config: args[1:]})
				ts.Check(err)
				ts.Defer(p.Kill)
				ts.Setenv(args[0], p.Addr())
			},
			// holds ADDR [KEY]... waits until a server holds just these keys.
			"holds": func(ts *testscript.TestScript, neg bool, args []string) {
				want := "[" + strings.Join(quoted(args[1:]), ", ") + "]"
				c := realtest.Dial(t, args[0])
				limit := time.Now().Add(time.Minute)
				for got := ""; got != want; got = c.Ask("KEYS *") {
					if time.Now().After(limit) {
						ts.Fatalf("%s holds %s, want %s", args[0], got, want)
					}
				}
			},
			// masked FROM TO copies what was written without what differs.
			"masked": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(unvarying(ts.ReadFile(args[0]))), 0o666))
			},
			// kinds FROM lists the kinds of events of a file of JSON lines.
			"kinds": func(ts *testscript.TestScript, neg bool, args []string) {
				var kinds []string
				for line := range strings.Lines(ts.ReadFile(args[0])) {
					_, rest, ok := strings.Cut(line, `{"kind":"`)
					kind, _, _ := strings.Cut(rest, `"`)
					if !ok {
						ts.Fatalf("%q is no event", line)
					}
					kinds = append(kinds, kind)
				}
				fmt.Fprintln(ts.Stdout(), strings.Join(slices.Compact(kinds), " "))
			},
		},
	})
}

func unvarying(text string) string {
	text = instant.ReplaceAllString(text, "TIME")
	text = token.ReplaceAllString(text, "TOKEN")
	text = spanned.ReplaceAllString(text, "SPAN")
	return socketed.ReplaceAllString(text, "ADDR")
}

func quoted(list []string) (all []string) {
	for _, s := range list {
		all = append(all, `"`+s+`"`)
	}
	return all
}
