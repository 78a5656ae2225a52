//go:build !linux

package real_test

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// state is the first letter of a process's state as ps(1) has it: T for stopped;
// nothing for one that is gone or is dead and not yet taken note of.
func state(t testing.TB, pid int) string {
	t.Helper()
	out, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	s := strings.TrimSpace(string(out))
	if err != nil || s == "" || s[0] == 'Z' {
		return ""
	}
	return s[:1]
}
