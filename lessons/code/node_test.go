package code_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
)

// patience is how long the tests of a file may take. What hangs fails, and does not
// hold the others.
const patience = 2 * time.Minute

// runNode runs a file of tests in JavaScript. It finds the servers, host:port, in its
// environment.
func runNode(t *testing.T, file string, servers ...string) {
	t.Helper()
	node := realtest.Need(t, "node", "to run the samples in JavaScript")
	needPackages(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, "--test-reporter=tap", file)
	cmd.Env = append(os.Environ(), "REDIS="+strings.Join(servers, ","))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", file, err, out)
	}
	if bytes.Contains(out, []byte("\n# pass 0\n")) {
		t.Errorf("%s tests nothing:\n%s", file, out)
	}
}

// needPackages skips a test, but not in CI, where npm has not brought what
// package-lock.json names.
func needPackages(t *testing.T) {
	t.Helper()
	_, err := os.Stat("node_modules/.package-lock.json")
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatalf("%v, and with CI=true nothing may be skipped: .ci/tools installs it", err)
	default:
		t.Skipf("%v: .ci/tools installs it", err)
	}
}

// addresses starts n servers that know nothing of one another, and says where they are.
func addresses(t *testing.T, n int) []string {
	t.Helper()
	var list []string
	for _, p := range realtest.Cluster(t, n, real.Settings{}) {
		list = append(list, p.Addr())
	}
	return list
}
