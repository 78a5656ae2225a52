package script

import (
	"crypto/sha1"
	"encoding/hex"

	lua "github.com/yuin/gopher-lua"
)

// Bounds of what a node remembers. Redis before 7.4 keeps every script it has
// ever seen, since then the last 500 of those that EVAL brought.
const (
	cacheMax      = 64
	cacheBytesMax = 64 << 10 // of source; compiled, it takes about five times that
)

// A compiled script is kept under its source, for EVAL, and its hash, for
// EVALSHA.
type compiled struct {
	source string
	sha    string
	proto  *lua.FunctionProto
	fn     *lua.LFunction // on the machine at hand, once it has run

	// known tells whether the node has seen it since it last forgot all. What it
	// has forgotten stays compiled: worlds come and go, their scripts do not.
	// Being older than anything known, it is also what makes room first, so it
	// changes nothing that can be observed.
	known bool
}

// cache holds the scripts used last, the latest first.
type cache struct {
	recent   []*compiled
	bytes    int // of their sources
	bySource map[string]*compiled
	bySHA    map[string]*compiled
}

func newCache() cache {
	return cache{bySource: map[string]*compiled{}, bySHA: map[string]*compiled{}}
}

// get returns a script, compiled now if it is new.
func (c *cache) get(source string) (*compiled, error) {
	if s := c.bySource[source]; s != nil {
		s.known = true
		c.use(s)
		return s, nil
	}
	proto, err := compile(source)
	if err != nil {
		return nil, err
	}
	s := &compiled{source: source, sha: sha1Hex(source), proto: proto, known: true}
	for len(c.recent) == cacheMax || c.bytes+len(source) > cacheBytesMax {
		c.dropOldest()
	}
	c.bySource[source], c.bySHA[s.sha] = s, s
	c.bytes += len(source)
	c.recent = append(c.recent, s)
	c.use(s)
	return s, nil
}

func (c *cache) dropOldest() {
	last := len(c.recent) - 1
	s := c.recent[last]
	delete(c.bySource, s.source)
	delete(c.bySHA, s.sha)
	c.bytes -= len(s.source)
	c.recent[last] = nil
	c.recent = c.recent[:last]
}

// forget makes every script unknown.
func (c *cache) forget() {
	for _, s := range c.recent {
		s.known = false
	}
}

// use moves a script to the front.
func (c *cache) use(s *compiled) {
	for i, other := range c.recent {
		if other == s {
			copy(c.recent[1:i+1], c.recent[:i])
			c.recent[0] = s
			return
		}
	}
}

// unlink forgets the functions of a machine that is no more.
func (c *cache) unlink() {
	for _, s := range c.recent {
		s.fn = nil
	}
}

func sha1Hex(s string) string {
	sum := sha1.Sum([]byte(s))
	return hex.EncodeToString(sum[:])
}
