package live

import (
	"crypto/tls"
	"errors"
	"time"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// Config says who takes part in a session. One of Redis and Sentinels must be there,
// and so must Clients; zero values mean what the comments say.
type Config struct {
	// Redis lists servers as host:port, named n1, n2 and so on in this order. They
	// know nothing of each other.
	Redis []string

	// Sentinels lists sentinels as host:port, named s1, s2 and so on. With them
	// Redis stays empty: n1 is the primary that they name, the others its replicas.
	Sentinels []string

	// Master is what the sentinels call the primary; "mymaster" if empty.
	Master string

	// Clients is the cast. It is known from the start, and each begins when
	// [Session.Start] says so. Where Lock.Nodes is empty, the first node is meant, and
	// for redlock all of them; with sentinels, Lock.Sentinels is filled in.
	Clients []Client

	// Resource is what the clients work on. It lives in this process, behind its
	// guard: the servers hold locks alone.
	Resource resource.Config

	// Seed is what the jitter of delays is drawn from, drawn itself if 0. Tokens
	// never are: nobody must be able to guess one.
	Seed uint64

	// Login is shown to every Redis server and SentinelLogin to every sentinel; they
	// stand in no event and no error. TLS, if it is there, is how to connect to all of them.
	Login, SentinelLogin Login
	TLS                  *tls.Config

	// Patience is how long a server may take at the start, for all that is asked of it;
	// how long a later connection to it may; and for how long Close waits for answers,
	// and again for what it asks itself. 2 s if 0.
	Patience time.Duration

	// Tell is given every event in order, one at a time; nil if nobody wants them. It
	// must be quick and must not call the session: nothing else can happen before it
	// returns. An event must not be changed, and may be kept.
	Tell func(*trace.Event)

	// Warn is told what is wrong and does not stop the session; nil if nobody is.
	Warn func(text string)

	unchecked bool // no rule is checked: what is measured then is the session alone
}

// Login is what a server may want to know; the zero Login shows nothing.
type Login struct{ Username, Password string }

// Client is a process that wants the lock.
type Client struct {
	ID   trace.ClientID
	Lock lock.Options
	Job  lock.Job
}

// Server is a Redis node or a sentinel of the session.
type Server struct {
	ID   trace.NodeID
	Addr string // as host:port, the host an IP literal
	Role string // trace.RoleMaster and its like, when it was first heard of
}

// Report is what came of a session.
type Report struct {
	Verdict string // trace.VerdictOK and its like
	Removed []Key  // what clients had left behind
	Left    []Key  // what could not be removed
	Fault   error  // a panic of the session's own code, which ended it before its time
}

// Key is a lock's key that a client of the session set, or may have set.
type Key struct {
	Node  trace.NodeID
	Addr  string
	Name  string
	Token string

	// Why says of a key that was left why it could not be removed, as what follows
	// "the server". Lasts is for how long it may live yet, counted from the report, or
	// from when its node takes a command that is under way to it; unless it Stays.
	Why   string
	Lasts trace.Duration
	Stays bool
}

// check says what no session can do.
func (c *Config) check() error {
	switch {
	case len(c.Redis) == 0 && len(c.Sentinels) == 0:
		return errors.New("no servers are given: a session wants Redis servers, or sentinels that name them")
	case len(c.Redis) > 0 && len(c.Sentinels) > 0:
		return errors.New("both Redis servers and sentinels are given: sentinels name the servers themselves")
	}
	for i := range c.Clients {
		o := &c.Clients[i].Lock
		switch {
		case o.Kind == trace.LockConsensus:
			return errors.New("there is no consensus service among Redis servers, so nobody can hold a lock of kind consensus; there is redlock on several servers, and token on one")
		case o.Fence == lock.FromConsensus:
			return errors.New("there is no consensus service among Redis servers, so no fencing numbers come from there; they come from redis, a counter beside the lock, or from the resource")
		}
	}
	return nil
}

// info introduces the client in the Start event.
func (c *Client) info() trace.ClientInfo {
	o := &c.Lock
	return trace.ClientInfo{
		ID: c.ID, Lock: o.Kind, Profile: o.Profile, Claims: o.Claims, Key: o.Key, TTL: o.TTL, Nodes: o.Nodes,
		NodeTimeout: o.NodeTimeout, RetryDelay: o.RetryDelay, Watchdog: o.Watchdog,
		Fence: string(o.Fence), Stops: o.StopAtValidity, Wall: o.Clock == lock.WallClock,
		Absolute: o.Expiry == lock.Absolute,
		Resource: c.Job.Resource,
	}
}
