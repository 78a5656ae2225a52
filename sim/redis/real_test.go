//go:build linux

package redis_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// A realServer is redis-server 7 on a loopback port, under a clock that the
// test sets (testdata/clock.c).
type realServer struct {
	t     testing.TB
	port  string
	clock *os.File
	conn  net.Conn
	in    *bufio.Reader
}

// needTool finds a program, or skips the test, but not in CI.
func needTool(t testing.TB, name, why string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is not installed; it is needed %s", name, why)
	}
	t.Skipf("%s is not installed; it is needed %s", name, why)
	return ""
}

// startReal starts a server, with further settings as on its command line.
func startReal(t testing.TB, settings ...string) *realServer {
	server := needTool(t, "redis-server", "to compare the node with the real thing")
	gcc := needTool(t, "gcc", "to build the clock that redis-server is run under")
	dir := t.TempDir()
	shim := filepath.Join(dir, "clock.so")
	if out, err := exec.Command(gcc, "-O2", "-shared", "-fPIC", "-o", shim, "testdata/clock.c").CombinedOutput(); err != nil {
		t.Fatalf("build clock: %v\n%s", err, out)
	}
	clock, err := os.Create(filepath.Join(dir, "clock"))
	if err != nil {
		t.Fatal(err)
	}
	s := &realServer{t: t, port: freePort(t), clock: clock}
	s.setClock(0)

	cmd := exec.Command(server, append([]string{"--port", s.port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
		"--dir", dir, "--enable-debug-command", "yes", "--databases", "1", "--proto-max-bulk-len", "1048576"}, settings...)...)
	cmd.Env = append(os.Environ(), "LD_PRELOAD="+shim, "CLOCK_FILE="+clock.Name())
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		clock.Close()
	})
	awaitLine(t, stdout, "Ready to accept connections")
	s.conn, err = net.Dial("tcp", "127.0.0.1:"+s.port)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.conn.Close() })
	s.in = bufio.NewReader(s.conn)
	// Keys shall go when a command looks at them, not when a timer happens to.
	if got := s.exec(0, "DEBUG", "SET-ACTIVE-EXPIRE", "0"); string(got) != "+OK\r\n" {
		t.Fatalf("DEBUG SET-ACTIVE-EXPIRE 0 answered %q", got)
	}
	return s
}

func freePort(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// awaitLine reads a program's output up to a text, and lets the rest run off.
func awaitLine(t testing.TB, r io.Reader, text string) {
	var seen bytes.Buffer
	lines := bufio.NewScanner(io.TeeReader(r, &seen))
	for lines.Scan() {
		if bytes.Contains(lines.Bytes(), []byte(text)) {
			go io.Copy(io.Discard, r)
			return
		}
	}
	t.Fatalf("redis-server ended without %q:\n%s", text, seen.Bytes())
}

func (s *realServer) setClock(now trace.Local) {
	var b [8]byte
	binary.NativeEndian.PutUint64(b[:], uint64(now))
	if _, err := s.clock.WriteAt(b[:], 0); err != nil {
		s.t.Fatal(err)
	}
}

// exec runs one command at an instant and returns the raw reply.
func (s *realServer) exec(now trace.Local, args ...string) []byte {
	s.setClock(now)
	// A server that never answers fails the test and does not hold it.
	s.conn.SetDeadline(time.Now().Add(time.Minute))
	if _, err := s.conn.Write(resp.BulksOf(args).AppendRESP(nil)); err != nil {
		s.t.Fatalf("send %q: %v", args, err)
	}
	raw, err := readRaw(s.in, nil)
	if err != nil {
		s.t.Fatalf("reply to %q: %v", args, err)
	}
	return raw
}

// readRaw appends the bytes of one reply.
func readRaw(in *bufio.Reader, b []byte) ([]byte, error) {
	line, err := in.ReadBytes('\n')
	if err != nil {
		return b, err
	}
	b = append(b, line...)
	if line[0] != '$' && line[0] != '*' {
		return b, nil
	}
	n, err := strconv.Atoi(string(bytes.TrimSpace(line[1:])))
	if err != nil {
		return b, errors.Join(err, fmt.Errorf("in %q", line))
	}
	if line[0] == '$' {
		if n < 0 {
			return b, nil
		}
		body := make([]byte, n+2)
		_, err := io.ReadFull(in, body)
		return append(b, body...), err
	}
	for range n {
		if b, err = readRaw(in, b); err != nil {
			return b, err
		}
	}
	return b, nil
}
