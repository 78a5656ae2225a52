package real_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
)

// asParent makes the test binary a program that starts servers and is then killed.
const asParent = "LOCKSTEP_REAL_PARENT"

func TestMain(m *testing.M) {
	if os.Getenv(asParent) != "" {
		parent()
		return
	}
	os.Exit(m.Run())
}

// parent starts two servers and a sentinel, prints their numbers in a line, at
// every interrupt prints "interrupted", and never ends.
func parent() {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	list, err := real.Cluster(context.Background(), 2, real.Settings{})
	if err == nil {
		var s *real.Process
		s, err = real.Sentinel(context.Background(), real.Watch{Name: "m", Primary: list[0].Addr(), Quorum: 1, DownAfter: time.Second}, real.Settings{})
		list = append(list, s)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(list[0].PID(), list[1].PID(), list[2].PID())
	for range interrupts {
		fmt.Println("interrupted")
	}
}

// TestParent interrupts a program that has started servers, as Ctrl-C does, which
// is nothing to them; then kills it, and they die with it.
func TestParent(t *testing.T) {
	realtest.Server(t, real.Settings{}) // skips where there is none
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asParent+"=1", "TMPDIR="+t.TempDir()) // nobody will remove the folders
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	lines := bufio.NewReader(out)
	pids := make([]int, 3)
	line, _ := lines.ReadString('\n')
	if _, err := fmt.Sscan(line, &pids[0], &pids[1], &pids[2]); err != nil {
		t.Fatalf("it printed %q", line)
	}

	syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	if line, _ := lines.ReadString('\n'); line != "interrupted\n" {
		t.Errorf("it printed %q", line)
	}
	for _, pid := range pids {
		if pending(t, pid) {
			t.Errorf("process %d was interrupted too", pid)
		}
	}

	cmd.Process.Kill()
	io.Copy(io.Discard, out)
	limit := time.Now().Add(time.Minute)
	for slices.ContainsFunc(pids, func(pid int) bool { return state(t, pid) != "" }) {
		if time.Now().After(limit) {
			t.Fatalf("of the processes %v one outlives its parent", pids)
		}
		runtime.Gosched()
	}
}

// pending reports whether a process has ended, or an interrupt waits for it.
func pending(t *testing.T, pid int) bool {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil || state(t, pid) == "" {
		return true
	}
	_, rest, _ := strings.Cut(string(status), "ShdPnd:")
	var set uint64
	if _, err := fmt.Sscanf(rest, "%x", &set); err != nil {
		t.Fatal(err)
	}
	return set&(1<<(syscall.SIGINT-1)) != 0
}

// A server does not die with the thread that happened to start it.
func TestThreadEnds(t *testing.T) {
	type started struct {
		p   *real.Process
		err error
		tid int
	}
	c := make(chan started)
	go func() {
		runtime.LockOSThread() // and never unlocked, so the thread ends with this goroutine
		p, err := real.Server(t.Context(), real.Settings{})
		c <- started{p, err, syscall.Gettid()}
	}()
	s := <-c
	realtest.Must(t, s.err)
	defer s.p.Kill()
	if s.tid != os.Getpid() { // the main thread stays
		limit := time.Now().Add(time.Minute)
		for _, err := os.Stat(fmt.Sprintf("/proc/self/task/%d", s.tid)); err == nil; _, err = os.Stat(fmt.Sprintf("/proc/self/task/%d", s.tid)) {
			if time.Now().After(limit) {
				t.Fatal("the thread does not end")
			}
			runtime.Gosched()
		}
	}
	if got := realtest.Dial(t, s.p.Addr()).Ask("PING"); got != "PONG" {
		t.Errorf("PING answers %s", got)
	}
}
