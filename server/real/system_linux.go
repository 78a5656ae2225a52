package real

import (
	"fmt"
	"syscall"
)

// attributes put a child into a process group of its own, out of reach of the
// terminal's Ctrl-C, and end it with its parent, however that ends.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// awaitStop returns when a child that was told to stop has stopped, all its
// threads. It takes no note of an end, which is os/exec's to take.
func awaitStop(pid int) error {
	const (
		byPID   = 1         // P_PID
		stopped = 2         // WSTOPPED
		noWait  = 0x1000000 // WNOWAIT: leave it for others to be told of
	)
	for {
		_, _, err := syscall.Syscall6(syscall.SYS_WAITID, byPID, uintptr(pid), 0, stopped|noWait, 0, 0)
		switch err {
		case 0:
			return nil
		case syscall.EINTR:
		default:
			return fmt.Errorf("process %d was to stop: %w", pid, err)
		}
	}
}
