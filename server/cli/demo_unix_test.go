//go:build unix

package cli

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"lockstep/sim/trace"
	"lockstep/sim/trace/tracejson"
)

// What else of a transcript is another each time: processes, which sentinels find what,
// and whether they must vote again.
var (
	findings = regexp.MustCompile(`(?m)^TIME  ↑  Sentinel s\d (has|finds|hears) .*\n`)
	again    = regexp.MustCompile(`(?m)^» The votes are split.*\n`)
	election = regexp.MustCompile(`Sentinel s\d, elected by (s\d, )?s\d and s\d,`)
)

func performed(transcript string) string {
	transcript = unvarying(transcript)
	for _, m := range []struct {
		what *regexp.Regexp
		by   string
	}{
		{process, "process PID"}, {findings, ""}, {again, ""}, {election, "Sentinel S, elected by most,"},
	} {
		transcript = m.what.ReplaceAllString(transcript, m.by)
	}
	return transcript
}

// An instructor goes through the story with a class, step by step.
func TestDemoFailover(t *testing.T) {
	t.Parallel()
	p := perform(t, "demo", "failover", "--pause")
	for range 6 {
		p.until("Press Enter to go on.")
		io.WriteString(p.stdin, "\n")
	}
	p.until("")
	p.ends(exitDone)
	if p.stderr.Len() > 0 {
		t.Errorf("it complains: %s", &p.stderr)
	}
	const golden = "testdata/demo-failover.txt"
	got := performed(p.heard.String())
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the transcript is not that of %s (go test -update rewrites it), but\n%s", golden, p.heard.String())
	}
}

// As JSON the events are a whole trace, and all else is said beside it. Nobody is at a
// terminal, so nothing waits.
func TestDemoFailoverJSON(t *testing.T) {
	t.Parallel()
	p := perform(t, "demo", "failover", "--linked", "--pause", "--format", "json", "--lang", "ms")
	p.stdin.Close()
	p.until("")
	p.ends(exitDone)
	events, err := tracejson.Read(strings.NewReader(p.heard.String()))
	if err != nil {
		t.Fatal(err)
	}
	for i := range events {
		if events[i].Seq != i {
			t.Fatalf("event %d says it is %d", i, events[i].Seq)
		}
	}
	if last := &events[len(events)-1]; events[0].Kind != trace.Start || last.Kind != trace.End || last.Verdict != trace.VerdictOK {
		t.Errorf("it begins with %v and ends with %+v", events[0].Kind, last)
	}
	for _, want := range []string{"Failover pada proses sebenar\n", "\nverdict ok\n", "» Proses n1 dimatikan.\n"} {
		if !strings.Contains(p.stderr.String(), want) {
			t.Errorf("there is no %q on the standard error, but\n%s", want, &p.stderr)
		}
	}
}

// Whoever presses Ctrl-C, be it twice, or closes the terminal, leaves nothing.
func TestDemoInterrupted(t *testing.T) {
	for _, c := range []struct {
		name    string
		at      string
		signals []syscall.Signal
	}{
		{"once", "» A asks for the lock.", []syscall.Signal{syscall.SIGINT}},
		{"twice, while servers start", "» Redis servers", []syscall.Signal{syscall.SIGINT, syscall.SIGINT}},
		{"by its terminal's end", "s1  sentinel", []syscall.Signal{syscall.SIGHUP}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := perform(t, "demo", "failover")
			p.until(c.at)
			for _, s := range c.signals {
				p.cmd.Process.Signal(s)
			}
			p.until("")
			p.ends(exitFailed)
			if got, want := p.stderr.String(), "lockstep: demo failover: interrupted, and all that was started is gone again\n"; got != want {
				t.Errorf("it says %q, want %q", got, want)
			}
		})
	}
}

// A reader that goes away, such as head, ends the demo, and in order.
func TestDemoUnread(t *testing.T) {
	t.Parallel()
	p := perform(t, "demo", "failover")
	p.until("» Redis servers")
	p.pipe.Close()
	p.ends(exitFailed)
	if !strings.Contains(p.stderr.String(), "lockstep: cannot write: ") {
		t.Errorf("it says %q", &p.stderr)
	}
}

func TestDemoWithoutRedis(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var stdout, stderr bytes.Buffer
	if status := Run(t.Context(), []string{"demo", "failover"}, &stdout, &stderr); status != exitFailed {
		t.Errorf("exit status %d", status)
	}
	if got := stderr.String(); stdout.Len() > 0 || !strings.Contains(got, "redis-server is not installed") || !strings.Contains(got, "apt-get install redis-server") {
		t.Errorf("it says %q and %q", &stdout, got)
	}
}
