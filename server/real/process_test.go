package real_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/redis/resp"
)

// folder asks a server which folder is its own.
func folder(t *testing.T, c *realtest.Conn) string {
	t.Helper()
	reply, _, err := resp.Parse(c.Do("CONFIG", "GET", "dir"))
	if err != nil || len(reply.Array) != 2 {
		t.Fatalf("CONFIG GET dir: %v %v", reply, err)
	}
	return reply.Array[1].Text
}

// gone fails unless a process has ended, and its folder with it.
func gone(t *testing.T, p *real.Process, dir string) {
	t.Helper()
	select {
	case <-p.Done():
	case <-t.Context().Done():
		t.Fatal("it does not end")
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its folder is still there: %v", err)
	}
	if _, err := net.Dial("tcp", p.Addr()); err == nil {
		t.Error("it still listens")
	}
	if s := state(t, p.PID()); s != "" {
		t.Errorf("the process is still there, in state %s", s)
	}
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(p *real.Process, cancel context.CancelFunc)
	}{
		{"killed", func(p *real.Process, _ context.CancelFunc) { p.Kill() }},
		{"killed twice", func(p *real.Process, _ context.CancelFunc) { p.Kill(); p.Kill() }},
		{"stopped", func(p *real.Process, _ context.CancelFunc) { p.Stop() }},
		{"stopped while frozen", func(p *real.Process, _ context.CancelFunc) { p.Pause(); p.Stop() }},
		{"killed while frozen", func(p *real.Process, _ context.CancelFunc) { p.Pause(); p.Kill() }},
		{"with its context", func(_ *real.Process, cancel context.CancelFunc) { cancel() }},
		{"with its context, while frozen", func(p *real.Process, cancel context.CancelFunc) { p.Pause(); cancel() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			p, err := real.Server(ctx, real.Settings{})
			realtest.Must(t, err)
			dir := folder(t, realtest.Dial(t, p.Addr()))
			c.end(p, cancel)
			gone(t, p, dir)
			if p.Err() != nil {
				t.Errorf("one that was ended has not ended by itself: %v", p.Err())
			}
			if err := p.Pause(); err == nil {
				t.Error("it can still be frozen")
			}
		})
	}
}

// One that nobody ended says how it ended, and what it printed last.
func TestEndsByItself(t *testing.T) {
	p, err := real.Server(t.Context(), real.Settings{})
	realtest.Must(t, err)
	if p.Err() != nil {
		t.Errorf("while it runs: %v", p.Err())
	}
	c := realtest.Dial(t, p.Addr())
	dir := folder(t, c)
	c.Queue("SHUTDOWN", "NOSAVE")
	c.Send()
	gone(t, p, dir)
	if text := p.Err().Error(); !strings.HasPrefix(text, "redis-server on port "+strconv.Itoa(p.Port())+" ended by itself: exit status 0\n") ||
		!strings.HasSuffix(text, "Redis is now ready to exit, bye bye...") {
		t.Errorf("Err is %q", text)
	}
}

// What a crash lost is lost, and the port can be had again.
func TestStartsAgain(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	c := realtest.Dial(t, p.Addr())
	c.Ask("SET k v")
	p.Kill()
	q := realtest.Server(t, real.Settings{Port: p.Port()})
	if q.Addr() != p.Addr() {
		t.Errorf("it listens at %s, and before at %s", q.Addr(), p.Addr())
	}
	if got := realtest.Dial(t, q.Addr()).Ask("GET k"); got != "(nil)" {
		t.Errorf("it still has %s", got)
	}
}

func TestSettings(t *testing.T) {
	p := realtest.Server(t, real.Settings{Config: []string{"requirepass", "open sesame", "maxmemory", "1mb"}})
	c := realtest.Dial(t, p.Addr())
	if got := c.Ask("PING"); !strings.HasPrefix(got, "(error) NOAUTH") {
		t.Errorf("without a password PING answers %s", got)
	}
	c.Do("AUTH", "open sesame")
	for line, want := range map[string]string{
		"CONFIG GET maxmemory":  `["maxmemory", "1048576"]`,
		"CONFIG GET save":       `["save", ""]`,
		"CONFIG GET appendonly": `["appendonly", "no"]`,
		"CONFIG GET bind":       `["bind", "127.0.0.1"]`,
	} {
		if got := c.Ask(line); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

func TestBadSettings(t *testing.T) {
	realtest.Server(t, real.Settings{}) // skips where there is none
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	watch := real.Watch{Name: "mymaster", Primary: "127.0.0.1:1", Quorum: 1, DownAfter: time.Second}
	unnamed, homeless, hasty := watch, watch, watch
	unnamed.Name, homeless.Primary, hasty.DownAfter = "", "127.0.0.1", 0
	for _, c := range []struct {
		name, want string
		start      func() (*real.Process, error)
	}{
		{"a directive without its value", "by turns", func() (*real.Process, error) {
			return real.Server(t.Context(), real.Settings{Config: []string{"maxmemory"}})
		}},
		{"a directive that is none", "Bad directive", func() (*real.Process, error) {
			return real.Server(t.Context(), real.Settings{Config: []string{"nosuch", "x"}})
		}},
		{"a port that is taken", "Address already in use", func() (*real.Process, error) {
			return real.Server(t.Context(), real.Settings{Port: taken.Addr().(*net.TCPAddr).Port})
		}},
		{"a context that has ended", "context canceled", func() (*real.Process, error) { return real.Server(ended, real.Settings{}) }},
		{"one server of several", "Bad directive", func() (*real.Process, error) {
			list, err := real.Cluster(t.Context(), 2, real.Settings{Config: []string{"nosuch", "x"}})
			if list != nil {
				t.Error("an error comes with servers")
			}
			return nil, err
		}},
		{"a watch without a name", "needs a name", func() (*real.Process, error) { return real.Sentinel(t.Context(), unnamed, real.Settings{}) }},
		{"a watch without a port", "missing port", func() (*real.Process, error) { return real.Sentinel(t.Context(), homeless, real.Settings{}) }},
		{"a watch without patience", "down after 0s", func() (*real.Process, error) { return real.Sentinel(t.Context(), hasty, real.Settings{}) }},
		{"a sentinel's directive that is none", "Bad directive", func() (*real.Process, error) {
			return real.Sentinel(t.Context(), watch, real.Settings{Config: []string{"nosuch", "x"}})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := c.start()
			if p != nil || err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want one with %q", err, c.want)
			}
		})
	}
}

func TestNotInstalled(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := real.Server(t.Context(), real.Settings{}); !errors.Is(err, real.ErrNotInstalled) {
		t.Errorf("a server: %v", err)
	}
	if _, err := real.Cluster(t.Context(), 2, real.Settings{}); !errors.Is(err, real.ErrNotInstalled) {
		t.Errorf("a cluster: %v", err)
	}
}

// A socket's path has little room.
func TestTemporaryFolders(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("long/", 20))
	if err := os.MkdirAll(long, 0o755); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{
		long:                           "the path of the temporary folder is too long for a socket in it, by ",
		filepath.Join(long, "missing"): "no temporary folder for a server (TMPDIR says where): ",
	} {
		t.Setenv("TMPDIR", dir)
		if _, err := real.Server(t.Context(), real.Settings{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want one that begins with %q", err, want)
		}
	}
	if left, err := os.ReadDir(long); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A frozen server's connections stay open, and what it was sent meanwhile it does
// when it goes on.
func TestPause(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	c := realtest.Dial(t, p.Addr())
	if err := p.Pause(); err != nil {
		t.Fatal(err)
	}
	if s := state(t, p.PID()); s != "T" {
		t.Errorf("it is in state %s, want T, stopped", s)
	}
	c.Queue("SET", "k", "v")
	c.Send()
	late := realtest.Dial(t, p.Addr()) // the system takes it for the server
	if err := p.Resume(); err != nil {
		t.Fatal(err)
	}
	if got := string(c.Read()); got != "+OK\r\n" {
		t.Errorf("SET answers %q", got)
	}
	if got := late.Ask("GET k"); got != `"v"` {
		t.Errorf("GET answers %s", got)
	}
}

// A sentinel promotes the replica of a primary that crashed.
func TestSentinel(t *testing.T) {
	primary := realtest.Server(t, real.Settings{})
	replica := realtest.Server(t, real.Settings{Config: []string{"replicaof", "127.0.0.1 " + strconv.Itoa(primary.Port())}})
	r := realtest.Dial(t, replica.Addr())
	r.Await("INFO replication", "master_link_status:up")
	// On a busy machine a failover may come to nothing; it is tried again soon.
	watch := real.Watch{Name: "mymaster", Primary: primary.Addr(), Quorum: 1, DownAfter: 500 * time.Millisecond, FailoverTimeout: time.Second}
	s := realtest.Sentinel(t, watch, real.Settings{})
	c := realtest.Dial(t, s.Addr())
	c.Await("INFO sentinel", "slaves=1")
	primary.Kill()
	c.Await("SENTINEL get-master-addr-by-name mymaster", strconv.Itoa(replica.Port()))
	// A sentinel breaks the connections to whom it promotes.
	if got := realtest.Dial(t, replica.Addr()).Ask("ROLE"); !strings.HasPrefix(got, `["master"`) {
		t.Errorf("the replica is %s", got)
	}
}

// hungUp fails unless a connection ends without another byte.
func hungUp(t *testing.T, conn net.Conn) {
	t.Helper()
	if got, err := io.ReadAll(conn); len(got) > 0 {
		t.Errorf("%q came through, then %v", got, err)
	}
}
