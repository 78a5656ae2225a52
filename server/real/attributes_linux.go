package real

import "syscall"

// attributes put a child into a process group of its own, out of reach of the
// terminal's Ctrl-C, and end it with its parent, however that ends.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
