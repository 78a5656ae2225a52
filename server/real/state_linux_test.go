package real_test

import (
	"bytes"
	"os"
	"strconv"
	"testing"
)

// state is a process's state as /proc has it (proc_pid_stat(5)): S sleeping, T
// stopped; nothing for one that is gone or is dead and not yet taken note of.
func state(t testing.TB, pid int) string {
	t.Helper()
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	rest := stat[bytes.LastIndexByte(stat, ')')+1:] // the name may hold anything
	s := string(bytes.Fields(rest)[0])
	if s == "Z" || s == "X" {
		return ""
	}
	return s
}
