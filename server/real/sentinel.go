package real

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"
)

// A Watch is what a sentinel watches, and how.
type Watch struct {
	Name      string        // what the primary is called: mymaster
	Primary   string        // its address, host:port
	Quorum    int           // how many sentinels must find it down
	DownAfter time.Duration // how long it must be silent for that

	// FailoverTimeout is how long one failover may take, a minute if 0. It is
	// also two other things (src/sentinel.c of Redis 7.0): twice as long passes
	// before a failover that came to nothing, such as for a split vote, is tried
	// again (sentinelStartFailoverIfNeeded); and after so long a replica that
	// follows another address than the primary's, such as a relay's, is made to
	// follow the primary itself, as long as that is well (+fix-slave-config in
	// sentinelRefreshInstanceInfo). Whoever has a relay stand in a replica's way
	// must be done sooner.
	FailoverTimeout time.Duration
}

// Sentinel starts a sentinel and returns when it answers. It finds the primary's
// replicas by asking the primary, and other sentinels by what they publish there,
// which takes them a few seconds. When it promotes a replica it breaks all
// connections to it.
func Sentinel(ctx context.Context, w Watch, s Settings) (*Process, error) {
	if w.FailoverTimeout == 0 {
		w.FailoverTimeout = time.Minute
	}
	host, port, err := net.SplitHostPort(w.Primary)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the primary to watch: %w", err)
	case w.Name == "":
		return nil, errors.New("a primary that is watched needs a name, such as mymaster")
	case w.Quorum < 1 || w.DownAfter < time.Millisecond:
		return nil, fmt.Errorf("quorum %d, down after %v: a sentinel wants at least 1, and a millisecond", w.Quorum, w.DownAfter)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return start(ctx, s, func(dir string, _ int) ([]string, error) {
		conf := fmt.Sprintf("bind %s\nsentinel monitor %s %s %s %d\n", loopback, w.Name, host, port, w.Quorum) +
			fmt.Sprintf("sentinel down-after-milliseconds %s %d\n", w.Name, w.DownAfter.Milliseconds()) +
			fmt.Sprintf("sentinel failover-timeout %s %d\n", w.Name, w.FailoverTimeout.Milliseconds())
		for i := 0; i < len(s.Config); i += 2 {
			conf += fmt.Sprintf("%s %s\n", s.Config[i], s.Config[i+1])
		}
		path := filepath.Join(dir, "sentinel.conf") // which the sentinel rewrites
		return []string{path, "--sentinel"}, os.WriteFile(path, []byte(conf), 0o600)
	})
}
