package live

import (
	"context"
	"crypto/tls"
	"sync"
	"time"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// Config says who takes part in a session. Its zero values mean what the comments
// say; Redis or Sentinels must be there, and Clients.
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
	// [Session.Start] says so. Where Lock.Nodes is empty, all of Redis is meant, or
	// the primary; with sentinels, Lock.Sentinels is filled in.
	Clients []Client

	// Resource is what the clients work on. It lives in this process, behind its
	// guard: the servers hold locks alone.
	Resource resource.Config

	// Seed is what the jitter of delays is drawn from; tokens never are.
	Seed uint64

	// Username and Password are shown to every server and sentinel; neither stands
	// in any event or error.
	Username, Password                 string
	SentinelUsername, SentinelPassword string
	TLS                                *tls.Config   // to connect by TLS
	Patience                           time.Duration // for a server to connect and answer at the start, and for the removal at the end; 2s if 0

	// Tell is given every event in order, by one goroutine at a time. It must be
	// quick: nobody's event can happen before it returns. The event must not be
	// changed, and may be kept.
	Tell func(*trace.Event)

	// Warn is told what is wrong and does not stop the session; nil if nobody is to be.
	Warn func(text string)
}

// Client is a process that wants the lock.
type Client struct {
	ID   trace.ClientID
	Lock lock.Options
	Job  lock.Job
}

// Server is a Redis node or a sentinel of the session.
type Server struct {
	ID   trace.NodeID
	Addr string // as host:port
	Role string // trace.RoleMaster and its like, when the session began
}

// Report is what came of a session.
type Report struct {
	Verdict string // one of trace.VerdictOK and its like
	Left    []Left // what could not be removed
}

// Left is a key that a client may have set, and that could not be removed.
type Left struct {
	Node  trace.NodeID
	Addr  string
	Key   string
	Token string
	Gone  time.Duration // after which it has run out, counted from the report; negative if it never does
	Why   string        // why it could not be removed
}

// Session is a run on real servers. Its methods may be called by any goroutine.
type Session struct {
	clients sync.WaitGroup
}

// Open connects to the servers and checks each, and tells the Start event. Its error
// names each server with what is wrong.
func Open(ctx context.Context, c Config) (*Session, error) { return &Session{}, nil }

// Servers lists who takes part, Redis nodes first.
func (s *Session) Servers() []Server { return nil }

// Named returns the name of the Redis node at that address, which becomes one of the
// session if it was not known.
func (s *Session) Named(addr string) trace.NodeID { return "" }

// Start lets a client of the cast begin. Each can be started once.
func (s *Session) Start(id trace.ClientID) {}

// Tell tells an event that somebody else caused and knows of, such as a crash or a
// promotion. Its sequence and time are filled in.
func (s *Session) Tell(e trace.Event) {}

// Interrupt asks the clients to come to their end: who waits gives up, who works
// stops and gives its lock back.
func (s *Session) Interrupt() {}

// Wait returns when all clients that were started are done.
func (s *Session) Wait() {}

// Close ends the session: clients that still run are ended where they stand, what is left on the servers is removed as far
// as they can be reached, the End is told, and the connections are closed.
func (s *Session) Close() Report { return Report{} }
