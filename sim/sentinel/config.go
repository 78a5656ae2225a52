package sentinel

import (
	"fmt"
	"slices"

	"lockstep/sim/trace"
)

// UsualPriority is the replica-priority of a node that says nothing about it.
const UsualPriority = 100

// What else Redis takes where a configuration does not say.
const (
	usualName            = "mymaster"
	usualDownAfter       = 30 * trace.Second
	usualFailoverTimeout = 3 * trace.Minute
	usualPingEvery       = trace.Second
	usualAskEvery        = trace.Second
	usualTellEvery       = 2 * trace.Second
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
	Name      string         // what clients call the primary; mymaster by default
	Nodes     []trace.NodeID // all that it watches, the primary first
	Sentinels []string       // all sentinels; whether it is among them itself does not matter
	Quorum    int            // how many must find the primary down; 0 is a majority

	DownAfter       trace.Duration // 30s by default
	FailoverTimeout trace.Duration // 3m
	PingEvery       trace.Duration // 1s, or DownAfter if that is less
	AskEvery        trace.Duration // 1s
	TellEvery       trace.Duration // 2s

	// Priorities are the nodes' replica-priority. Lower is preferred, 0 is never
	// promoted. Who is not among them has UsualPriority.
	Priorities map[trace.NodeID]int

	// Random returns a span from 0 up to and including max. It must be a function of
	// its occasion, which begins with the sentinel's ID: asked twice about the same it
	// says the same. It keeps sentinels from doing the same at the same time.
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
		c.Name = usualName
	}
	for _, d := range []struct {
		name  string
		value *trace.Duration
		usual trace.Duration
	}{
		{"down after", &c.DownAfter, usualDownAfter},
		{"failover timeout", &c.FailoverTimeout, usualFailoverTimeout},
		{"ping period", &c.PingEvery, usualPingEvery},
		{"ask period", &c.AskEvery, usualAskEvery},
		{"tell period", &c.TellEvery, usualTellEvery},
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
	return UsualPriority
}
