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

	"lockstep/server/live"
	"lockstep/server/real"
	"lockstep/server/real/realtest"
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

func quoted(list []string) (all []string) {
	for _, s := range list {
		all = append(all, `"`+s+`"`)
	}
	return all
}

// A second Ctrl-C leaves at once, even if a server stands still that has the lock; what
// stays is named, and for how long.
func TestLiveLeavesAtOnce(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	c := liveCommand{
		Redis: []string{p.Addr()}, Clients: "1", Work: "9m", Ttl: "20m", Kind: "stock", Format: "json", Lang: "en",
		Set: []string{"lock.node_timeout=10m"},
	}
	config, starts, err := c.config()
	if err != nil {
		t.Fatal(err)
	}
	s, err := live.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Resume()
		s.Close()
	})
	said := make(lineChan, 10)
	signals := make(chan os.Signal)
	ended := make(chan error)
	go func() {
		_, err := play(t.Context(), said, s, starts, signals)
		ended <- err
	}()
	realtest.Dial(t, p.Addr()).Await("EXISTS lockstep:live:stock-7", "(integer) 1")
	realtest.Must(t, p.Pause())
	signals <- os.Interrupt
	if got := <-said; got != "lockstep: letting go; a second Ctrl-C leaves at once\n" {
		t.Errorf("it says %q", got)
	}
	signals <- os.Interrupt
	want := regexp.MustCompile(`^left at once; this may stay behind:\n  n1 \(127\.0\.0\.1:\d+\): lockstep:live:stock-7, for (20m|1[0-9.]+s) at most: the server was (not asked to remove it|asked to remove it, and its answer was not waited for)$`)
	if err := <-ended; err == nil || !want.MatchString(err.Error()) {
		t.Errorf("it ends with %v, want %v", err, want)
	}
}

// A signal that comes before the session is open ends the attempt to open it.
func TestLiveInterruptedAtOnce(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	realtest.Must(t, p.Pause())
	signals := make(chan os.Signal, 1)
	signals <- os.Interrupt
	_, err := open(t.Context(), live.Config{Redis: []string{p.Addr()}, Patience: time.Hour}, signals)
	if err == nil || err.Error() != "interrupted before anything was locked" {
		t.Errorf("it ends with %v", err)
	}
}

// lineChan is a writer whose every write can be waited for.
type lineChan chan string

func (c lineChan) Write(p []byte) (int, error) {
	c <- string(p)
	return len(p), nil
}
