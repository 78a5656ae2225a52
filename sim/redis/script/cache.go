package script

import (
	"crypto/sha1"
	"encoding/hex"

	lua "github.com/yuin/gopher-lua"
)

// cacheMax bounds the scripts a node remembers. Redis before 7.4 keeps all it
// has ever seen, since then 500 of those that EVAL brought.
const cacheMax = 64

// A compiled script is kept under its source, for EVAL, and its hash, for
// EVALSHA.
type compiled struct {
	source string
	sha    string
	proto  *lua.FunctionProto
	fn     *lua.LFunction // on the machine at hand, once it has run
}

// cache holds the scripts used last, the latest first.
type cache struct {
	recent   []*compiled
	bySource map[string]*compiled
	bySHA    map[string]*compiled
}

func newCache() cache {
	return cache{bySource: map[string]*compiled{}, bySHA: map[string]*compiled{}}
}

// get returns a script, compiled now if it is new.
func (c *cache) get(source string) (*compiled, error) {
	if s := c.bySource[source]; s != nil {
		c.use(s)
		return s, nil
	}
	proto, err := compile(source)
	if err != nil {
		return nil, err
	}
	s := &compiled{source: source, sha: sha1Hex(source), proto: proto}
	if len(c.recent) == cacheMax {
		oldest := c.recent[cacheMax-1]
		delete(c.bySource, oldest.source)
		delete(c.bySHA, oldest.sha)
		c.recent = c.recent[:cacheMax-1]
	}
	c.bySource[source], c.bySHA[s.sha] = s, s
	c.recent = append(c.recent, s)
	c.use(s)
	return s, nil
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
