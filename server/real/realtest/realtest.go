// Package realtest starts what package real starts, for tests: a test is skipped
// where Redis is not installed, but fails there with CI=true, and what it started
// ends with it.
package realtest

import (
	"errors"
	"os"
	"os/exec"
	"testing"

	"lockstep/server/real"
)

// Server is a redis-server for the time of a test.
func Server(t testing.TB, s real.Settings) *real.Process {
	t.Helper()
	p, err := real.Server(t.Context(), s)
	return kept(t, p, err)
}

// Cluster is n servers that know nothing of one another.
func Cluster(t testing.TB, n int, s real.Settings) []*real.Process {
	t.Helper()
	list, err := real.Cluster(t.Context(), n, s)
	Must(t, err)
	for _, p := range list {
		kept(t, p, nil)
	}
	return list
}

// Sentinel is a sentinel for the time of a test.
func Sentinel(t testing.TB, w real.Watch, s real.Settings) *real.Process {
	t.Helper()
	p, err := real.Sentinel(t.Context(), w, s)
	return kept(t, p, err)
}

// Relay is a relay for the time of a test.
func Relay(t testing.TB, target string) *real.Relay {
	t.Helper()
	r, err := real.NewRelay(t.Context(), target)
	Must(t, err)
	t.Cleanup(r.Close)
	return r
}

// Need finds a program, or skips the test, but not in CI.
func Need(t testing.TB, name, why string) (path string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		lacking(t, name+" is not installed; it is needed "+why)
	}
	return path
}

// kept ends a process with the test, which fails if it has ended by itself.
func kept(t testing.TB, p *real.Process, err error) *real.Process {
	t.Helper()
	Must(t, err)
	t.Cleanup(func() {
		if err := p.Err(); err != nil {
			t.Error(err)
		}
		p.Kill()
	})
	return p
}

// Must fails a test that could not start what it needs, or skips it where Redis is
// not installed.
func Must(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, real.ErrNotInstalled) {
		lacking(t, err.Error())
	}
	if err != nil {
		t.Fatal(err)
	}
}

func lacking(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skip(what)
}
