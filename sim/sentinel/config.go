package sentinel

import (
	"fmt"
	"slices"

	"lockstep/sim/trace"
)

// The defaults of Redis.
const (
	DefaultName            = "mymaster"
	DefaultPriority        = 100
	DefaultDownAfter       = 30 * trace.Second
	DefaultFailoverTimeout = 3 * trace.Minute
	DefaultPingEvery       = trace.Second
	DefaultAskEvery        = trace.Second
	DefaultTellEvery       = 2 * trace.Second
)

// What no configuration changes.
const (
	electionTimeout = 10 * trace.Second       // SENTINEL_ELECTION_TIMEOUT
	reconfigureWait = 10 * trace.Second       // SENTINEL_SLAVE_RECONF_TIMEOUT
	standDelay      = 100 * trace.Millisecond // one pass of Redis's timer
	retryJitter     = trace.Second            // SENTINEL_MAX_DESYNC
)

// Config describes one sentinel. Durations are by its own steady clock; what is
// zero takes the default.
type Config struct {
	ID        string         // its name, by which the others know it
	Name      string         // what clients call the primary
	Nodes     []trace.NodeID // all that it watches, the primary first
	Sentinels []string       // all sentinels; whether it is among them itself does not matter
	Quorum    int            // how many must find the primary down; 0 is a majority

	DownAfter       trace.Duration
	FailoverTimeout trace.Duration
	PingEvery       trace.Duration
	AskEvery        trace.Duration
	TellEvery       trace.Duration

	// Priorities are the nodes' replica-priority. Lower is preferred, 0 is never
	// promoted.
	Priorities map[trace.NodeID]int

	// Random returns a span from 0 up to and including max, always the same for
	// the same occasion. It keeps sentinels from doing the same at the same time.
	Random func(occasion string, max trace.Duration) trace.Duration
}

// ready returns c with defaults filled in, or says what is wrong with it.
func (c Config) ready() (Config, error) {
	c.Sentinels = slices.DeleteFunc(slices.Clone(c.Sentinels), func(id string) bool { return id == c.ID })
	all := len(c.Sentinels) + 1
	switch {
	case c.ID == "":
		return c, fmt.Errorf("a sentinel needs an id")
	case len(c.Nodes) == 0:
		return c, fmt.Errorf("sentinel %s has nothing to watch; it needs a primary", c.ID)
	case c.Quorum < 0 || c.Quorum > all:
		return c, fmt.Errorf("sentinel %s has quorum %d; of %d sentinels 1 to %d can agree", c.ID, c.Quorum, all, all)
	case c.Random == nil:
		return c, fmt.Errorf("sentinel %s has no source of chance; Config.Random is needed", c.ID)
	}
	if c.Quorum == 0 {
		c.Quorum = all/2 + 1
	}
	if c.Name == "" {
		c.Name = DefaultName
	}
	for _, d := range []struct {
		name  string
		value *trace.Duration
		usual trace.Duration
	}{
		{"down after", &c.DownAfter, DefaultDownAfter},
		{"failover timeout", &c.FailoverTimeout, DefaultFailoverTimeout},
		{"ping period", &c.PingEvery, DefaultPingEvery},
		{"ask period", &c.AskEvery, DefaultAskEvery},
		{"tell period", &c.TellEvery, DefaultTellEvery},
	} {
		if *d.value < 0 {
			return c, fmt.Errorf("sentinel %s has a %s of %s; it must be above 0", c.ID, d.name, *d.value)
		}
		if *d.value == 0 {
			*d.value = d.usual
		}
	}
	c.PingEvery = min(c.PingEvery, c.DownAfter)
	return c, nil
}

// majority is how many of all sentinels must vote for a leader: more than half,
// and at least quorum.
func (c *Config) majority() int { return max((len(c.Sentinels)+1)/2+1, c.Quorum) }

func (c *Config) priority(id trace.NodeID) int {
	if p, ok := c.Priorities[id]; ok {
		return p
	}
	return DefaultPriority
}
