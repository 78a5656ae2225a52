//go:build unix

package cli

import (
	"os"
	"os/exec"
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

// crowded is a session of which one client is inside for long, and the other asks all the
// while.
func crowded(kind, addrs string) []string {
	return []string{
		"live", "--redis", addrs, "--lock", kind, "--clients", "2", "--work", "9m", "--ttl", "20m",
		"--set", "lock.retries=none", "--set", "lock.retry_delay=10ms", "--set", "lock.node_timeout=5s",
	}
}

// A reader that goes away, such as head, ends the session as Ctrl-C does: the lock is
// given back, whatever its kind.
func TestLiveUnread(t *testing.T) {
	servers := realtest.Cluster(t, 3, real.Settings{})
	all := servers[0].Addr() + "," + servers[1].Addr() + "," + servers[2].Addr()
	for name, args := range map[string][]string{
		"watchdog": renewing(servers[0].Addr()),
		"redlock":  crowded("redlock", all),
		"setnx":    crowded("setnx", servers[0].Addr()),
	} {
		t.Run(name, func(t *testing.T) {
			p := perform(t, args...)
			p.until("goes inside")
			p.pipe.Close()
			p.ends(exitFailed)
			if got, want := p.stderr.String(), "lockstep: letting go; a second Ctrl-C leaves at once\nlockstep: cannot write: "; !strings.HasPrefix(got, want) {
				t.Errorf("it says %q, want %q and why", got, want)
			}
			for _, s := range servers {
				if got := realtest.Dial(t, s.Addr()).Ask("KEYS *"); got != "[]" {
					t.Errorf("it leaves %s", got)
				}
			}
		})
	}
}

// Signals end it so too: that of a terminal that is closed, of which a process may hear
// more than once, and one at which Go would rather say what all its goroutines do.
// Whether anybody hears what it says of that does not matter.
func TestLiveSignals(t *testing.T) {
	for _, c := range []struct {
		name    string
		signals []os.Signal
		mute    bool
	}{
		{"interrupt", []os.Signal{syscall.SIGINT}, false},
		{"terminate", []os.Signal{syscall.SIGTERM}, false},
		{"quit", []os.Signal{syscall.SIGQUIT}, false},
		{"hang up", []os.Signal{syscall.SIGHUP, syscall.SIGHUP, syscall.SIGHUP}, false},
		{"interrupt, and nobody reads the standard error", []os.Signal{syscall.SIGINT}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := realtest.Server(t, real.Settings{})
			var change []func(*exec.Cmd)
			if c.mute {
				r, w, err := os.Pipe()
				realtest.Must(t, err)
				defer w.Close()
				r.Close()
				change = append(change, func(cmd *exec.Cmd) { cmd.Stderr = w })
			}
			p := performAs(t, renewing(server.Addr()), change...)
			p.until("goes inside")
			for _, sig := range c.signals {
				p.cmd.Process.Signal(sig)
			}
			p.until("")
			p.ends(exitDone)
			if !strings.HasSuffix(p.heard.String(), "\nverdict ok\n") {
				t.Errorf("it ends with %q", p.heard.String())
			}
			if got := realtest.Dial(t, server.Addr()).Ask("KEYS *"); got != "[]" {
				t.Errorf("it leaves %s", got)
			}
		})
	}
}

// Where the reader of its output stands still, a session lets go all the same at a first
// Ctrl-C, and a second ends it.
func TestLiveStuck(t *testing.T) {
	server := realtest.Server(t, real.Settings{})
	r, w, err := os.Pipe()
	realtest.Must(t, err)
	defer r.Close()
	defer w.Close()
	full(t, w)
	p := performAs(t, renewing(server.Addr()), func(cmd *exec.Cmd) { cmd.Stdout = w })
	c := realtest.Dial(t, server.Addr())
	c.Await("KEYS *", "lockstep:live:")
	p.cmd.Process.Signal(syscall.SIGINT)
	c.Await("KEYS *", "[]")
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		for { // one may come before the session has heard that all keys are gone
			select {
			case <-ended:
				return
			default:
				p.cmd.Process.Signal(syscall.SIGINT)
			}
		}
	}()
	p.ends(-1)
}

// full fills a pipe.
func full(t *testing.T, w *os.File) {
	t.Helper()
	fd := int(w.Fd())
	realtest.Must(t, syscall.SetNonblock(fd, true))
	for {
		if _, err := syscall.Write(fd, make([]byte, 4096)); err != nil {
			break
		}
	}
	realtest.Must(t, syscall.SetNonblock(fd, false))
}
