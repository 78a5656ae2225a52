//go:build unix

package cli

import (
	"strings"
	"syscall"
	"testing"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
)

// renewing is a session that would go on for long, and tells something all the while.
func renewing(addr string) []string {
	return []string{
		"live", "--redis", addr, "--lock", "watchdog", "--clients", "1", "--work", "9m", "--ttl", "20m",
		"--set", "lock.watchdog=20ms", "--set", "lock.node_timeout=5s",
	}
}

// A reader that goes away, such as head, ends the session as Ctrl-C does: the lock is
// given back.
func TestLiveUnread(t *testing.T) {
	t.Parallel()
	server := realtest.Server(t, real.Settings{})
	p := perform(t, renewing(server.Addr())...)
	p.until("goes inside")
	p.pipe.Close()
	p.ends(exitFailed)
	if got, want := p.stderr.String(), "lockstep: letting go; a second Ctrl-C leaves at once\nlockstep: cannot write: "; !strings.HasPrefix(got, want) {
		t.Errorf("it says %q, want %q and why", got, want)
	}
	if got := realtest.Dial(t, server.Addr()).Ask("KEYS *"); got != "[]" {
		t.Errorf("it leaves %s", got)
	}
}

// So does a terminal that is closed, of which a process may hear more than once.
func TestLiveHangsUp(t *testing.T) {
	t.Parallel()
	server := realtest.Server(t, real.Settings{})
	p := perform(t, renewing(server.Addr())...)
	p.until("goes inside")
	for range 3 {
		p.cmd.Process.Signal(syscall.SIGHUP)
	}
	p.until("")
	p.ends(exitDone)
	if !strings.HasSuffix(p.heard.String(), "\nverdict ok\n") {
		t.Errorf("it ends with %q", p.heard.String())
	}
	if got := realtest.Dial(t, server.Addr()).Ask("KEYS *"); got != "[]" {
		t.Errorf("it leaves %s", got)
	}
}
