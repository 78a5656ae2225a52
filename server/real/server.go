package real

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	loopback   = "127.0.0.1"
	startLimit = 30 * time.Second // until a server must answer
	askAgain   = 5 * time.Millisecond
	portTries  = 20
)

// ErrNotInstalled is why nothing can be started without Redis.
var ErrNotInstalled = errors.New(`redis-server is not installed: get it with "apt-get install redis-server" (Debian, Ubuntu) or "brew install redis" (macOS)`)

// Settings are how a server or sentinel differs from a plain one. The zero value
// is a plain one.
type Settings struct {
	Port   int      // 0 for a free one
	Config []string // directives of redis.conf and their values by turns: "maxmemory", "1mb"
	Env    []string // further environment, as KEY=value
}

func (s *Settings) check() error {
	if len(s.Config)%2 != 0 {
		return fmt.Errorf("Settings.Config wants directives and values by turns, and has %d strings: %q", len(s.Config), s.Config)
	}
	return nil
}

// plain are the directives of every server. One that is stopped does not wait for
// replicas that lag: they may be meant to. One that gets a replica gives it a copy
// at once.
var plain = []string{"bind", loopback, "save", "", "appendonly", "no", "shutdown-timeout", "0", "repl-diskless-sync-delay", "0"}

// Server starts a redis-server and returns when it answers.
func Server(ctx context.Context, s Settings) (*Process, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	return start(ctx, s, func(string, int) ([]string, error) {
		var args []string
		for _, list := range [][]string{plain, s.Config} {
			for i := 0; i < len(list); i += 2 {
				args = append(args, "--"+list[i], list[i+1])
			}
		}
		return args, nil
	})
}

// Cluster starts n servers that know nothing of one another, all or none.
func Cluster(ctx context.Context, n int, s Settings) ([]*Process, error) {
	servers, errs := make([]*Process, n), make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { servers[i], errs[i] = Server(ctx, s) })
	}
	all.Wait()
	err := errors.Join(errs...)
	if err == nil {
		return servers, nil
	}
	for _, p := range servers {
		if p != nil {
			p.Kill()
		}
	}
	return nil, err
}

// start starts redis-server with the arguments that args makes for a folder and
// a port, and returns when it answers. A port that was free may be taken before
// the server has it; then another is tried.
func start(ctx context.Context, s Settings, args func(dir string, port int) ([]string, error)) (*Process, error) {
	path, err := exec.LookPath("redis-server")
	if err != nil {
		return nil, ErrNotInstalled
	}
	var p *Process
	for range portTries {
		if p, err = startOnce(ctx, path, s, args); err == nil {
			return p, nil
		}
		if s.Port != 0 || !strings.Contains(err.Error(), "Address already in use") {
			return nil, err
		}
	}
	return nil, fmt.Errorf("no free port in %d tries: %w", portTries, err)
}

func startOnce(ctx context.Context, path string, s Settings, args func(string, int) ([]string, error)) (*Process, error) {
	port := s.Port
	if port == 0 {
		var err error
		if port, err = freePort(); err != nil {
			return nil, err
		}
	}
	dir, door, err := folder()
	if err != nil {
		return nil, err
	}
	list, err := args(dir, port)
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	list = append(list, "--port", strconv.Itoa(port), "--dir", dir, "--unixsocket", door)
	p, err := launch(ctx, port, dir, path, list, s.Env)
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	if err := p.await(ctx, door); err != nil {
		p.Kill()
		return nil, err
	}
	return p, nil
}

// doorMax is how long the path of a socket can be, in bytes.
const doorMax = len(syscall.RawSockaddrUnix{}.Path) - 1

// folder makes a temporary folder, with room for a socket in it.
func folder() (dir, door string, err error) {
	dir, err = os.MkdirTemp("", "lockstep-redis-")
	if err != nil {
		return "", "", fmt.Errorf("no temporary folder for a server (TMPDIR says where): %w", err)
	}
	door = filepath.Join(dir, "door")
	if n := len(door) - doorMax; n > 0 {
		os.RemoveAll(dir)
		return "", "", fmt.Errorf("the path of the temporary folder is too long for a socket in it, by %d bytes: set TMPDIR to a shorter one, such as /tmp", n)
	}
	return dir, door, nil
}

// freePort finds a port that nobody listens on at this moment.
func freePort() (int, error) {
	l, err := net.Listen("tcp", loopback+":0")
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// await returns when the process answers. It is asked at a socket in its own
// folder: at the port another server might answer, and ours have failed to get it.
// Redis opens the port first.
func (p *Process) await(ctx context.Context, door string) error {
	limit := time.NewTimer(startLimit)
	defer limit.Stop()
	again := time.NewTicker(askAgain)
	defer again.Stop()
	for {
		select {
		case <-p.done:
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return p.err
		case <-limit.C:
			return fmt.Errorf("redis-server on port %d does not answer after %v%s", p.port, startLimit, p.lastWords())
		case <-again.C:
			if answers(door) {
				return nil
			}
		}
	}
}

// answers reports whether a server answers at a socket; to want a password first
// is an answer.
func answers(door string) bool {
	conn, err := net.DialTimeout("unix", door, time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Second))
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		return false
	}
	line, _ := bufio.NewReader(conn).ReadString('\n')
	return strings.HasPrefix(line, "+PONG") || strings.HasPrefix(line, "-NOAUTH")
}
