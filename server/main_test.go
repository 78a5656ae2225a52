//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain is the program itself when a test starts it as one.
func TestMain(m *testing.M) {
	if os.Getenv("LOCKSTEP_PROGRAM") == "yes" {
		main()
	}
	os.Exit(m.Run())
}

func program(t *testing.T, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), "LOCKSTEP_PROGRAM=yes")
	return cmd
}

// ended waits for a program that was told to stop.
func ended(t *testing.T, cmd *exec.Cmd) syscall.WaitStatus {
	t.Helper()
	late := time.AfterFunc(20*time.Second, func() {
		t.Error("it did not stop")
		cmd.Process.Kill()
	})
	defer late.Stop()
	cmd.Wait()
	return cmd.ProcessState.Sys().(syscall.WaitStatus)
}

// A server that serves stops in good order.
func TestInterruptStopsTheServer(t *testing.T) {
	cmd := program(t, "serve", "--addr", "localhost:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); !strings.HasPrefix(line, "Lockstep is at ") {
		t.Errorf("it said %q, %v", line, err)
	}
	cmd.Process.Signal(os.Interrupt)
	if status := ended(t, cmd); !status.Exited() || status.ExitStatus() != 0 {
		t.Errorf("it ended with %v", cmd.ProcessState)
	}
}

// Anything else is cut short by the first interrupt: here a run that is told to
// somebody who does not listen.
func TestInterruptEndsARun(t *testing.T) {
	cmd := program(t, "run", "redlock", "--format", "json", "--set", "lock.retries=1000", "--set", "lock.retry_delay=1ms", "--set", "lock.retry_jitter=0s")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); !strings.HasPrefix(line, "{") {
		t.Errorf("it said %q, %v", line, err)
	}
	cmd.Process.Signal(os.Interrupt) // far more is to be said than the pipe has room for
	if status := ended(t, cmd); !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("it ended with %v", cmd.ProcessState)
	}
}
