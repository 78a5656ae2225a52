//go:build !unix

package real

import (
	"os"
	"syscall"
)

// Elsewhere a process can be killed, and that is all.
const none, terminate, pause, resume = syscall.Signal(0), syscall.Signal(0), syscall.Signal(0), syscall.Signal(0)

func attributes() *syscall.SysProcAttr { return nil }

func killAll(p *os.Process) error { return p.Kill() }

func awaitStop(int) error { return nil }
