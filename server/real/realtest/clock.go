package realtest

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"lockstep/server/real"
	"lockstep/sim/trace"
)

//go:embed testdata/clock.c
var clockSource []byte

// buildClock compiles testdata/clock.c, once for all tests of a program.
var buildClock = sync.OnceValues(func() (library []byte, err error) {
	dir, err := os.MkdirTemp("", "lockstep-clock-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	source, built := filepath.Join(dir, "clock.c"), filepath.Join(dir, "clock.so")
	if err := os.WriteFile(source, clockSource, 0o600); err != nil {
		return nil, err
	}
	if out, err := exec.Command("gcc", "-O2", "-shared", "-fPIC", "-o", built, source).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the clock: %w\n%s", err, out)
	}
	return os.ReadFile(built)
})

// A Clocked is a redis-server whose clock the test sets, with one connection to it.
// Between two settings its time stands still, so none of its timers goes off: in
// particular keys run out only when a command looks at them.
type Clocked struct {
	*real.Process
	*Conn
	file *os.File
}

// UnderClock starts a server under a clock that shows 0, for the time of a test,
// which is skipped where that cannot be had.
func UnderClock(t testing.TB, s real.Settings) *Clocked {
	t.Helper()
	if runtime.GOOS != "linux" {
		lacking(t, "not on Linux: a server's clock is set by preloading, in a way that Linux has")
	}
	Need(t, "gcc", "to build the clock that redis-server is run under")
	library, err := buildClock()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	preload := filepath.Join(dir, "clock.so")
	if err := os.WriteFile(preload, library, 0o700); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(dir, "clock"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	c := &Clocked{file: file}
	c.set(t, 0)

	s.Env = append(slices.Clone(s.Env), "LD_PRELOAD="+preload, "CLOCK_FILE="+file.Name())
	s.Config = append(slices.Clone(s.Config), "enable-debug-command", "yes")
	c.Process = Server(t, s)
	c.Conn = Dial(t, c.Process.Addr())
	// Nor may it find them by an active search on the way to another command.
	if got := c.Ask("DEBUG SET-ACTIVE-EXPIRE 0"); got != "OK" {
		t.Fatalf("DEBUG SET-ACTIVE-EXPIRE 0 answers %s", got)
	}
	return c
}

// SetClock makes the server's clock, the wall clock and the steady one alike, show
// now, microseconds since 1970.
func (c *Clocked) SetClock(now trace.Local) { c.set(c.t, now) }

func (c *Clocked) set(t testing.TB, now trace.Local) {
	t.Helper()
	var b [8]byte
	binary.NativeEndian.PutUint64(b[:], uint64(now))
	if _, err := c.file.WriteAt(b[:], 0); err != nil {
		t.Fatal(err)
	}
}

// At runs one command at an instant of the server's clock, and returns the bytes of
// its reply.
func (c *Clocked) At(now trace.Local, args ...string) []byte {
	c.t.Helper()
	c.SetClock(now)
	return c.Do(args...)
}

// Looking does as At, and has the server look at keys before the command and after
// it, so that of those no one is there that has run out.
func (c *Clocked) Looking(keys []string, now trace.Local, args ...string) []byte {
	c.t.Helper()
	look := append([]string{"EXISTS"}, keys...)
	c.SetClock(now)
	c.Queue(look...)
	c.Queue(args...)
	c.Queue(look...)
	c.Send()
	c.Read()
	reply := c.Read()
	c.Read()
	return reply
}
