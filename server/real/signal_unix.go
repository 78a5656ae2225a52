//go:build unix

package real

import (
	"os"
	"syscall"
)

// What a process is told by; none is no signal.
const (
	none      = syscall.Signal(0)
	terminate = syscall.SIGTERM
	pause     = syscall.SIGSTOP
	resume    = syscall.SIGCONT
)

// killAll kills a leader of a process group and all in it: a server may have
// forked a child that writes a copy of its data.
func killAll(leader *os.Process) error { return syscall.Kill(-leader.Pid, syscall.SIGKILL) }
