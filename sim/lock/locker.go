package lock

import (
	"strconv"

	"lockstep/sim/trace"
)

// locker is one kind of lock, with its options.
type locker interface {
	options() *Options

	// attempt tries once to get the lock, perhaps for the last time, and tells what
	// it counted and what it believes. Unless it holds the lock it has let go of what
	// it may have got, as far as its clean-up goes.
	attempt(env Env, last bool) (held *lease, then sequel)

	// extend asks once for more time, and tells what it counted.
	extend(env Env, held *lease) renewal

	// release gives back what may be there, believed in or not.
	release(env Env, held *lease)
}

// sequel is what follows an attempt.
type sequel uint8

const (
	holds   sequel = iota // the work
	retries               // another attempt, if there is one left
	raises                // none: the caller is told of an error
	pends                 // nothing: the attempt never comes to its end
)

// newLocker returns the lock that o describes. What is wrong with options is for
// whoever reads them to say: a kind that is none is a programmer's mistake.
func newLocker(o Options, job Job) locker {
	if o.Kind == trace.LockSetNX || o.Kind == trace.LockFencing {
		o.TTL = 0 // they know no time to live
	}
	c := common{Options: &o, resource: trace.NodeID(job.Resource)}
	switch o.Kind {
	case trace.LockSetNX, trace.LockSetNXExpire, trace.LockSetPX, trace.LockToken, trace.LockWatchdog:
		return &single{common: c, key: stringKey{&o}}
	case trace.LockReentrant:
		return &reentrant{single{common: c, key: hashKey{&o}}}
	case trace.LockRedlock:
		return &redlock{common: c, key: stringKey{&o}}
	case trace.LockConsensus:
		return &consensus{c}
	case trace.LockFencing:
		return &fencing{single{common: c}}
	}
	panic("lock: there is no kind of lock " + strconv.Quote(o.Kind))
}

// common is what all kinds of lock have in common.
type common struct {
	*Options
	resource trace.NodeID // what is worked on: it may hand out fencing numbers

	began trace.Local // the first attempt, once there was one
	begun bool

	owner string // our token, once we have one
}

func (c *common) options() *Options { return c.Options }

// now reads the clock that the lock goes by.
func (o *Options) now(env Env) trace.Local {
	if o.Clock == WallClock {
		return env.Wall()
	}
	return env.Now()
}

// start reads the clock that elapsed time counts from.
func (c *common) start(env Env) trace.Local {
	now := c.now(env)
	if c.T1 == PerAttempt || !c.begun {
		c.began, c.begun = now, true
	}
	return c.began
}

// token is what proves to the nodes that a key is ours.
func (c *common) token(env Env) string {
	if c.owner == "" || c.Tokens == TokenPerAttempt {
		c.owner = env.Token()
	}
	return c.owner
}

// afterOne is what follows an attempt in vain that went by one node's answer.
func (o *Options) afterOne(reply Reply) sequel {
	if o.FailOnError && failed(reply) {
		return raises
	}
	return retries
}

// cleansUp tells whether a failed attempt asks anybody to let go.
func (o *Options) cleansUp(env Env, last bool) bool {
	if o.CleanUp == CleanNone || o.CleanUp == CleanLast && !last {
		return false
	}
	return o.CleanUpLate || !passed(env)
}

// first is the first node, if there is one.
func (o *Options) first() trace.NodeID {
	if len(o.Nodes) == 0 {
		return ""
	}
	return o.Nodes[0]
}

// put addresses a question.
func (o *Options) put(q Question, nodes ...trace.NodeID) Question {
	q.Nodes, q.Order, q.Timeout = nodes, o.Order, o.NodeTimeout
	return q
}

// key says what is asked of a Redis node, by how the lock's key lies there.
type key interface {
	set(env Env, token string) Question
	extend(env Env, token string) Question
	release(token string) Question
}

// stringKey is a string that holds its owner's token. hashKey is the other way.
type stringKey struct{ *Options }

var _ key = stringKey{}
