//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"lockstep/server/real/realtest"
)

// performance is lockstep as a process of its own.
type performance struct {
	t      *testing.T
	cmd    *exec.Cmd
	dir    string // its temporary folder
	stdin  io.WriteCloser
	stdout *bufio.Reader
	pipe   io.Closer // that stdout reads
	stderr bytes.Buffer
	heard  strings.Builder // what stdout has said
}

func perform(t *testing.T, args ...string) *performance {
	t.Helper()
	return performAs(t, args)
}

// performAs changes how it is started.
func performAs(t *testing.T, args []string, change ...func(*exec.Cmd)) *performance {
	t.Helper()
	realtest.Need(t, "redis-server", "for lockstep "+args[0])
	p := &performance{t: t, dir: t.TempDir()}
	p.cmd = exec.Command("lockstep", args...)
	p.cmd.Env = append(os.Environ(), "TMPDIR="+p.dir)
	p.cmd.Stderr = &p.stderr
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	p.pipe, p.stdout = stdout, bufio.NewReader(stdout)
	for _, c := range change {
		c(p.cmd)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	return p
}

// until reads to a line that holds a text, or to the end if that is empty.
func (p *performance) until(text string) {
	p.t.Helper()
	for {
		line, err := p.stdout.ReadString('\n')
		p.heard.WriteString(line)
		switch {
		case err == nil && (text == "" || !strings.Contains(line, text)):
		case err == nil, text == "" && err == io.EOF:
			return
		default:
			p.t.Fatalf("no %q, but %v after\n%s%s", text, err, &p.heard, &p.stderr)
		}
	}
}

var process = regexp.MustCompile(`process (\d+)`)

// ends wants the exit status, and that nothing that was started is left.
func (p *performance) ends(status int) {
	p.t.Helper()
	var exit *exec.ExitError
	if err := p.cmd.Wait(); err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	if got := p.cmd.ProcessState.ExitCode(); got != status {
		p.t.Errorf("exit status %d, want %d: %s", got, status, &p.stderr)
	}
	for _, m := range process.FindAllStringSubmatch(p.heard.String()+p.stderr.String(), -1) {
		pid, _ := strconv.Atoi(m[1])
		if syscall.Kill(pid, 0) == nil {
			p.t.Errorf("process %d still runs", pid)
		}
	}
	left, err := os.ReadDir(p.dir)
	if err != nil || len(left) > 0 {
		p.t.Errorf("left in the temporary folder: %v, %v", left, err)
	}
}
